import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { vendorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const unstructuredDeclaration: VendorDeclaration = {
  id: 'unstructured',
  name: 'Unstructured',
  capabilities: { execution: 'sync', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: vendorKey('UNSTRUCTURED_API_KEY', 'unstructured'),
    baseUrl: vendorBaseUrl('UNSTRUCTURED_API_URL', 'unstructured', 'https://api.unstructuredapp.io'),
  },
  needs: ['key'],
  price: { perPage: 0.03 },
}
