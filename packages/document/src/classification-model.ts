import { type Static, Type } from '@polyparse/document/typebox'
import { Box, type Immutable, nullable, PageNumber } from './schema-types.ts'
import { OwnUsage } from './usage-model.ts'

/** Words on a page that say which label it has. */
export const ClassificationEvidence = Type.Object(
  { page: PageNumber, bbox: nullable(Box), text: Type.String({ description: 'The text as it is printed.' }) },
  { title: 'ClassificationEvidence' },
)

/** Pages of a document that have one label. */
export const ClassifiedRange = Type.Object(
  {
    label: nullable(
      Type.String({ description: 'The name of one of the labels; null where none has enough that speaks for it.' }),
    ),
    pages: Type.Array(PageNumber, { description: 'Ascending.' }),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The probability that the label is right for all of these pages; 0 without one.',
    }),
    evidence: Type.Array(ClassificationEvidence, { description: 'The evidence; the strongest comes first.' }),
  },
  { title: 'ClassifiedRange' },
)

/** The labels of a document or of ranges of its pages. */
export const Classification = Type.Object(
  {
    ranges: Type.Array(ClassifiedRange, {
      description: 'The ranges in the order of the pages, each of which is in one.',
    }),
    model: Type.Optional(Type.String({ description: 'The proposer of the labels: `local` is the service itself.' })),
    usage: Type.Object(OwnUsage.properties, {
      title: 'ClassificationUsage',
      description: 'The usage of the model that has proposed the labels; empty without one.',
    }),
  },
  { title: 'Classification', description: 'The label of a document, or of ranges of its pages, with the evidence.' },
)

export type ClassificationEvidence = Immutable<Static<typeof ClassificationEvidence>>
export type ClassifiedRange = Immutable<Static<typeof ClassifiedRange>>
export type Classification = Immutable<Static<typeof Classification>>
