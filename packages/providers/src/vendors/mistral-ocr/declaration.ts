import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { vendorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const mistralOcrDeclaration: VendorDeclaration = {
  id: 'mistral-ocr',
  name: 'Mistral OCR',
  capabilities: {
    execution: 'sync',
    features: ['blocks', 'confidence', 'page-selection', 'handwriting'],
    outputs: everyOutput,
  },
  settings: {
    key: vendorKey('MISTRAL_API_KEY', 'mistral-ocr'),
    baseUrl: vendorBaseUrl('MISTRAL_BASE_URL', 'mistral-ocr', 'https://api.mistral.ai'),
  },
  needs: ['key'],
  price: { perPage: 0.004 },
}
