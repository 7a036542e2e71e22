import { claimArtifacts, dropArtifact, type VendorArtifact } from '../../jobs/vendor-artifacts.ts'
import { isRemote, ProviderFailure, type RemoteProvider } from '@polyparse/providers/port'
import type { WorkerParts } from '../parts.ts'
import { withKeyOfAccount } from './account-key.ts'
import { callProvider } from './call.ts'
import { requireAdapter } from './require-adapter.ts'

/** More than a day of attempts. Whatever the vendor still has after that expires by the vendor's own rules. */
const maxAttempts = 32

const forgetSeconds = 20

/**
 * Has vendors delete the artifacts of ended runs, of one run or of all that are due, and returns how many they deleted.
 * Those that could not be deleted are left to the janitor.
 */
export const forgetArtifacts = async (parts: WorkerParts, runId: string | null = null): Promise<number> => {
  const artifacts = await claimArtifacts(parts.database, { runId })
  const outcomes = await Promise.all(artifacts.map((artifact) => forget(parts, artifact)))
  return outcomes.filter((forgotten) => forgotten).length
}

const forget = async (parts: WorkerParts, artifact: VendorArtifact): Promise<boolean> => {
  const { database, providers } = parts
  const logger = parts.logger.child({ runId: artifact.runId, provider: artifact.provider })
  const provider = providers.get(artifact.provider)
  try {
    if (provider === undefined || !isRemote(provider))
      throw new ProviderFailure('provider_unavailable', `${artifact.provider} is not enabled.`)
    requireAdapter(provider, artifact.adapter)
    const ask = await forgettingOf(parts, provider, artifact.accountId)
    await callProvider(provider, 'forget', forgetSeconds, (own) => ask(artifact.reference, own))
    await dropArtifact(database, artifact.id)
    return true
  } catch (error) {
    if (artifact.attempts < maxAttempts) {
      logger.info({ err: error }, 'the vendor did not delete an artifact, will retry')
    } else {
      logger.error({ err: error }, 'the vendor did not delete an artifact, giving up')
      await dropArtifact(database, artifact.id)
    }
    return false
  }
}

/** Returns how the vendor is asked, with the key of the account if that has sent the document. */
const forgettingOf = async (
  parts: WorkerParts,
  provider: RemoteProvider,
  accountId: string | null,
): Promise<NonNullable<RemoteProvider['forget']>> => {
  const asking =
    accountId === null ? provider : await withKeyOfAccount(parts, provider, { accountId, withAccountKey: true })
  const forget = asking.forget?.bind(asking)
  if (forget === undefined) throw new ProviderFailure('provider_unavailable', `${provider.id} deletes nothing.`)
  return forget
}
