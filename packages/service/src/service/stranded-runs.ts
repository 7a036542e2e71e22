import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { countOpenRuns, type OpenRuns } from '../jobs/open-runs.ts'
import { adapterIdOf, type Provider } from '@polyparse/providers/port'

/** Runs that cannot go on: their provider is not enabled any more, or its id is bound to another adapter. */
export const strandedRuns = (
  open: readonly OpenRuns[],
  providers: ReadonlyMap<string, Pick<Provider, 'id' | 'adapter'>>,
): readonly (OpenRuns & { readonly boundTo: string | null })[] =>
  open.flatMap((runs) => {
    const provider = providers.get(runs.provider)
    const boundTo = provider === undefined ? null : adapterIdOf(provider)
    return boundTo === null || (runs.adapter !== null && runs.adapter !== boundTo) ? [{ ...runs, boundTo }] : []
  })

/** Says at the start which runs will end because of the settings, so that the operator can undo the change first. */
export const warnOfStrandedRuns = async (
  database: Database,
  providers: ReadonlyMap<string, Pick<Provider, 'id' | 'adapter'>>,
  logger: Logger,
): Promise<void> => {
  for (const { provider, adapter, boundTo, count } of strandedRuns(await countOpenRuns(database), providers))
    logger.warn(
      { provider, adapter, boundTo, runs: count },
      boundTo === null
        ? 'unfinished runs will fail: their provider is not enabled; POLYPARSE_PROVIDERS or POLYPARSE_PLUGINS has changed'
        : 'unfinished runs will fail: their provider is bound to another adapter than the one that has the work',
    )
}
