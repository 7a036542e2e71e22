import { isRemote, type Provider } from './provider.ts'

/**
 * On how many runs each provider may be at work at once, over all workers: as the operator says, or else as it says
 * itself. Providers without an entry may be at work on any number.
 */
export const placesOf = (
  providers: Iterable<Provider>,
  settings: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const own = [...providers].filter(isRemote).map(({ id, limits }): [string, number] => [id, limits.concurrency])
  return new Map([...own, ...settings])
}
