import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { vendorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const upstageDeclaration: VendorDeclaration = {
  id: 'upstage',
  name: 'Upstage',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: vendorKey('UPSTAGE_API_KEY', 'upstage'),
    baseUrl: vendorBaseUrl('UPSTAGE_BASE_URL', 'upstage', 'https://api.upstage.ai/v1'),
  },
  needs: ['key'],
  price: { perPage: 0.01 },
}
