import { Box, nullable, PageNumber } from '@polyparse/document/schema'
import { Type, type Static } from 'typebox'

const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

export const disputeKinds = ['number', 'date', 'table', 'missing', 'alone', 'order', 'text'] as const

const PairAgreement = Type.Object(
  {
    providers: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
    text: Type.Optional(
      Share(
        'Normalised indel similarity of the text in reading order: of the letters and figures of both, those that need be neither inserted nor deleted.',
      ),
    ),
    order: Type.Optional(Share('Of what both have, how much stands in the same order.')),
    tables: Type.Optional(
      Share('How alike the tables are in rows, cells and texts (TEDS); a table that one has alone counts as 0.'),
    ),
    headings: Type.Optional(Share('How alike the headings are in text, order and level.')),
    overall: Type.Optional(Share('The weighted mean of the others.')),
  },
  { title: 'PairAgreement', description: 'How alike two providers read the document; what neither has is left out.' },
)

const PageAgreement = Type.Object(
  {
    page: PageNumber,
    agreement: Type.Record(Type.String(), Share('How far this provider agrees with the others on this page.'), {
      description: 'By provider.',
    }),
    outlier: Type.Optional(Type.String({ description: 'The provider that reads the page unlike the others.' })),
    coarse: Type.Optional(
      Type.Boolean({ description: 'Parts of the page were too long and too different to be compared word by word.' }),
    ),
  },
  { title: 'PageAgreement' },
)

const DisputeSide = Type.Object(
  {
    provider: Type.String(),
    text: Type.String({
      description: 'What it reads; empty where it has nothing. Long passages are cut with an ellipsis.',
    }),
    before: Type.String({ description: 'The words before it.' }),
    after: Type.String({ description: 'The words after it.' }),
    page: PageNumber,
    bbox: nullable(Box),
  },
  { title: 'DisputeSide' },
)

const DisputePlace = Type.Object(
  {
    page: PageNumber,
    bbox: nullable(Box),
    texts: Type.Record(Type.String(), Type.String(), { description: 'What each provider reads there.' }),
  },
  { title: 'DisputePlace' },
)

export const Dispute = Type.Object(
  {
    kind: Type.Enum([...disputeKinds], {
      description:
        'number, date: read otherwise, or lacking on one side. table: rows, columns or cells differ. missing: a passage that not all have. alone: a passage that one of several has alone. order: the same passages in another order. text: other words.',
    }),
    page: PageNumber,
    providers: Type.Array(Type.String(), { description: 'Those that differ, the outlier first.' }),
    outlier: Type.Optional(
      Type.String({ description: 'The provider that stands alone against at least two that agree.' }),
    ),
    sides: Type.Array(DisputeSide),
    alsoAt: Type.Optional(
      Type.Array(DisputePlace, {
        description: 'Other places of the same or the like: words that were misread are not told one by one.',
      }),
    ),
    severity: Share('How much a person should look at it.'),
    message: Type.String({ description: 'In words.' }),
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

export const Agreement = Type.Object(
  {
    pairs: Type.Array(PairAgreement),
    pages: Type.Array(PageAgreement),
    disputes: Type.Array(Dispute, { description: 'Most serious first.' }),
    disputesLeftOut: Type.Integer({ minimum: 0, description: 'How many less serious ones are not listed.' }),
    recommendation: Type.Optional(Recommendation),
    recommendationNote: Type.Optional(Type.String({ description: 'Why there is no recommendation.' })),
  },
  { title: 'Agreement', description: 'How far the providers agree, whatever outputs were asked for.' },
)

export type PairAgreement = Static<typeof PairAgreement>
export type PageAgreement = Static<typeof PageAgreement>
export type DisputePlace = Static<typeof DisputePlace>
export type DisputeSide = Static<typeof DisputeSide>
export type Dispute = Static<typeof Dispute>
export type DisputeKind = Dispute['kind']
export type Recommendation = Static<typeof Recommendation>
export type Agreement = Static<typeof Agreement>
