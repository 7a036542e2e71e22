import type { Settings } from '../config.ts'
import { vendorRows, type VendorId, type VendorSettings, type WhenUnknown } from '../config/vendor-rows.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import { azureDocumentIntelligence } from '../providers/azure-document-intelligence/azure-document-intelligence.ts'
import { pageCounter } from '../providers/count-pages.ts'
import { datalab } from '../providers/datalab/datalab.ts'
import { doclingServe } from '../providers/docling-serve/docling-serve.ts'
import { llamaparse } from '../providers/llamaparse/llamaparse.ts'
import { mistralOcr } from '../providers/mistral-ocr/mistral-ocr.ts'
import type { Provider } from '../providers/provider.ts'
import { reducto } from '../providers/reducto/reducto.ts'
import { unstructured } from '../providers/unstructured/unstructured.ts'
import { upstage } from '../providers/upstage/upstage.ts'
import type { VendorAdapter, VendorParts } from '../providers/vendor.ts'
import { prices } from './prices.ts'

type Vendor = {
  readonly vendor: VendorId
  readonly adapter: VendorAdapter
  /** What it needs, of `key` and `baseUrl`, by the settings that tell callers what is missing. */
  readonly needs: Partial<Record<keyof VendorSettings, { readonly variable: string }>>
  /** What is done when an outcome is unknown and the operator has not said; whoever charges is not asked again. */
  readonly whenUnknown?: WhenUnknown
}

const adapters: readonly Vendor[] = [
  { vendor: 'llamaparse', adapter: llamaparse, needs: { key: vendorRows.llamaparseKey } },
  { vendor: 'mistralOcr', adapter: mistralOcr, needs: { key: vendorRows.mistralOcrKey } },
  { vendor: 'datalab', adapter: datalab, needs: { key: vendorRows.datalabKey } },
  { vendor: 'reducto', adapter: reducto, needs: { key: vendorRows.reductoKey } },
  {
    vendor: 'azureDocumentIntelligence',
    adapter: azureDocumentIntelligence,
    needs: {
      key: vendorRows.azureDocumentIntelligenceKey,
      baseUrl: vendorRows.azureDocumentIntelligenceBaseUrl,
    },
  },
  { vendor: 'unstructured', adapter: unstructured, needs: { key: vendorRows.unstructuredKey } },
  {
    vendor: 'doclingServe',
    adapter: doclingServe,
    needs: { baseUrl: vendorRows.doclingServeBaseUrl },
    whenUnknown: 'retry',
  },
  { vendor: 'upstage', adapter: upstage, needs: { key: vendorRows.upstageKey } },
]

/** Vendors that have what they need; of the others, what would enable them. */
export const openVendors = (
  { vendors, whenUnknown }: Pick<Settings, 'vendors' | 'whenUnknown'>,
  parts: VendorParts,
): (Provider | MissingProvider)[] =>
  adapters.map(({ vendor, adapter, needs, whenUnknown: own = 'fail' }) => {
    const { key, baseUrl } = vendors[vendor]
    const missing = (key === null ? needs.key : undefined) ?? (baseUrl === null ? needs.baseUrl : undefined)
    if (missing !== undefined) return { ...adapter.declaration, missing: missing.variable }
    const access = { key: key ?? '', baseUrl: baseUrl ?? '', whenUnknown: whenUnknown ?? own }
    const price = prices[vendor]
    return { ...adapter.create(access, parts), ...(price !== null && { price, countPages: pageCounter(parts) }) }
  })
