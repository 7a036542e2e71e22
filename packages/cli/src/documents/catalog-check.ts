import type { CatalogEntry } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { UsageError } from '../cli-error.ts'
import { didYouMean } from '../service/known-providers.ts'

type Selection = {
  readonly provider?: string | undefined
  readonly fallback?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
}

/** The providers that will be used: the selected ones, or the service's defaults. */
export const providersInCatalog = (
  catalog: readonly CatalogEntry[],
  { provider, fallback, providers }: Selection,
  operation: 'parse' | 'compare',
): CatalogEntry[] => {
  const enabled = catalog.filter((entry) => entry.enabled)
  const option = operation === 'compare' ? '--providers' : fallback === undefined ? '--provider' : '--fallback'
  const named = operation === 'compare' ? providers : (fallback ?? (provider && [provider]))
  if (!named) return enabled.filter((entry) => (operation === 'parse' ? entry.default : entry.derived !== true))
  return named.map((id) => {
    const entry = enabled.find((each) => each.id === id)
    if (entry !== undefined) return entry
    const missing = catalog.find((each) => each.id === id)?.missing
    const reason = missing === undefined ? '' : `, as it needs ${missing}`
    throw new UsageError(
      `${option}: ${JSON.stringify(id)} is not available${reason}; choose from ${enabled.map((each) => each.id).join(', ')}.${didYouMean(
        id,
        enabled.map((each) => each.id),
      )}`,
    )
  })
}

/** A parse needs a provider that offers every output; a compare needs at least one provider for each output. */
export const requireOutputs = (
  chosen: readonly CatalogEntry[],
  outputs: readonly OutputId[],
  names: readonly string[] = chosen.map(({ id }) => id),
): void => {
  const offered = new Set(chosen.flatMap(({ capabilities }) => capabilities.outputs))
  const missing = outputs.filter((output) => !offered.has(output))
  if (missing.length === 0) return
  throw new UsageError(
    `--outputs: ${names.join(', ')} cannot produce ${missing.join(', ')}; choose from ${[...offered].join(', ')}.`,
  )
}
