import type { CanonicalRequest, FieldError, JobParameters } from '@polyparse/contract'
import { isRemote, type ProviderCatalog } from '@polyparse/providers/port'

type ExtractionModelRequest = {
  readonly request: Pick<CanonicalRequest, 'extraction'>
  readonly nameOf: (parameter: keyof JobParameters) => string
}

/** The mistake in naming a model that is to fill the schema, if any. */
export const extractionModelErrors = (
  { request: { extraction }, nameOf }: ExtractionModelRequest,
  { enabled, entries }: ProviderCatalog,
): FieldError[] => {
  const model = extraction?.model ?? 'local'
  if (model === 'local') return []
  const able = [...enabled.values()].filter((provider) => isRemote(provider) && provider.answerInJson !== undefined)
  const ids = ['local', ...able.map(({ id }) => id)]
  if (ids.includes(model)) return []
  const entry = entries.find(({ id }) => id === model)
  const why =
    entry === undefined
      ? 'is not a known provider'
      : enabled.has(model)
        ? 'has no model that fills schemas'
        : `is not enabled${entry.missing === undefined ? '' : ` (${entry.missing} is missing)`}`
  const message = `names ${JSON.stringify(model)}, which ${why}; allowed are ${ids.join(', ')}`
  return [{ field: `${nameOf('extraction')}.model`, message }]
}
