import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { vendorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const llamaParseDeclaration: VendorDeclaration = {
  id: 'llamaparse',
  name: 'LlamaParse',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection', 'handwriting'], outputs: everyOutput },
  settings: {
    key: vendorKey('LLAMA_CLOUD_API_KEY', 'llamaparse'),
    baseUrl: vendorBaseUrl('LLAMA_CLOUD_BASE_URL', 'llamaparse', 'https://api.cloud.llamaindex.ai'),
  },
  needs: ['key'],
  price: {
    // 1, 3, 10 and 45 credits.
    perPage: 0.00375,
    perCredit: 0.00125,
    byOption: {
      option: 'tier',
      prices: { fast: 0.00125, cost_effective: 0.00375, agentic: 0.0125, agentic_plus: 0.05625 },
    },
  },
}
