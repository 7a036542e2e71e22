import type { CatalogEntry } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { pricePerPage } from './price.ts'
import { isRemote, type Provider } from './provider.ts'

/** A provider that this installation knows but does not use. */
export type MissingProvider = Pick<Provider, 'id' | 'name' | 'capabilities'> & {
  /** The setting that would enable it; null if the operator has disabled it. */
  readonly missing: string | null
}

/** All providers: as served to callers, and those that can be used. */
export type ProviderCatalog = {
  readonly entries: readonly CatalogEntry[]
  /** The providers by id, in the order of the catalog. */
  readonly enabled: ReadonlyMap<string, Provider>
  /** The id of the provider of a parse job that names none; always an enabled one. */
  readonly defaultProvider: string
  /** The ids of the providers of a compare job that names none. */
  readonly comparedProviders: readonly string[]
}

/**
 * The provider in `escalateTo` is the one that a job escalates to when it names none.
 * @throws {RangeError} when two providers have the same id or the default is not enabled.
 */
export const createCatalog = (
  providers: readonly (Provider | MissingProvider)[],
  defaultProvider: string,
  { escalateTo = null }: { readonly escalateTo?: string | null } = {},
): ProviderCatalog => {
  const enabled = new Map(providers.filter(isEnabled).map((provider) => [provider.id, provider]))
  if (new Set(providers.map(({ id }) => id)).size < providers.length) {
    throw new RangeError('Two providers have the same id.')
  }
  if (!enabled.has(defaultProvider)) {
    throw new RangeError(
      `The default provider "${defaultProvider}" is not enabled; those enabled are ${[...enabled.keys()].join(', ')}.`,
    )
  }
  const entries = providers.map((provider): CatalogEntry => {
    const { id, name, capabilities } = provider
    const isDefault = id === defaultProvider
    if (!isEnabled(provider)) {
      const { missing } = provider
      return { id, name, capabilities, default: isDefault, enabled: false, ...(missing !== null && { missing }) }
    }
    const mediaTypes = [...provider.mediaTypes]
    const more = {
      ...catalogOptionsOfProvider(provider, escalateTo),
      ...catalogLimitsOfProvider(provider),
      ...priceOf(provider),
      ...(provider.derived === true && { derived: true }),
    }
    return { id, name, capabilities, mediaTypes, ...more, default: isDefault, enabled: true }
  })
  const comparedProviders = [...enabled.values()].filter(({ derived }) => derived !== true).map(({ id }) => id)
  return { entries, enabled, defaultProvider, comparedProviders }
}

/** The schema of the options, none where the vendor checks them. */
const catalogOptionsOfProvider = (
  { options, escalationOption }: Provider,
  escalateTo: string | null,
): Pick<CatalogEntry, 'options'> => {
  if (options === 'passthrough') return {}
  if (escalationOption === undefined || escalateTo === null || !Type.IsObject(options))
    return { options: { ...options } }
  const option = { ...options.properties[escalationOption], default: escalateTo }
  return { options: { ...options, properties: { ...options.properties, [escalationOption]: option } } }
}

/** The limits of a vendor that concern callers. */
const catalogLimitsOfProvider = (provider: Provider): Pick<CatalogEntry, 'limits'> => {
  if (!isRemote(provider)) return {}
  const { bytes, pages } = provider.limits
  if (bytes === undefined && pages === undefined) return {}
  return { limits: { ...(bytes !== undefined && { bytes }), ...(pages !== undefined && { pages }) } }
}

/** The price as callers need it to estimate a cost: from the options that the operator has set. */
const priceOf = (provider: Provider): Pick<CatalogEntry, 'price'> => {
  if (!isRemote(provider) || provider.price === undefined) return {}
  const { byOption } = provider.price
  const perPage = pricePerPage(provider, { options: provider.defaultOptions ?? {} })
  return { price: { currency: 'USD', perPage, ...(byOption !== undefined && { byOption }) } }
}

const isEnabled = (provider: Provider | MissingProvider): provider is Provider => !('missing' in provider)
