import { integerSetting, textSetting } from '../../../setting.ts'
import { tokenPrice, vendorBaseUrl, vendorKey } from '../../../vendor-settings.ts'

type Vendor = {
  readonly id: string
  readonly prefix: 'ANTHROPIC' | 'GEMINI'
  readonly baseUrl: string
  /** Pages of a request, as the vendor allows. */
  readonly maxPages: number
  readonly maxTokens: '20000' | '32000'
}

/** The settings of a vendor whose model reads PDFs. */
export const documentModelSettings = ({ id, prefix, baseUrl, maxPages, maxTokens }: Vendor) =>
  ({
    key: vendorKey(`${prefix}_API_KEY`, id),
    baseUrl: vendorBaseUrl(`${prefix}_BASE_URL`, id, baseUrl),
    model: {
      variable: `${prefix}_MODEL`,
      ...textSetting,
      default: '',
      help: 'The name by which the vendor knows the model; it must read PDFs.',
    },
    pagesPerRequest: {
      variable: `${prefix}_PAGES_PER_REQUEST`,
      ...integerSetting(1, maxPages),
      default: '5',
      help: 'The pages of a PDF in one request.',
    },
    requestsAtOnce: {
      variable: `${prefix}_REQUESTS_AT_ONCE`,
      ...integerSetting(1, 64),
      default: '4',
      help: 'The number of simultaneous requests about a document.',
    },
    maxTokens: {
      variable: `${prefix}_MAX_TOKENS`,
      ...integerSetting(1000, 128_000),
      default: maxTokens,
      help: 'Tokens of one answer at most, about all pages of a request. Pages that do not fit are asked about one by one.',
    },
    inputPrice: tokenPrice(
      `${prefix}_INPUT_PRICE`,
      'US dollars for a million tokens that the model is sent, for the cost in results. Unknown by default.',
    ),
    outputPrice: tokenPrice(
      `${prefix}_OUTPUT_PRICE`,
      'US dollars for a million tokens that the model writes, for the cost in results. Unknown by default.',
    ),
  }) as const
