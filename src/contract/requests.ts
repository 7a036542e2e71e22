import { Type, type Static } from 'typebox'
import { operations } from './jobs.ts'
import { limits } from './limits.ts'
import { OutputId } from './outputs.ts'
import { PageNumber } from './primitives.ts'

const strict = { additionalProperties: false }

export const ProviderId = Type.String({ minLength: 1, maxLength: 100 })
export const ProviderOptions = Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
  description: "From provider id to that provider's own options.",
})

/** Body A of section 4.1: a source by URL. */
export const CreateJobBody = Type.Object(
  {
    operation: Type.Enum([...operations]),
    source: Type.Object(
      { url: Type.String({ description: 'HTTP or HTTPS URL that the service can reach.', maxLength: 8192 }) },
      strict,
    ),
    outputs: Type.Array(OutputId, { minItems: 1, maxItems: limits.outputs }),
    pages: Type.Optional(
      Type.Array(PageNumber, { minItems: 1, maxItems: limits.pages, description: 'Omitted: the whole document.' }),
    ),
    provider: Type.Optional(ProviderId),
    providers: Type.Optional(
      Type.Array(ProviderId, { minItems: 1, maxItems: limits.providers, description: 'Omitted: every enabled one.' }),
    ),
    providerOptions: Type.Optional(ProviderOptions),
    includeRaw: Type.Optional(Type.Boolean({ default: false })),
  },
  strict,
)
export type CreateJobBody = Static<typeof CreateJobBody>

/** What a caller asks for, whichever body format it came in; lists without duplicates, `pages` ascending. */
export type JobRequest = {
  readonly operation: 'parse' | 'compare'
  readonly outputs: readonly OutputId[]
  readonly pages: readonly number[] | null
  /** As given: null when omitted, so that a configured default never enters the fingerprint. */
  readonly provider: string | null
  readonly providers: readonly string[] | null
  readonly providerOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly includeRaw: boolean
}
