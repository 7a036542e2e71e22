import { isRemote, type Provider } from './provider.ts'

/**
 * How many runs each provider may work on at once, over all workers: the operator's setting, else the vendor's own
 * limit. A provider without an entry has no limit.
 */
export const concurrencyLimits = (
  providers: Iterable<Provider>,
  settings: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const own = [...providers].filter(isRemote).map(({ id, limits }): [string, number] => [id, limits.concurrency])
  return new Map([...own, ...settings])
}
