import { nullable } from '@polyparse/document/schema'
import { type Static, Type } from '@polyparse/document/typebox'
import { disputeKinds } from './agreement.ts'
import { JudgementKeeping } from './judgement-keeping.ts'

/** Changes with the shape of the file. */
export const judgementsSchema = 'judgements/1'

const JudgementSide = Type.Object({
  provider: Type.String(),
  text: Type.String(),
  before: Type.String(),
  after: Type.String(),
})

export const Settlement = Type.Object({
  /** The number of the dispute in its comparison: from 1, most severe first. */
  dispute: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...disputeKinds]),
  page: Type.Integer({ minimum: 1 }),
  sides: Type.Array(JudgementSide),
  /** The answer of a person: a side is right, another text is printed, or it does not matter. */
  answer: Type.Enum(['side', 'text', 'skip']),
  /** The printed text; '' if there is none. Absent if the dispute was skipped. */
  truth: Type.Optional(Type.String()),
  /** The providers that read it so. */
  right: Type.Array(Type.String()),
})

const FieldDatum = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const FieldSettlement = Type.Object({
  /** The number of the field in its comparison, from 1. */
  field: Type.Integer({ minimum: 1 }),
  /** The place in the data of the first side: an RFC 6901 pointer. */
  path: Type.String(),
  /** The other values of the item of an array, by the pointer within the item. By these the item is known again. */
  item: Type.Optional(Type.Array(Type.Object({ path: Type.String(), value: FieldDatum }))),
  sides: Type.Array(Type.Object({ provider: Type.String(), value: FieldDatum }), { minItems: 1 }),
  /** The answer of a person: a side is right, the value is another, or it does not matter. */
  answer: Type.Enum(['side', 'value', 'skip']),
  /** The value; null if the document has none. Absent if it was skipped. */
  truth: Type.Optional(FieldDatum),
  /** Those that have filled it so. */
  right: Type.Array(Type.String()),
})

export const JudgedReading = Type.Object({
  provider: Type.String(),
  pages: Type.Integer({ minimum: 0 }),
  durationMs: Type.Number({ minimum: 0 }),
  cost: Type.Optional(Type.Number({ minimum: 0 })),
  currency: Type.Optional(Type.String()),
  costIsEstimate: Type.Optional(Type.Boolean()),
})

export const JudgedDocument = Type.Object(
  {
    /** Its file name. */
    name: Type.String({ minLength: 1 }),
    /** The job that compared it. */
    job: Type.Optional(Type.String()),
    /** The time at which the comparison ended. */
    comparedAt: Type.String(),
    /** Disputes of the comparison, settled or not. */
    disputes: Type.Integer({ minimum: 0 }),
    /** Words of the document, and those of them that are disputed; absent where the comparison had no text. */
    words: Type.Optional(Type.Object({ all: Type.Number({ minimum: 0 }), disputed: Type.Number({ minimum: 0 }) })),
    readings: Type.Array(JudgedReading),
    settlements: Type.Array(Settlement),
    /** Values of a schema that several have filled; absent where none is settled. */
    fields: Type.Optional(Type.Array(FieldSettlement)),
  },
  { title: 'JudgedDocument' },
)

/** A file of judgements, as the app exports and imports it and `polyparse bench --judgements` reads it. */
export const Judgements = Type.Object({
  schema: Type.Literal(judgementsSchema),
  exportedAt: Type.String(),
  documents: Type.Array(JudgedDocument),
})

export type Settlement = Static<typeof Settlement>
export type FieldSettlement = Static<typeof FieldSettlement>
export type JudgedReading = Static<typeof JudgedReading>
export type JudgedDocument = Static<typeof JudgedDocument>
export type Judgements = Static<typeof Judgements>

/** The judgements on a job that an account keeps; the document is null where there are none. */
export const JobJudgements = Type.Object(
  { keeping: JudgementKeeping, document: nullable(JudgedDocument) },
  { title: 'JobJudgements' },
)
export type JobJudgements = Static<typeof JobJudgements>

export const JudgementsBody = Type.Object(
  { document: JudgedDocument },
  { title: 'JudgementsBody', additionalProperties: false },
)

/** One page of what an account keeps. */
export const JudgementsList = Type.Object(
  {
    schema: Type.Literal(judgementsSchema),
    exportedAt: Type.String({ format: 'date-time' }),
    documents: Type.Array(JudgedDocument),
    nextCursor: Type.Optional(Type.String()),
  },
  { title: 'JudgementsList' },
)
export type JudgementsList = Static<typeof JudgementsList>
