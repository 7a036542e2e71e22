import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { answerSeconds, operatorBaseUrl, proxyKey } from '../../vendor-settings.ts'

export const markerDeclaration = {
  id: 'marker',
  name: 'Marker',
  capabilities: { execution: 'sync', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: proxyKey('MARKER_API_KEY', 'marker'),
    baseUrl: operatorBaseUrl(
      'MARKER_URL',
      'The address of your own `marker_server`, as in `http://localhost:8001`. Enables the provider `marker`.',
    ),
    answerSeconds: answerSeconds('MARKER_ANSWER_SECONDS'),
  },
  needs: ['baseUrl'],
  price: null,
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
