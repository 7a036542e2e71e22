import { adapterIdOf, ProviderFailure, type Provider } from '@polyparse/providers/port'

/**
 * References are understood by the adapter that they are from, and may be sent to no other vendor. `adapter`: the one
 * that has asked; null: unknown.
 * @throws {ProviderFailure} when the id of the provider is bound to another one now.
 */
export const requireAdapter = (provider: Pick<Provider, 'id' | 'adapter'>, adapter: string | null): void => {
  const now = adapterIdOf(provider)
  if (adapter === null || adapter === now) return
  throw new ProviderFailure(
    'provider_unavailable',
    `${provider.id} was bound to ${adapter} when the document was sent there, and is bound to ${now} now.`,
  )
}
