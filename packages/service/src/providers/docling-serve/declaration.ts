import { everyOutput, type VendorDeclaration } from '../vendor.ts'
import { operatorBaseUrl, vendorKey } from '../vendor-settings.ts'

export const declaration: VendorDeclaration = {
  id: 'docling-serve',
  name: 'Docling Serve',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: {
      ...vendorKey('DOCLING_SERVE_API_KEY', 'docling-serve'),
      help: 'The key of your docling-serve, if it requires one.',
    },
    baseUrl: operatorBaseUrl(
      'DOCLING_SERVE_URL',
      'The address of your own docling-serve, as in `http://localhost:5001`. Enables the provider `docling-serve`.',
    ),
  },
  needs: ['baseUrl'],
  price: null,
  whenUnknown: 'retry',
}
