import { adapterIdOf, ProviderFailure, type RemoteProvider } from '@polyparse/providers/port'
import type { WorkerParts } from '../parts.ts'

type AccountKeyUse = {
  readonly accountId: string
  /** True if the vendor was asked with the account's own key; null: it has not been asked yet. */
  readonly withAccountKey: boolean | null
}

/**
 * The provider with the account's own key, if it has one. What was begun with one key is followed with that key: the
 * vendor knows it under no other.
 * @throws {ProviderFailure} `provider_unauthorized` when the account's key was removed, or cannot be used.
 */
export const withKeyOfAccount = async (
  { providerKeys, logger }: Pick<WorkerParts, 'providerKeys' | 'logger'>,
  provider: RemoteProvider,
  { accountId, withAccountKey }: AccountKeyUse,
): Promise<RemoteProvider> => {
  const { withKey } = provider
  if (withAccountKey === false || (withKey === undefined && withAccountKey === null)) return provider
  const adapter = adapterIdOf(provider)
  const stored = await providerKeys.read({ accountId, provider: provider.id, adapter })
  if (stored !== null && 'unusable' in stored) {
    logger.error(
      { provider: provider.id, accountId, why: stored.unusable },
      "an account's key for a vendor is unusable",
    )
    throw unauthorized(provider, stored.unusable)
  }
  if (stored !== null && withKey !== undefined)
    return { ...provider, ...(await withKey(stored.key)), hasAccountKey: true }
  if (withAccountKey === true) throw unauthorized(provider, 'was removed while the vendor worked on the document')
  return provider
}

/** Returns what is recorded of who is asked. */
export const askedOf = (provider: RemoteProvider): { readonly adapter: string; readonly accountKey: boolean } => ({
  adapter: adapterIdOf(provider),
  accountKey: provider.hasAccountKey === true,
})

const unauthorized = ({ name }: RemoteProvider, what: string): ProviderFailure =>
  new ProviderFailure('provider_unauthorized', `The account's own key for ${name} ${what}.`, {
    notAccepted: true,
  })
