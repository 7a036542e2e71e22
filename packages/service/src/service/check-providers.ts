import { VendorAnswerError } from '@polyparse/providers/composition'
import { isRemote, ProviderFailure, type Provider, type RemoteProvider } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { readAll } from './adapters.ts'
import { enabledOf, noEngines, openProviders } from './providers.ts'

/** The answer of a vendor about itself, and the fault of its settings; null where there is none. */
export type ProviderCheck = {
  readonly provider: string
  readonly name: string
  readonly says: string | null
  readonly problem: string | null
}

/** The time for one vendor. */
const maxMs = 60_000

/**
 * Asks each vendor that the environment enables, all at once, without sending a document.
 * @throws {SettingsError}
 */
export const checkProviders = async (environment: NodeJS.ProcessEnv): Promise<readonly ProviderCheck[]> => {
  await using opened = new AsyncDisposableStack()
  const answers = opened.adopt(createAnswerThreads({ maxMebibytes: 64 }), (threads) => threads.close())
  const { settings, moreAdapters } = await readAll(environment)
  const parts = { sandbox: noEngines, answers, moreAdapters, moreProviders: [] }
  return checkEach(enabledOf(await openProviders(settings, parts)))
}

/** The same for providers that are open. */
export const checkEach = (providers: readonly Provider[]): Promise<ProviderCheck[]> =>
  Promise.all(providers.filter(isRemote).map(check))

const check = async (provider: RemoteProvider): Promise<ProviderCheck> => {
  const { id, name } = provider
  try {
    const says = (await provider.check?.(AbortSignal.timeout(maxMs))) ?? null
    return { provider: id, name, says, problem: null }
  } catch (error) {
    return { provider: id, name, says: null, problem: reasonOfFailedCheck(error, name) }
  }
}

/** Words the reason for the operator, who may know more than callers: also what a vendor says about the account. */
const reasonOfFailedCheck = (error: unknown, name: string): string => {
  if (!(error instanceof ProviderFailure)) return `${name} did not answer within ${maxMs / 1000} s.`
  const { message, cause } = error
  const isSaid = cause instanceof Error && (cause instanceof VendorAnswerError || error.transient)
  return isSaid && !message.includes('“') ? `${message} (${cause.message})` : message
}
