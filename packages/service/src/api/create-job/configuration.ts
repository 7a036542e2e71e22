import type { FieldError, JobParameters, CanonicalRequest } from '@polyparse/contract'
import type { AddressPolicy } from '@polyparse/outbound'
import { checkUrl } from '@polyparse/outbound'
import type { ProviderCatalog } from '@polyparse/providers/port'
import type { Provider } from '@polyparse/providers/port'
import { maxErrors, validationError } from '../problems.ts'
import { deliveryErrors, webhookErrors } from './job-request.ts'
import { createCheck } from '../field-errors.ts'
import { escalationErrors } from './escalation-errors.ts'
import { modelErrors } from './model-errors.ts'
import { optionError } from './option-error.ts'

type ConfigurationRequest = {
  readonly request: CanonicalRequest
  readonly url: string | null
  readonly mediaType: string | null
  readonly nameOf: (parameter: keyof JobParameters) => string
}

/** The providers that will run. */
export type Chosen = {
  /** The providers in the order of the result. */
  readonly providers: readonly string[]
  /** The providers to try after the one of a parse, in this order; null when there are none. */
  readonly fallback: readonly string[] | null
}

type Configuration = { readonly catalog: ProviderCatalog; readonly addressPolicy: AddressPolicy }

/**
 * Checks a request against what this installation offers; nothing here enters the fingerprint.
 * @throws {ProblemError} that names what is not offered.
 */
export const chooseProviders = (asked: ConfigurationRequest, { catalog, addressPolicy }: Configuration): Chosen => {
  const { request, nameOf } = asked
  const errors: FieldError[] = []

  const find = (id: string, parameter: keyof JobParameters): Provider[] => {
    const entry = catalog.entries.find((each) => each.id === id)
    const provider = catalog.enabled.get(id)
    if (provider !== undefined) return [provider]
    const missing = entry?.missing === undefined ? '' : `; ${entry.missing} is missing`
    const message = entry === undefined ? 'is not a known provider' : `is not enabled${missing}`
    errors.push({ field: nameOf(parameter), message: `names ${quoteProviderId(id)}, which ${message}` })
    return []
  }

  const chosen = chosenIds(request, catalog).flatMap((id) =>
    find(id, request.operation === 'parse' ? 'provider' : 'providers'),
  )
  const others = (request.fallback ?? []).filter((id) => !chosen.some((provider) => provider.id === id))
  const fallback = others.flatMap((id) => find(id, 'fallback'))
  for (const [id, options] of Object.entries(request.providerOptions)) {
    if (errors.length >= maxErrors) break
    for (const provider of find(id, 'providerOptions'))
      errors.push(...optionErrors(provider, options, nameOf('providerOptions')))
  }
  errors.push(...modelErrors(asked, catalog), ...escalationErrors(asked, chosen, catalog))
  errors.push(
    ...outputErrors(request, chosen, nameOf('outputs')),
    ...fallback.flatMap((provider) => outputErrors(request, [provider], nameOf('outputs'))),
    ...addressErrors(asked.url, addressPolicy),
    ...webhookErrors(request.webhook, addressPolicy, nameOf),
    ...deliveryErrors(request.deliver, addressPolicy, nameOf),
  )

  if (errors.length > 0) throw validationError(errors)
  return {
    providers: chosen.map(({ id }) => id),
    fallback: fallback.length === 0 ? null : fallback.map(({ id }) => id),
  }
}

const quoteProviderId = (id: string): string => JSON.stringify(id)

const chosenIds = (request: CanonicalRequest, catalog: ProviderCatalog): readonly string[] =>
  request.operation === 'parse'
    ? [request.provider ?? catalog.defaultProvider]
    : (request.providers ?? catalog.comparedProviders)

/** A parse needs its provider to declare every output; a compare needs one provider for each. */
const outputErrors = (
  { operation, outputs }: CanonicalRequest,
  chosen: readonly Provider[],
  field: string,
): FieldError[] =>
  chosen.length === 0
    ? []
    : outputs
        .filter((output) => !chosen.some(({ capabilities }) => capabilities.outputs.includes(output)))
        .map((output) => ({
          field,
          message:
            operation === 'parse'
              ? `has ${output}, which ${chosen[0]?.id ?? ''} does not offer`
              : `has ${output}, which no chosen provider offers`,
        }))

const addressErrors = (url: string | null, policy: AddressPolicy): FieldError[] => {
  const refusal = url === null ? null : checkUrl(url, policy)
  return refusal !== null && 'reason' in refusal ? [{ field: 'source.url', message: refusal.reason }] : []
}

type Check = ReturnType<typeof createCheck>

const checks = new WeakMap<object, Check>()

/** The mistakes in the options of one provider by its own schema. */
const optionErrors = (
  { id, options: schema }: Provider,
  options: Readonly<Record<string, unknown>>,
  parameter: string,
): FieldError[] => {
  if (schema === 'passthrough') return []
  const check: Check = checks.get(schema) ?? createCheck(schema)
  checks.set(schema, check)
  const checked = check(options)
  if (!('errors' in checked)) return []
  return checked.errors.map(({ field, message }) =>
    optionError(parameter, field === 'body' ? id : `${id}.${field}`, message),
  )
}
