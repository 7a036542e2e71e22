import type { CatalogEntry } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { UsageError } from '../cli-error.ts'

type Named = {
  readonly provider?: string | undefined
  readonly fallback?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
}

/** The providers that will be used: the named ones, or those that the service takes by itself. */
export const chosenProviders = (
  catalog: readonly CatalogEntry[],
  { provider, fallback, providers }: Named,
  operation: 'parse' | 'compare',
): CatalogEntry[] => {
  const enabled = catalog.filter((entry) => entry.enabled)
  const option = operation === 'compare' ? '--providers' : fallback === undefined ? '--provider' : '--fallback'
  const named = operation === 'compare' ? providers : (fallback ?? (provider && [provider]))
  if (!named) return operation === 'parse' ? enabled.filter((entry) => entry.default) : enabled
  return named.map((id) => {
    const entry = enabled.find((each) => each.id === id)
    if (entry !== undefined) return entry
    const missing = catalog.find((each) => each.id === id)?.missing
    const reason = missing === undefined ? '' : `, which needs ${missing}`
    throw new UsageError(
      `${option} names ${JSON.stringify(id)}${reason}; allowed are ${enabled.map((each) => each.id).join(', ')}.`,
    )
  })
}

/** A parse needs its provider to offer every output, a compare at least one of them for each. */
export const requireOutputs = (
  chosen: readonly CatalogEntry[],
  outputs: readonly OutputId[],
  names: readonly string[] = chosen.map(({ id }) => id),
): void => {
  const offered = new Set(chosen.flatMap(({ capabilities }) => capabilities.outputs))
  const lacking = outputs.filter((output) => !offered.has(output))
  if (lacking.length === 0) return
  throw new UsageError(
    `--outputs names ${lacking.join(', ')}, which ${names.join(', ')} does not offer; allowed are ${[...offered].join(', ')}.`,
  )
}
