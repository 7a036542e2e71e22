import type { CanonicalRequest, FieldError, JobParameters } from '@polyparse/contract'
import { isRemote, type ProviderCatalog } from '@polyparse/providers/port'

type AskedModelRequest = {
  readonly request: Pick<CanonicalRequest, 'extraction' | 'classification'>
  readonly nameOf: (parameter: keyof JobParameters) => string
}

/** The mistakes in naming models that are to fill the schema, or to give labels. */
export const modelErrors = (
  { request: { extraction, classification }, nameOf }: AskedModelRequest,
  { enabled, entries }: ProviderCatalog,
): FieldError[] => {
  const able = [...enabled.values()].filter((provider) => isRemote(provider) && provider.answerInJson !== undefined)
  const ids = ['local', ...able.map(({ id }) => id)]
  const named = [
    { id: extraction?.model ?? 'local', field: `${nameOf('extraction')}.model`, place: '' },
    ...(extraction?.models ?? []).map((id, index) => ({
      id,
      field: `${nameOf('extraction')}.models`,
      place: ` at index ${index}`,
    })),
    { id: classification?.model ?? 'local', field: `${nameOf('classification')}.model`, place: '' },
  ]
  return named
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, field, place }) => {
      const entry = entries.find((each) => each.id === id)
      const why =
        entry === undefined
          ? 'is not a known provider'
          : enabled.has(id)
            ? 'has no model that answers questions'
            : `is not enabled${entry.missing === undefined ? '' : ` (${entry.missing} is missing)`}`
      return { field, message: `names ${JSON.stringify(id)}${place}, which ${why}; allowed are ${ids.join(', ')}` }
    })
}
