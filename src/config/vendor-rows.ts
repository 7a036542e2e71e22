import { address } from './setting.ts'

export type VendorId = 'llamaparse' | 'mistralOcr' | 'datalab' | 'reducto'

export type VendorSettings = {
  /** Absent: the vendor is not asked. A secret. */
  readonly key: string | null
  readonly baseUrl: string
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
  whenUnknown: {
    variable: 'POLYPARSE_WHEN_UNKNOWN',
    allowed: whenUnknowns.map((value) => `\`${value}\``).join(' or '),
    parse: (value: string): WhenUnknown | null => whenUnknowns.find((known) => known === value) ?? null,
    default: 'fail',
    help: 'What is done when nobody can tell whether a vendor has taken a document: the run fails, or the vendor is asked again, and may charge twice.',
  },
} as const
