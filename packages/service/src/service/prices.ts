import type { VendorId } from '../config/vendor-rows.ts'
import type { Price } from '../providers/provider.ts'

/**
 * About what vendors charge for a page, in US dollars, for the way of reading that the adapter asks for by itself; null
 * where nobody charges. They are there to keep ceilings, not to write bills, and only those of Mistral and of LlamaParse's
 * credits were checked: what is really paid is for the operator to set (`POLYPARSE_PROVIDER_PRICES`).
 */
export const prices: Readonly<Record<VendorId, Price | null>> = {
  // 1, 3, 10 and 45 credits of 0.00125 USD.
  llamaparse: {
    perPage: 0.00375,
    byOption: {
      option: 'tier',
      prices: { fast: 0.00125, cost_effective: 0.00375, agentic: 0.0125, agentic_plus: 0.05625 },
    },
  },
  mistralOcr: { perPage: 0.004 },
  datalab: { perPage: 0.006 },
  reducto: { perPage: 0.03 },
  azureDocumentIntelligence: { perPage: 0.01 },
  unstructured: { perPage: 0.03 },
  doclingServe: null,
  upstage: { perPage: 0.01 },
}
