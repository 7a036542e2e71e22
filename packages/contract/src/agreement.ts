import { Box, FieldComparison, ExtractedFieldType, nullable, PageNumber } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'

const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** Every kind of dispute, in the order in which they are offered as a filter. */
export const disputeKinds = ['number', 'date', 'table', 'missing', 'unmatched', 'order', 'text'] as const

/** The conclusions from a comparison. */
export const verdicts = ['recommended', 'any_will_do', 'look_yourself', 'not_compared'] as const

const PairAgreement = Type.Object(
  {
    providers: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
    text: Type.Optional(
      Share(
        'Normalised indel similarity of the text in reading order: the share of the letters and digits of both readings that need neither insertion nor deletion.',
      ),
    ),
    order: Type.Optional(Share('The share of the common text that is in the same order.')),
    tables: Type.Optional(
      Share(
        'TEDS (tree edit distance based similarity) of the tables, over rows, cells and texts; a table without a counterpart counts as 0.',
      ),
    ),
    headings: Type.Optional(Share('Similarity of the headings in text, order and level.')),
    overall: Type.Optional(Share('Weighted mean of the other figures.')),
  },
  {
    title: 'PairAgreement',
    description: 'The similarity of the readings of two providers. A figure that applies to neither reading is absent.',
  },
)

const PageAgreement = Type.Object(
  {
    page: PageNumber,
    agreement: Type.Record(Type.String(), Share('Mean agreement of this provider with the others on this page.'), {
      description: 'The agreement of each provider with the others, by provider.',
    }),
    outlier: Type.Optional(
      Type.String({ description: 'The provider that agrees less with the others than they do with each other.' }),
    ),
    approximate: Type.Optional(
      Type.Boolean({
        description: 'True if parts of the page were too long and too different to be compared word by word.',
      }),
    ),
  },
  { title: 'PageAgreement' },
)

const DisputeSide = Type.Object(
  {
    provider: Type.String(),
    text: Type.String({
      description:
        'The reading of the provider; empty when it has nothing there. Long passages are cut with an ellipsis.',
    }),
    before: Type.String({ description: 'The words before the text.' }),
    after: Type.String({ description: 'The words after the text.' }),
    page: PageNumber,
    bbox: nullable(Box),
  },
  { title: 'DisputeSide' },
)

const DisputeOccurrence = Type.Object(
  {
    page: PageNumber,
    bbox: nullable(Box),
    texts: Type.Record(Type.String(), Type.String(), {
      description: 'The reading of each provider there, by provider.',
    }),
  },
  { title: 'DisputeOccurrence' },
)

export const Dispute = Type.Object(
  {
    kind: Type.Enum([...disputeKinds], {
      description:
        'number, date: different values, or a value that is missing on one side. table: different rows, columns or cells. missing: a passage that some providers lack. unmatched: a passage that only one of several providers has. order: the same passages in a different order. text: different words.',
    }),
    page: PageNumber,
    providers: Type.Array(Type.String(), { description: 'The providers that differ, the outlier first.' }),
    outlier: Type.Optional(
      Type.String({ description: 'The provider that differs from at least two others that agree with each other.' }),
    ),
    sides: Type.Array(DisputeSide),
    otherOccurrences: Type.Optional(
      Type.Array(DisputeOccurrence, {
        description: 'Other places with the same or a similar difference: misread words are grouped into one dispute.',
      }),
    ),
    fromImages: Type.Optional(
      Type.Boolean({
        description:
          'True if it is within a picture of the page, such as a chart or a photograph: some readers recognise the words in pictures and others do not, and none is wrong.',
      }),
    ),
    severity: Share('The importance of the difference to a reader.'),
    message: Type.String({ description: 'The dispute as an English sentence.' }),
  },
  { title: 'Dispute', description: 'A place where providers contradict each other.' },
)

const Recommendation = Type.Object(
  {
    provider: Type.String(),
    reasons: Type.Array(Type.String()),
  },
  { title: 'Recommendation', description: 'The provider to trust with this document, and why.' },
)

export const ExtractionAgreement = Type.Object(
  {
    fields: Type.Array(FieldComparison, {
      description:
        'The values in the order of the schema. `by` is the provider; `path` is that in the data of the provider which proves most of an array.',
    }),
    omittedFieldCount: Type.Integer({
      minimum: 0,
      description: 'The number of values that are not listed, disputed ones last.',
    }),
    types: Type.Optional(
      Type.Array(ExtractedFieldType, {
        description: 'The types of the values by the schema, by which one can be settled.',
      }),
    ),
  },
  {
    title: 'ExtractionAgreement',
    description:
      'The fillings of the schema of the request from each reading, side by side. Items of arrays are matched by their values.',
  },
)

export const Agreement = Type.Object(
  {
    pairs: Type.Array(PairAgreement),
    pages: Type.Array(PageAgreement),
    disputes: Type.Array(Dispute, { description: 'Most severe first.' }),
    omittedDisputeCount: Type.Integer({
      minimum: 0,
      description: 'The number of less severe disputes that are not listed.',
    }),
    verdict: Type.Optional(
      Type.Enum([...verdicts], {
        description:
          'recommended: trust the provider in `recommendation`. any_will_do: the readings are the same. look_yourself: nothing shows which reading is right, or only one has text, so it needs a person. not_compared: there are no two readings, or none has text.',
      }),
    ),
    recommendation: Type.Optional(Recommendation),
    recommendationNote: Type.Optional(Type.String({ description: 'The reason why there is no recommendation.' })),
    extraction: Type.Optional(ExtractionAgreement),
  },
  {
    title: 'Agreement',
    description: 'The agreement of the providers. It does not depend on which outputs were requested.',
  },
)

export type PairAgreement = Static<typeof PairAgreement>
export type PageAgreement = Static<typeof PageAgreement>
export type DisputeOccurrence = Static<typeof DisputeOccurrence>
export type DisputeSide = Static<typeof DisputeSide>
export type Dispute = Static<typeof Dispute>
export type DisputeKind = Dispute['kind']
export type Recommendation = Static<typeof Recommendation>
export type ExtractionAgreement = Static<typeof ExtractionAgreement>
export type Agreement = Static<typeof Agreement>
