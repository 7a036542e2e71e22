import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { operatorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const azureDeclaration: VendorDeclaration = {
  id: 'azure-document-intelligence',
  name: 'Azure AI Document Intelligence',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection', 'handwriting'], outputs: everyOutput },
  settings: {
    key: vendorKey('AZURE_DOCUMENT_INTELLIGENCE_KEY', 'azure-document-intelligence'),
    baseUrl: operatorBaseUrl(
      'AZURE_DOCUMENT_INTELLIGENCE_ENDPOINT',
      'The endpoint of your resource, which the provider `azure-document-intelligence` needs besides the key: `https://NAME.cognitiveservices.azure.com`.',
    ),
  },
  needs: ['key', 'baseUrl'],
  price: { perPage: 0.01 },
}
