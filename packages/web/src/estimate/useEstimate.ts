import type { JobParameters } from '@polyparse/contract'
import { useMemo } from 'react'
import { passwordIn } from '../request/secrets.ts'
import type { ChosenSource } from '../request/source.ts'
import { useSession } from '../session/session.tsx'
import { chargingProviders, estimate, type Estimate } from './estimate.ts'
import { useLimits } from './useLimits.ts'
import { usePageCounts } from './usePageCounts.ts'

/** Returns what the job would cost; `counting` until the pages are counted, null if no provider charges. */
export const useEstimate = (
  sources: readonly ChosenSource[],
  parameters: JobParameters | null,
): Estimate | 'counting' | null => {
  const { providers: catalog } = useSession()
  const charges = useMemo(
    () => parameters !== null && chargingProviders(parameters, catalog).length > 0,
    [parameters, catalog],
  )
  const documents = usePageCounts(sources, parameters === null ? null : passwordIn(parameters), charges)
  const limits = useLimits(charges, sources)
  return useMemo(() => {
    if (parameters === null || !charges) return null
    return documents === null ? 'counting' : estimate(documents, parameters, { catalog, limits })
  }, [documents, parameters, charges, catalog, limits])
}
