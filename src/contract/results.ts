import { Type, type Static } from 'typebox'
import { Agreement } from './agreement.ts'
import { failureCodes } from './failures.ts'
import { OutputId, outputSchemas } from './outputs.ts'
import { PageNumber, Timestamp, Uuid } from './primitives.ts'

export const Timing = Type.Object(
  {
    startedAt: Timestamp,
    completedAt: Timestamp,
    durationMs: Type.Number({ minimum: 0, description: 'Wall time from first work to finish, without queueing.' }),
  },
  { title: 'Timing' },
)

export const Warning = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
    message: Type.String(),
    page: Type.Optional(PageNumber),
  },
  { title: 'Warning' },
)

export const Quality = Type.Object(
  {
    score: Type.Number(),
    scale: Type.Optional(Type.String({ description: 'The range, lowest-highest, such as "0-1" or "0-100".' })),
  },
  { title: 'Quality', description: "The provider's own quality score." },
)

export const Usage = Type.Object(
  {
    pages: Type.Integer({ minimum: 0 }),
    credits: Type.Optional(Type.Number()),
    cost: Type.Optional(Type.Number()),
    currency: Type.Optional(Type.String()),
  },
  { title: 'Usage' },
)

export const ParseResult = Type.Object(
  {
    id: Uuid,
    outputs: Type.Partial(Type.Object(outputSchemas), {
      description: 'From each requested output format to its value.',
    }),
    pageCount: Type.Integer({ minimum: 0, description: 'Pages processed.' }),
    provider: Type.String(),
    timing: Timing,
    warnings: Type.Array(Warning),
    quality: Type.Optional(Quality),
    usage: Type.Optional(Usage),
    raw: Type.Optional(Type.Unknown({ description: "The provider's response as received, when asked for." })),
  },
  { title: 'ParseResult' },
)

export const RunError = Type.Object(
  {
    message: Type.String(),
    code: Type.Optional(Type.Enum([...failureCodes])),
  },
  { title: 'RunError' },
)

const entry = { provider: Type.String(), durationMs: Type.Number({ minimum: 0 }) }

export const ProviderEntry = Type.Union(
  [
    Type.Object({ ...entry, status: Type.Literal('parsed'), result: ParseResult }),
    Type.Object({ ...entry, status: Type.Literal('failed'), error: RunError }),
    Type.Object({ ...entry, status: Type.Literal('unsupported') }),
  ],
  { title: 'ProviderEntry' },
)

export const CompareResult = Type.Object(
  {
    input: Type.String({ description: 'The source URL, or the filename of the upload.' }),
    outputs: Type.Array(OutputId),
    providers: Type.Array(ProviderEntry),
    timing: Timing,
    agreement: Type.Optional(Agreement),
  },
  { title: 'CompareResult' },
)

export type Timing = Static<typeof Timing>
export type Warning = Static<typeof Warning>
export type Quality = Static<typeof Quality>
export type Usage = Static<typeof Usage>
export type ParseResult = Static<typeof ParseResult>
export type ProviderEntry = Static<typeof ProviderEntry>
export type CompareResult = Static<typeof CompareResult>
