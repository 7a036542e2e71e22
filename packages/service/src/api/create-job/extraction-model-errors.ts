import type { CanonicalRequest, FieldError, JobParameters } from '@polyparse/contract'
import { isRemote, type ProviderCatalog } from '@polyparse/providers/port'

type ExtractionModelRequest = {
  readonly request: Pick<CanonicalRequest, 'extraction'>
  readonly nameOf: (parameter: keyof JobParameters) => string
}

/** The mistakes in naming models that are to fill the schema. */
export const extractionModelErrors = (
  { request: { extraction }, nameOf }: ExtractionModelRequest,
  { enabled, entries }: ProviderCatalog,
): FieldError[] => {
  const able = [...enabled.values()].filter((provider) => isRemote(provider) && provider.answerInJson !== undefined)
  const ids = ['local', ...able.map(({ id }) => id)]
  const { model, models = [] } = extraction ?? {}
  const named = [
    ...(model === undefined ? [] : [{ id: model, field: 'model', place: '' }]),
    ...models.map((id, index) => ({ id, field: 'models', place: ` at index ${index}` })),
  ]
  return named
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, field, place }) => {
      const entry = entries.find((each) => each.id === id)
      const why =
        entry === undefined
          ? 'is not a known provider'
          : enabled.has(id)
            ? 'has no model that fills schemas'
            : `is not enabled${entry.missing === undefined ? '' : ` (${entry.missing} is missing)`}`
      const message = `names ${JSON.stringify(id)}${place}, which ${why}; allowed are ${ids.join(', ')}`
      return { field: `${nameOf('extraction')}.${field}`, message }
    })
}
