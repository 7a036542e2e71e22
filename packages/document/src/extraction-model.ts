import { type Static, Type } from '@polyparse/document/typebox'
import { Box, type Immutable, nullable, PageNumber } from './schema-types.ts'
import { OwnUsage } from './usage-model.ts'

/** The place of an extracted value on the page, and how certain the value is. */
export const ExtractionEvidence = Type.Object(
  {
    path: Type.String({ description: 'The place of the value in `data`: an RFC 6901 pointer.' }),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
      description: 'The proposed value, also where `data` has null because the pages lack it.',
    }),
    status: Type.Enum(['found', 'derived', 'not_found'], {
      description: '`found`: it rests on words that were read. `derived`: it follows from others that do.',
    }),
    page: nullable(PageNumber),
    bbox: nullable(Box),
    text: nullable(Type.String({ description: 'The text as it is printed.' })),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The probability that it is the value that was asked for.',
    }),
    from: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), {
      description:
        'The differences that were evened out to find it, such as `date`; `sum` or `count` for a derived value.',
    }),
    of: Type.Optional(
      Type.String({
        description:
          'The values that were added or counted for a derived value, such as `/lines/*/amount`: `*` is every item.',
      }),
    ),
  },
  {
    title: 'ExtractionEvidence',
    description: 'The place of a value on the pages, or the statement that it was not found.',
  },
)

const extractedData = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

const ExtractionUsage = Type.Object(OwnUsage.properties, {
  title: 'ExtractionUsage',
  description: 'The usage of the model that has proposed the values; empty without one.',
})

/** The outcome of one of several models that were asked to fill a schema. */
export const ComparedModel = Type.Object(
  {
    id: Type.String({ description: 'The model as in the request: `local`, or the id of a provider.' }),
    status: Type.Enum(['filled', 'failed']),
    error: Type.Optional(Type.String({ description: 'The reason why it did not fill the schema.' })),
    model: Type.Optional(Type.String({ description: 'The name that its endpoint gives.' })),
    data: Type.Optional(extractedData('The values of this model alone, in the shape of the schema.')),
    usage: ExtractionUsage,
  },
  { title: 'ComparedModel', description: 'One of several models that were to fill the schema.' },
)

const fieldAgreements = ['agreed', 'disputed', 'partial', 'empty'] as const

/** The answers of several models for one value of a schema. */
export const FieldComparison = Type.Object(
  {
    path: Type.Optional(
      Type.String({
        description:
          'The place of the value in `data`: an RFC 6901 pointer. Absent where `data` lacks the item of an array.',
      }),
    ),
    agreement: Type.Enum([...fieldAgreements], {
      description:
        '`agreed`: all say the same. `disputed`: some say something else. `partial`: some say nothing, and the others the same. `empty`: none says anything.',
    }),
    proved: Type.Array(Type.String(), {
      description: 'The models whose values are on the pages, or follow from others that are.',
    }),
    values: Type.Array(
      Type.Object(
        { by: Type.String({ description: 'The model whose value it is.' }), ...ExtractionEvidence.properties },
        { title: 'ComparedValue', description: 'A value with its place; `path` is in the data of whose value it is.' },
      ),
      {
        description: 'The values of all models that have the item of an array around it, in the order of the request.',
      },
    ),
  },
  { title: 'FieldComparison' },
)

/** The type that a schema gives to a value, whether it occurs once or in every item of an array. */
export const ExtractedFieldType = Type.Object(
  {
    path: Type.String({ description: 'A pointer into `data`, with `*` in the place of every item of an array.' }),
    type: Type.Enum(['string', 'number', 'integer', 'boolean']),
    format: Type.Optional(Type.String({ description: 'The format in the schema, such as `date`.' })),
    enum: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Number()]), {
        description: 'The allowed values, where the schema has a list of them.',
      }),
    ),
  },
  { title: 'ExtractedFieldType' },
)

const fieldTypes = Type.Optional(
  Type.Array(ExtractedFieldType, {
    description: 'The types of the values by the schema, by which one can be settled.',
  }),
)

/** A schema filled from a document, with an entry of evidence for each value. */
export const Extraction = Type.Object(
  {
    data: extractedData('The values in the shape of the schema; null where a value was not found.'),
    evidence: Type.Array(ExtractionEvidence),
    model: Type.Optional(
      Type.String({
        description:
          'The proposer of the values: `local` is the service itself. Absent where several have proposed them.',
      }),
    ),
    usage: ExtractionUsage,
    comparison: Type.Optional(
      Type.Object(
        { models: Type.Array(ComparedModel), fields: Type.Array(FieldComparison), types: fieldTypes },
        {
          title: 'ExtractionComparison',
          description:
            'The values of each of several models, side by side; absent where the request names one. Items of arrays are matched by their values.',
        },
      ),
    ),
  },
  { title: 'Extraction', description: 'A schema filled from the document, with the place of each value.' },
)

export type ExtractionEvidence = Immutable<Static<typeof ExtractionEvidence>>
export type Extraction = Immutable<Static<typeof Extraction>>
export type ComparedModel = Immutable<Static<typeof ComparedModel>>
export type ExtractedFieldType = Immutable<Static<typeof ExtractedFieldType>>
export type FieldComparison = Immutable<Static<typeof FieldComparison>>
