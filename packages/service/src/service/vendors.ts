import type { Settings } from '../config.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import { pageCounter } from '../providers/count-pages.ts'
import type { Provider } from '../providers/provider.ts'
import type { VendorParts } from '../providers/vendor.ts'
import { vendors as knownVendors } from '../providers/vendors.ts'

/** All vendors: those that have the settings they need as providers, of the others the setting that is missing. */
export const openVendors = (
  { vendors, whenUnknown }: Pick<Settings, 'vendors' | 'whenUnknown'>,
  parts: VendorParts,
): Promise<(Provider | MissingProvider)[]> =>
  Promise.all(
    knownVendors.map(async ({ declaration, load }): Promise<Provider | MissingProvider> => {
      const { id, name, capabilities, settings, needs, price, whenUnknown: own = 'fail' } = declaration
      const values = vendors.get(id)
      const missing = needs.find((need) => (values?.[need] ?? null) === null)
      if (missing !== undefined) return { id, name, capabilities, missing: settings[missing].variable }
      const access = { key: values?.key ?? '', baseUrl: values?.baseUrl ?? '', whenUnknown: whenUnknown ?? own }
      const adapter = await load()
      return { ...adapter.create(access, parts), ...(price !== null && { price, countPages: pageCounter(parts) }) }
    }),
  )
