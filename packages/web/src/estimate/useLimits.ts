import type { UsageLimits } from '@polyparse/contract'
import { useEffect, useState } from 'react'
import { useSession } from '../session/session.tsx'

/**
 * The limits of spending that hold now, read again whenever `again` changes. None while they are unknown: the service
 * holds every job to them in any case.
 */
export const useLimits = (isWanted: boolean, again: unknown): UsageLimits => {
  const { client } = useSession()
  const [limits, setLimits] = useState<UsageLimits>({})
  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    client.usage(abort.signal).then(
      (usage) => setLimits(usage.limits ?? {}),
      () => setLimits({}),
    )
    return () => abort.abort()
  }, [client, isWanted, again])
  return limits
}
