import { textractDeclaration as awsTextract } from './aws-textract/declaration.ts'
import { azureDeclaration as azureDocumentIntelligence } from './azure-document-intelligence/declaration.ts'
import { datalabDeclaration as datalab } from './datalab/declaration.ts'
import { doclingServeDeclaration as doclingServe } from './docling-serve/declaration.ts'
import { googleDocumentAiDeclaration as googleDocumentAi } from './google-document-ai/declaration.ts'
import { llamaParseDeclaration as llamaparse } from './llamaparse/declaration.ts'
import { markerDeclaration as marker } from './marker/declaration.ts'
import { mineruDeclaration as mineru } from './mineru/declaration.ts'
import { mistralOcrDeclaration as mistralOcr } from './mistral-ocr/declaration.ts'
import { paddlexDeclaration as paddlex } from './paddlex/declaration.ts'
import { reductoDeclaration as reducto } from './reducto/declaration.ts'
import { tikaDeclaration as tika } from './tika/declaration.ts'
import { unstructuredDeclaration as unstructured } from './unstructured/declaration.ts'
import { upstageDeclaration as upstage } from './upstage/declaration.ts'
import { anthropicDeclaration as anthropic } from './vision/anthropic/declaration.ts'
import { visionDeclaration as vision } from './vision/declaration.ts'
import { geminiDeclaration as gemini } from './vision/gemini/declaration.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { VendorAdapter, VendorDeclaration } from './vendor.ts'

/** A vendor that the service knows. Its adapter is loaded only where it is enabled, its reader where answers are read. */
export type Vendor = {
  readonly declaration: VendorDeclaration
  readonly load: () => Promise<VendorAdapter>
  readonly loadReader: () => Promise<AnswerReader>
}

/** All vendors, in the order of the catalog. Adding one takes a folder and an entry here. */
export const vendors: readonly Vendor[] = [
  {
    declaration: llamaparse,
    load: async () => (await import('./llamaparse/llamaparse.ts')).llamaparse,
    loadReader: async () => (await import('./llamaparse/reader.ts')).llamaParseReader,
  },
  {
    declaration: mistralOcr,
    load: async () => (await import('./mistral-ocr/mistral-ocr.ts')).mistralOcr,
    loadReader: async () => (await import('./mistral-ocr/reader.ts')).mistralOcrReader,
  },
  {
    declaration: datalab,
    load: async () => (await import('./datalab/datalab.ts')).datalab,
    loadReader: async () => (await import('./datalab/reader.ts')).datalabReader,
  },
  {
    declaration: reducto,
    load: async () => (await import('./reducto/reducto.ts')).reducto,
    loadReader: async () => (await import('./reducto/reader.ts')).reductoReader,
  },
  {
    declaration: azureDocumentIntelligence,
    load: async () =>
      (await import('./azure-document-intelligence/azure-document-intelligence.ts')).azureDocumentIntelligence,
    loadReader: async () => (await import('./azure-document-intelligence/reader.ts')).azureReader,
  },
  {
    declaration: unstructured,
    load: async () => (await import('./unstructured/unstructured.ts')).unstructured,
    loadReader: async () => (await import('./unstructured/reader.ts')).unstructuredReader,
  },
  {
    declaration: doclingServe,
    load: async () => (await import('./docling-serve/docling-serve.ts')).doclingServe,
    loadReader: async () => (await import('./docling-serve/reader.ts')).doclingServeReader,
  },
  {
    declaration: upstage,
    load: async () => (await import('./upstage/upstage.ts')).upstage,
    loadReader: async () => (await import('./upstage/reader.ts')).upstageReader,
  },
  {
    declaration: vision,
    load: async () => (await import('./vision/vision.ts')).vision,
    loadReader: async () => (await import('./vision/reader.ts')).visionReader,
  },
  {
    declaration: awsTextract,
    load: async () => (await import('./aws-textract/aws-textract.ts')).awsTextract,
    loadReader: async () => (await import('./aws-textract/reader.ts')).textractReader,
  },
  {
    declaration: marker,
    load: async () => (await import('./marker/marker.ts')).marker,
    loadReader: async () => (await import('./marker/reader.ts')).markerReader,
  },
  {
    declaration: mineru,
    load: async () => (await import('./mineru/mineru.ts')).mineru,
    loadReader: async () => (await import('./mineru/reader.ts')).mineruReader,
  },
  {
    declaration: paddlex,
    load: async () => (await import('./paddlex/paddlex.ts')).paddlex,
    loadReader: async () => (await import('./paddlex/reader.ts')).paddlexReader,
  },
  {
    declaration: tika,
    load: async () => (await import('./tika/tika.ts')).tika,
    loadReader: async () => (await import('./tika/reader.ts')).tikaReader,
  },
  {
    declaration: anthropic,
    load: async () => (await import('./vision/anthropic/anthropic.ts')).anthropic,
    loadReader: async () => (await import('./vision/anthropic/reader.ts')).anthropicReader,
  },
  {
    declaration: gemini,
    load: async () => (await import('./vision/gemini/gemini.ts')).gemini,
    loadReader: async () => (await import('./vision/gemini/reader.ts')).geminiReader,
  },
  {
    declaration: googleDocumentAi,
    load: async () => (await import('./google-document-ai/google-document-ai.ts')).googleDocumentAi,
    loadReader: async () => (await import('./google-document-ai/reader.ts')).googleDocumentAiReader,
  },
]
