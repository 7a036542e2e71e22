import type { Settings } from '../config.ts'
import { vendorRows, type VendorId } from '../config/vendor-rows.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import { datalab } from '../providers/datalab/datalab.ts'
import { llamaparse } from '../providers/llamaparse/llamaparse.ts'
import { mistralOcr } from '../providers/mistral-ocr/mistral-ocr.ts'
import type { Provider } from '../providers/provider.ts'
import { reducto } from '../providers/reducto/reducto.ts'
import type { VendorAdapter, VendorParts } from '../providers/vendor.ts'

const adapters: readonly { vendor: VendorId; adapter: VendorAdapter; setting: { readonly variable: string } }[] = [
  { vendor: 'llamaparse', adapter: llamaparse, setting: vendorRows.llamaparseKey },
  { vendor: 'mistralOcr', adapter: mistralOcr, setting: vendorRows.mistralOcrKey },
  { vendor: 'datalab', adapter: datalab, setting: vendorRows.datalabKey },
  { vendor: 'reducto', adapter: reducto, setting: vendorRows.reductoKey },
]

/** Vendors that there is a key for; of the others, what would enable them. */
export const openVendors = (
  { vendors, whenUnknown }: Pick<Settings, 'vendors' | 'whenUnknown'>,
  parts: VendorParts,
): (Provider | MissingProvider)[] =>
  adapters.map(({ vendor, adapter, setting }) => {
    const { key, baseUrl } = vendors[vendor]
    if (key === null) return { ...adapter.declaration, missing: setting.variable }
    return adapter.create({ key, baseUrl, whenUnknown }, parts)
  })
