import { address, choice, integerSetting } from '../../setting.ts'
import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { operatorBaseUrl, patternSetting } from '../../vendor-settings.ts'
import { keyOfAccount } from './service-account.ts'

export const googleDocumentAiDeclaration = {
  id: 'google-document-ai',
  name: 'Google Document AI',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'page-selection', 'handwriting'],
    outputs: [...everyOutput, 'fields'],
  },
  settings: {
    key: {
      variable: 'GOOGLE_DOCUMENT_AI_CREDENTIALS',
      allowed: 'the key of a service account in JSON, or the path of a file with it that the service may read',
      parse: keyOfAccount,
      default: '',
      help: 'The key of a service account, as JSON or as the path of its file. Enables the provider `google-document-ai`, which sends documents to Google Cloud. The account needs the role `roles/documentai.apiUser`. `GOOGLE_APPLICATION_CREDENTIALS` is not used.',
    },
    location: patternSetting(
      'GOOGLE_DOCUMENT_AI_LOCATION',
      /^[a-z]+(?:-[a-z]+\d+)?$/,
      'a location, as in `eu`, `us` or `europe-west3`',
      'The location of the processor. Documents are sent to its endpoint, `https://LOCATION-documentai.googleapis.com`.',
    ),
    processor: patternSetting(
      'GOOGLE_DOCUMENT_AI_PROCESSOR',
      /^[\da-z]+$/,
      'the id of a processor, in small letters and digits',
      'The id of the processor that reads the documents.',
    ),
    processorType: {
      variable: 'GOOGLE_DOCUMENT_AI_PROCESSOR_TYPE',
      ...choice('layout', 'ocr', 'form'),
      default: 'layout',
      help: 'The kind of that processor: a Layout Parser (`layout`), an Enterprise Document OCR (`ocr`) or a Form Parser (`form`).',
    },
    processorVersion: patternSetting(
      'GOOGLE_DOCUMENT_AI_PROCESSOR_VERSION',
      /^[\w.-]+$/,
      'the id of a version, as in `pretrained-ocr-v2.0-2023-06-02`',
      'The version of the processor, if it is not the default one.',
    ),
    project: patternSetting(
      'GOOGLE_DOCUMENT_AI_PROJECT',
      /^[a-z\d:.-]+$/,
      'the id or the number of a project',
      'The project of the processor, if it is not that of the service account.',
    ),
    pagesPerRequest: {
      variable: 'GOOGLE_DOCUMENT_AI_PAGES_PER_REQUEST',
      ...integerSetting(1, 30),
      default: '15',
      help: 'The pages of a PDF in one request. Google reads up to 15, of `ocr` and `form` up to 30.',
    },
    requestsAtOnce: {
      variable: 'GOOGLE_DOCUMENT_AI_REQUESTS_AT_ONCE',
      ...integerSetting(1, 64),
      default: '4',
      help: 'The number of simultaneous requests about a document.',
    },
    baseUrl: operatorBaseUrl(
      'GOOGLE_DOCUMENT_AI_BASE_URL',
      'The base URL of Document AI, if it is not that of the location: a private endpoint or a proxy of yours.',
    ),
    tokenUrl: {
      variable: 'GOOGLE_DOCUMENT_AI_TOKEN_URL',
      ...address('http:', 'https:'),
      default: 'https://oauth2.googleapis.com/token',
      help: 'The address that exchanges the key for access tokens. That in the key itself is not used.',
    },
  },
  needs: ['key', 'location', 'processor'],
  price: { perPage: 0.01 },
  whenUnknown: 'retry',
  accountKeys: false,
} as const satisfies VendorDeclaration

export type ProcessorType = 'layout' | 'ocr' | 'form'
