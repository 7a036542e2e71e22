import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { answerSeconds, operatorBaseUrl, proxyKey } from '../../vendor-settings.ts'

export const tikaDeclaration = {
  id: 'tika',
  name: 'Tika',
  capabilities: {
    execution: 'sync',
    features: ['page-selection'],
    // It says where pictures are, and gives no files of them.
    outputs: everyOutput.filter((output) => output !== 'images'),
  },
  settings: {
    key: proxyKey('TIKA_API_KEY', 'tika'),
    baseUrl: operatorBaseUrl(
      'TIKA_URL',
      'The address of your own Apache Tika server, as in `http://localhost:9998`. Enables the provider `tika`.',
    ),
    answerSeconds: answerSeconds('TIKA_ANSWER_SECONDS'),
  },
  needs: ['baseUrl'],
  price: null,
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
