import { choice } from '../../setting.ts'
import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { operatorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const mineruDeclaration = {
  id: 'mineru',
  name: 'MinerU',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: {
      ...vendorKey('MINERU_API_KEY', 'mineru'),
      help: 'The key of your MinerU, if it requires one, or the bearer token of a proxy before it.',
    },
    baseUrl: operatorBaseUrl(
      'MINERU_URL',
      'The address of your own MinerU server, as in `http://localhost:8000`. Enables the provider `mineru`.',
    ),
    generation: {
      variable: 'MINERU_GENERATION',
      ...choice('4', '3'),
      default: '4',
      help: 'The major version of your MinerU: each has its own API.',
    },
  },
  needs: ['baseUrl'],
  price: null,
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
