import { dropTrace, takeTraces, type VendorTrace } from '../../jobs/vendor-traces.ts'
import { isRemote, ProviderFailure } from '../../providers/provider.ts'
import type { WorkerParts } from '../parts.ts'
import { callProvider } from './call.ts'

/** More than a day of tries: what is there by then goes when the vendor's own time for it is over. */
const maxAttempts = 32

const forgetSeconds = 20

/**
 * Has vendors delete what they keep of runs that have ended: of one run, or of all whose time has come. One that cannot
 * be asked is asked again by the janitor. Resolves to how much they have forgotten.
 */
export const forgetTraces = async (parts: WorkerParts, runId: string | null = null): Promise<number> => {
  const traces = await takeTraces(parts.database, { runId })
  const outcomes = await Promise.all(traces.map((trace) => forget(parts, trace)))
  return outcomes.filter((forgotten) => forgotten).length
}

const forget = async (parts: WorkerParts, trace: VendorTrace): Promise<boolean> => {
  const { database, providers } = parts
  const logger = parts.logger.child({ runId: trace.runId, provider: trace.provider })
  const provider = providers.get(trace.provider)
  const ask = provider !== undefined && isRemote(provider) ? provider.forget?.bind(provider) : undefined
  try {
    if (provider === undefined || !isRemote(provider) || ask === undefined)
      throw new ProviderFailure('provider_unavailable', `${trace.provider} is not enabled.`)
    await callProvider(provider, 'forget', forgetSeconds, (own) => ask(trace.reference, own))
    await dropTrace(database, trace.id)
    return true
  } catch (error) {
    if (trace.attempts < maxAttempts) {
      logger.info({ err: error }, 'the vendor has not deleted what it keeps, it will be asked again')
    } else {
      logger.error({ err: error }, 'the vendor would not delete what it keeps')
      await dropTrace(database, trace.id)
    }
    return false
  }
}
