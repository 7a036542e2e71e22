import type { Settings } from '../config.ts'
import type { WhenUnknown } from '../config/provider-settings.ts'
import type { SettingValues } from '../lib/setting.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import type { VendorParts } from '../providers/vendor.ts'
import type { VendorSettings } from '../providers/vendor-settings.ts'
import { vendors as knownVendors, type Vendor } from '../providers/vendors.ts'
import { ProviderFailure, type RemoteProvider, type Provider } from '../providers/provider.ts'
import { survey } from '../providers/survey.ts'
import type { AnswerThreads } from '../providers/vendor-answers.ts'

type Given = Pick<Settings, 'vendors' | 'instances' | 'providers' | 'whenUnknown'>
type Parts = Pick<VendorParts, 'sandbox'> & { readonly answers: AnswerThreads }
type Values = SettingValues<VendorSettings>

/** All vendors: those with the settings they need as providers, the others with the setting that is missing. */
export const openVendors = ({ vendors, whenUnknown }: Pick<Given, 'vendors' | 'whenUnknown'>, parts: Parts) =>
  Promise.all(
    knownVendors.map((vendor) => {
      const { id } = vendor.declaration
      return openVendor(vendor, vendors.get(id), { whenUnknown: whenUnknownOf([id], whenUnknown), parts })
    }),
  )

/** The vendors that are bound to ids, each with the settings of its id. */
export const openInstances = async (
  { instances, providers, whenUnknown }: Omit<Given, 'vendors'>,
  parts: Parts,
): Promise<ReadonlyMap<string, Provider | MissingProvider>> => {
  const opened = Array.from(providers, async ([id, adapter]) => {
    const vendor = knownVendors.find(({ declaration }) => declaration.id === adapter)
    const values = instances.get(id)?.settings ?? null
    if (vendor === undefined || values === null) return []
    const own = whenUnknownOf([id, adapter], whenUnknown)
    return [[id, await openVendor(vendor, values, { whenUnknown: own, parts })] as const]
  })
  return new Map((await Promise.all(opened)).flat())
}

/** What the operator has decided for the first of these ids, or for all. */
const whenUnknownOf = (ids: readonly string[], decided: Given['whenUnknown']): WhenUnknown['forAll'] =>
  ids.map((id) => decided?.byProvider.get(id)).find((one) => one !== undefined) ?? decided?.forAll ?? null

const openVendor = async (
  { declaration, load }: Vendor,
  values: Values | undefined,
  { whenUnknown, parts: { sandbox, answers } }: { whenUnknown: WhenUnknown['forAll']; parts: Parts },
): Promise<Provider | MissingProvider> => {
  const { id, name, capabilities, settings, needs, price, whenUnknown: own = 'fail' } = declaration
  const missing = needs.find((need) => (values?.[need] ?? null) === null)
  if (missing !== undefined) return { id, name, capabilities, missing: settings[missing]?.variable ?? missing }
  const { model, profile, pagesAtOnce, inputPrice, outputPrice } = values ?? {}
  const isPriced = typeof inputPrice === 'number' || typeof outputPrice === 'number'
  const access = {
    key: values?.key ?? '',
    baseUrl: values?.baseUrl ?? '',
    whenUnknown: whenUnknown ?? own,
    ...(typeof model === 'string' && { model }),
    ...(typeof profile === 'string' && { profile }),
    ...(typeof pagesAtOnce === 'number' && { pagesAtOnce }),
    ...(isPriced && { prices: { input: inputPrice ?? 0, output: outputPrice ?? 0 } }),
  }
  const adapter = await load()
  const provider = adapter.create(access, { sandbox, answers: answers.of(declaration) })
  return { ...provider, ...(price !== null && { price, countPages: pageCounter(sandbox) }) }
}

/**
 * Counts the pages that a vendor would read, as far as that is possible here: documents with an unknown password cannot
 * be opened.
 */
const pageCounter =
  (sandbox: VendorParts['sandbox']): NonNullable<RemoteProvider['countPages']> =>
  async (request, signal) => {
    try {
      const { pages, pageCount } = await survey(request, sandbox, signal)
      return pages?.length ?? pageCount
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'document_encrypted') return null
      throw error
    }
  }
