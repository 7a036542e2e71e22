import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { vendorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const datalabDeclaration: VendorDeclaration = {
  id: 'datalab',
  name: 'Datalab',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection', 'handwriting'], outputs: everyOutput },
  settings: {
    key: vendorKey('DATALAB_API_KEY', 'datalab'),
    baseUrl: vendorBaseUrl('DATALAB_BASE_URL', 'datalab', 'https://www.datalab.to'),
  },
  needs: ['key'],
  price: { perPage: 0.006 },
}
