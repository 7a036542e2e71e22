import { UnusableKeyError } from '../../accounts/provider-keys.ts'
import { adapterIdOf, ProviderFailure, type RemoteProvider } from '../../providers/provider.ts'
import type { WorkerParts } from '../parts.ts'

type Asked = {
  readonly accountId: string
  /** Whether the vendor was asked with the account's own key; null: it has not been asked yet. */
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
  { accountId, withAccountKey }: Asked,
): Promise<RemoteProvider> => {
  const { withKey } = provider
  if (withAccountKey === false || (withKey === undefined && withAccountKey === null)) return provider
  const adapter = adapterIdOf(provider)
  const key = await providerKeys.read({ accountId, provider: provider.id, adapter }).catch((error: unknown) => {
    if (!(error instanceof UnusableKeyError)) throw error
    logger.error({ err: error, provider: provider.id, accountId }, "an account's key for a vendor cannot be used")
    throw unauthorized(provider, error.message, error)
  })
  if (key !== null && withKey !== undefined) return { ...provider, ...(await withKey(key)), hasAccountKey: true }
  if (withAccountKey === true) throw unauthorized(provider, 'was removed while the vendor worked on the document')
  return provider
}

/** What is recorded of who is asked. */
export const askedOf = (provider: RemoteProvider): { readonly adapter: string; readonly accountKey: boolean } => ({
  adapter: adapterIdOf(provider),
  accountKey: provider.hasAccountKey === true,
})

const unauthorized = ({ name }: RemoteProvider, what: string, cause?: unknown): ProviderFailure =>
  new ProviderFailure('provider_unauthorized', `The account's own key for ${name} ${what}.`, {
    notAccepted: true,
    cause,
  })
