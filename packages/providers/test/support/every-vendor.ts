import type { VendorAccess, VendorAdapter } from '../../src/vendor.ts'
import type { FakeVendor } from './fake.ts'
import { proxyToken } from './proxy.ts'

export type TestedVendor = {
  readonly adapter: VendorAdapter
  readonly key: string
  readonly open: () => Promise<FakeVendor>
  /** The path of the fake at which the adapter begins. */
  readonly path: string
  /** Further settings that it needs. */
  readonly access?: Partial<VendorAccess>
  /** Those that depend on the URL of the fake. */
  readonly accessAt?: (url: string) => Partial<VendorAccess>
}

/** Each adapter with its fake, loaded on demand: a process that is soon killed needs only one of them. */
export const everyVendor = {
  llamaparse: async () => {
    const { llamaparse: adapter } = await import('../../src/vendors/llamaparse/llamaparse.ts')
    const { llamaKey: key, openLlamaparse: open } = await import('./llamaparse.ts')
    return { adapter, key, open, path: '' }
  },
  'mistral-ocr': async () => {
    const { mistralOcr: adapter } = await import('../../src/vendors/mistral-ocr/mistral-ocr.ts')
    const { mistralKey: key, openMistralOcr: open } = await import('./mistral-ocr.ts')
    return { adapter, key, open, path: '' }
  },
  datalab: async () => {
    const { datalab: adapter } = await import('../../src/vendors/datalab/datalab.ts')
    const { datalabKey: key, openDatalab: open } = await import('./datalab.ts')
    return { adapter, key, open, path: '' }
  },
  reducto: async () => {
    const { reducto: adapter } = await import('../../src/vendors/reducto/reducto.ts')
    const { reductoKey: key, openReducto: open } = await import('./reducto.ts')
    return { adapter, key, open, path: '' }
  },
  'azure-document-intelligence': async () => {
    const { azureDocumentIntelligence: adapter } =
      await import('../../src/vendors/azure-document-intelligence/azure-document-intelligence.ts')
    const { azureKey: key, openAzure: open } = await import('./azure-document-intelligence.ts')
    return { adapter, key, open, path: '' }
  },
  unstructured: async () => {
    const { unstructured: adapter } = await import('../../src/vendors/unstructured/unstructured.ts')
    const { unstructuredKey: key, openUnstructured: open } = await import('./unstructured.ts')
    return { adapter, key, open, path: '' }
  },
  'docling-serve': async () => {
    const { doclingServe: adapter } = await import('../../src/vendors/docling-serve/docling-serve.ts')
    const { doclingKey: key, openDocling: open } = await import('./docling-serve.ts')
    return { adapter, key, open, path: '' }
  },
  upstage: async () => {
    const { upstage: adapter } = await import('../../src/vendors/upstage/upstage.ts')
    const { upstageKey: key, openUpstage: open } = await import('./upstage.ts')
    return { adapter, key, open, path: '/v1' }
  },
  'aws-textract': async () => {
    const { awsTextract: adapter } = await import('../../src/vendors/aws-textract/aws-textract.ts')
    const { textractAccess: accessAt, textractKey: key, openTextract: open } = await import('./aws-textract.ts')
    return { adapter, key, open, path: '', accessAt }
  },
  vision: async () => {
    const { vision: adapter } = await import('../../src/vendors/vision/vision.ts')
    const { visionKey: key, visionPages, openVision: open } = await import('./vision.ts')
    return { adapter, key, open, path: '', access: { model: 'tiny-vision', ...visionPages } }
  },
  marker: async () => {
    const { marker: adapter } = await import('../../src/vendors/marker/marker.ts')
    const { openMarker: open } = await import('./marker.ts')
    return { adapter, key: proxyToken, open, path: '' }
  },
  mineru: async () => {
    const { mineru: adapter } = await import('../../src/vendors/mineru/mineru.ts')
    const { openMineru: open } = await import('./mineru.ts')
    return { adapter, key: proxyToken, open, path: '' }
  },
  paddlex: async () => {
    const { paddlex: adapter } = await import('../../src/vendors/paddlex/paddlex.ts')
    const { openPaddlex: open } = await import('./paddlex.ts')
    return { adapter, key: proxyToken, open, path: '' }
  },
  tika: async () => {
    const { tika: adapter } = await import('../../src/vendors/tika/tika.ts')
    const { openTika: open } = await import('./tika.ts')
    return { adapter, key: proxyToken, open, path: '' }
  },
  anthropic: async () => {
    const { anthropic: adapter } = await import('../../src/vendors/vision/anthropic/anthropic.ts')
    const { anthropicKey: key, openAnthropic: open } = await import('./anthropic.ts')
    return { adapter, key, open, path: '', access: { model: 'tiny-claude' } }
  },
  gemini: async () => {
    const { gemini: adapter } = await import('../../src/vendors/vision/gemini/gemini.ts')
    const { geminiKey: key, openGemini: open } = await import('./gemini.ts')
    return { adapter, key, open, path: '', access: { model: 'tiny-gemini' } }
  },
  'google-document-ai': async () => {
    const { googleDocumentAi: adapter } = await import('../../src/vendors/google-document-ai/google-document-ai.ts')
    const {
      documentAiAccess: accessAt,
      documentAiKey: key,
      documentAiPortions: access,
      openDocumentAi: open,
    } = await import('./google-document-ai.ts')
    return { adapter, key, open, path: '', accessAt, access }
  },
} satisfies Record<string, () => Promise<TestedVendor>>

export type VendorName = keyof typeof everyVendor

/** Those that work on a whole document; the others are asked about pages. */
export const vendorNames: readonly VendorName[] = [
  'llamaparse',
  'mistral-ocr',
  'datalab',
  'reducto',
  'azure-document-intelligence',
  'unstructured',
  'docling-serve',
  'upstage',
  'aws-textract',
  'marker',
  'mineru',
  'paddlex',
  'tika',
]
