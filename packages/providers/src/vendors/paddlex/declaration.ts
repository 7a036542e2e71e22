import { integerSetting } from '../../setting.ts'
import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { answerSeconds, operatorBaseUrl, proxyKey } from '../../vendor-settings.ts'

export const paddlexDeclaration = {
  id: 'paddlex',
  name: 'PaddleX',
  capabilities: { execution: 'sync', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: proxyKey('PADDLEX_API_KEY', 'paddlex'),
    baseUrl: operatorBaseUrl(
      'PADDLEX_URL',
      'The address of your own PaddleX server of PaddleOCR-VL or PP-StructureV3, as in `http://localhost:8080`. Enables the provider `paddlex`.',
    ),
    pagesPerRequest: {
      variable: 'PADDLEX_PAGES_PER_REQUEST',
      ...integerSetting(1, 1000),
      default: '10',
      help: 'The pages of a PDF in one request: no more than `Serving.extra.max_num_input_imgs` of the server, which leaves out the rest.',
    },
    answerSeconds: answerSeconds('PADDLEX_ANSWER_SECONDS'),
  },
  needs: ['baseUrl'],
  price: null,
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
