import { address } from './setting.ts'

export type VendorId =
  | 'llamaparse'
  | 'mistralOcr'
  | 'datalab'
  | 'reducto'
  | 'azureDocumentIntelligence'
  | 'unstructured'
  | 'doclingServe'
  | 'upstage'

/** A vendor is asked once there is what it needs: a key, or where it is, or both. */
export type VendorSettings = {
  /** A secret. */
  readonly key: string | null
  readonly baseUrl: string | null
}

const whenUnknowns = ['fail', 'retry'] as const
export type WhenUnknown = (typeof whenUnknowns)[number]

const vendorKey = (variable: string, provider: string) => ({
  variable,
  allowed: 'a key without spaces',
  parse: (value: string): string | null => (/^\S+$/.test(value) ? value : null),
  default: '',
  help: `The key that enables the provider \`${provider}\`, which sends documents to its vendor.`,
})

const vendorBaseUrl = (variable: string, provider: string, own: string) => ({
  variable,
  ...address('http:', 'https:'),
  default: own,
  help: `Where \`${provider}\` is asked: the vendor itself, another region of it, or a proxy of yours.`,
})

/** Of vendors that have no address of their own. */
const ownAddress = (variable: string, help: string) => ({
  variable,
  ...address('http:', 'https:'),
  default: '',
  help,
})

/** The settings of vendors. */
export const vendorRows = {
  llamaparseKey: vendorKey('LLAMA_CLOUD_API_KEY', 'llamaparse'),
  llamaparseBaseUrl: vendorBaseUrl('LLAMA_CLOUD_BASE_URL', 'llamaparse', 'https://api.cloud.llamaindex.ai'),
  mistralOcrKey: vendorKey('MISTRAL_API_KEY', 'mistral-ocr'),
  mistralOcrBaseUrl: vendorBaseUrl('MISTRAL_BASE_URL', 'mistral-ocr', 'https://api.mistral.ai'),
  datalabKey: vendorKey('DATALAB_API_KEY', 'datalab'),
  datalabBaseUrl: vendorBaseUrl('DATALAB_BASE_URL', 'datalab', 'https://www.datalab.to'),
  reductoKey: vendorKey('REDUCTO_API_KEY', 'reducto'),
  reductoBaseUrl: vendorBaseUrl('REDUCTO_BASE_URL', 'reducto', 'https://platform.reducto.ai'),
  azureDocumentIntelligenceKey: vendorKey('AZURE_DOCUMENT_INTELLIGENCE_KEY', 'azure-document-intelligence'),
  azureDocumentIntelligenceBaseUrl: ownAddress(
    'AZURE_DOCUMENT_INTELLIGENCE_ENDPOINT',
    'The endpoint of your resource, which the provider `azure-document-intelligence` needs beside the key: `https://NAME.cognitiveservices.azure.com`.',
  ),
  unstructuredKey: vendorKey('UNSTRUCTURED_API_KEY', 'unstructured'),
  unstructuredBaseUrl: vendorBaseUrl('UNSTRUCTURED_API_URL', 'unstructured', 'https://api.unstructuredapp.io'),
  doclingServeKey: {
    ...vendorKey('DOCLING_SERVE_API_KEY', 'docling-serve'),
    help: 'The key that `docling-serve` wants, where it wants one.',
  },
  doclingServeBaseUrl: ownAddress(
    'DOCLING_SERVE_URL',
    'Where a docling-serve of yours listens, as in `http://localhost:5001`. Enables the provider `docling-serve`.',
  ),
  upstageKey: vendorKey('UPSTAGE_API_KEY', 'upstage'),
  upstageBaseUrl: vendorBaseUrl('UPSTAGE_BASE_URL', 'upstage', 'https://api.upstage.ai/v1'),
  whenUnknown: {
    variable: 'POLYPARSE_WHEN_UNKNOWN',
    allowed: whenUnknowns.map((value) => `\`${value}\``).join(' or '),
    parse: (value: string): WhenUnknown | null => whenUnknowns.find((known) => known === value) ?? null,
    default: '',
    help: 'What is done when nobody can tell whether a vendor has taken a document: the run fails, or the vendor is asked again, and may charge twice. Without it, only `docling-serve`, which charges nothing, is asked again.',
  },
} as const
