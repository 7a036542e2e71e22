import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { vendorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const reductoDeclaration: VendorDeclaration = {
  id: 'reducto',
  name: 'Reducto',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection', 'handwriting'], outputs: everyOutput },
  settings: {
    key: vendorKey('REDUCTO_API_KEY', 'reducto'),
    baseUrl: vendorBaseUrl('REDUCTO_BASE_URL', 'reducto', 'https://platform.reducto.ai'),
  },
  needs: ['key'],
  price: { perPage: 0.03 },
}
