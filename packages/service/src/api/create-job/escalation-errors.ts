import type { FieldError, JobParameters, CanonicalRequest } from '@polyparse/contract'
import type { ProviderCatalog } from '@polyparse/providers/port'
import type { Provider } from '@polyparse/providers/port'
import { optionError } from './option-error.ts'

type EscalationRequest = {
  readonly request: CanonicalRequest
  readonly mediaType: string | null
  readonly nameOf: (parameter: keyof JobParameters) => string
}

/** The mistakes in naming a provider that is to read pages of which the provider of the job is not sure. */
export const escalationErrors = (
  { request, mediaType, nameOf }: EscalationRequest,
  chosen: readonly Provider[],
  { enabled, entries }: ProviderCatalog,
): FieldError[] => {
  const errorsOf = (own: Provider, option: string): FieldError[] =>
    Object.entries(request.providerOptions).flatMap(([id, options]) => {
      const named = options[option]
      if (named === undefined) return []
      const isOwn = id === own.id && request.operation === 'parse' && chosen[0]?.id === id
      // Vendors take any option, and other providers have refused this one already.
      if (!isOwn && id !== own.id && enabled.get(id)?.options !== 'passthrough') return []
      const mistake = isOwn
        ? whyNot(named, knownType(own, mediaType), { enabled, entries })
        : `is only for a parse with the provider ${own.id}`
      return mistake === null ? [] : [optionError(nameOf('providerOptions'), `${id}.${option}`, mistake)]
    })
  return [...enabled.values()].flatMap((own) =>
    own.escalationOption === undefined ? [] : errorsOf(own, own.escalationOption),
  )
}

/** A type that the own provider does not know may be misdeclared: then the bytes decide, later. */
const knownType = ({ mediaTypes }: Provider, mediaType: string | null): string | null =>
  mediaType !== null && mediaTypes.includes(mediaType) ? mediaType : null

type EscalationCatalog = Pick<ProviderCatalog, 'enabled' | 'entries'>

const whyNot = (named: unknown, type: string | null, known: EscalationCatalog): string | null => {
  // The schema of the options has refused it.
  if (typeof named !== 'string' || named === '') return null
  const able = [...known.enabled.values()].filter(
    ({ escalationOption, mediaTypes }) =>
      escalationOption === undefined && (type === null || mediaTypes.includes(type)),
  )
  const ids = able.map(({ id }) => id)
  if (ids.includes(named)) return null
  const allowed = ids.length === 0 ? 'none can be named' : `allowed are ${ids.join(', ')}`
  return `names ${JSON.stringify(named)}, which ${reasonAgainstEscalation(named, type, known)}; ${allowed}`
}

const reasonAgainstEscalation = (
  named: string,
  type: string | null,
  { enabled, entries }: EscalationCatalog,
): string => {
  const provider = enabled.get(named)
  if (provider?.escalationOption !== undefined) return 'is not another provider'
  if (provider !== undefined) return `does not read documents of the type ${type}`
  const entry = entries.find(({ id }) => id === named)
  if (entry === undefined) return 'is not a known provider'
  return entry.missing === undefined ? 'is not enabled' : `is not enabled (${entry.missing} is missing)`
}
