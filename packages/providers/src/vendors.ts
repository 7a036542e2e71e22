import { textractDeclaration as awsTextract } from './vendors/aws-textract/declaration.ts'
import { azureDeclaration as azureDocumentIntelligence } from './vendors/azure-document-intelligence/declaration.ts'
import { datalabDeclaration as datalab } from './vendors/datalab/declaration.ts'
import { doclingServeDeclaration as doclingServe } from './vendors/docling-serve/declaration.ts'
import { googleDocumentAiDeclaration as googleDocumentAi } from './vendors/google-document-ai/declaration.ts'
import { llamaParseDeclaration as llamaparse } from './vendors/llamaparse/declaration.ts'
import { markerDeclaration as marker } from './vendors/marker/declaration.ts'
import { mineruDeclaration as mineru } from './vendors/mineru/declaration.ts'
import { mistralOcrDeclaration as mistralOcr } from './vendors/mistral-ocr/declaration.ts'
import { paddlexDeclaration as paddlex } from './vendors/paddlex/declaration.ts'
import { reductoDeclaration as reducto } from './vendors/reducto/declaration.ts'
import { tikaDeclaration as tika } from './vendors/tika/declaration.ts'
import { unstructuredDeclaration as unstructured } from './vendors/unstructured/declaration.ts'
import { upstageDeclaration as upstage } from './vendors/upstage/declaration.ts'
import { anthropicDeclaration as anthropic } from './vendors/vision/anthropic/declaration.ts'
import { visionDeclaration as vision } from './vendors/vision/declaration.ts'
import { geminiDeclaration as gemini } from './vendors/vision/gemini/declaration.ts'
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
    load: async () => (await import('./vendors/llamaparse/llamaparse.ts')).llamaparse,
    loadReader: async () => (await import('./vendors/llamaparse/llamaparse-reader.ts')).llamaParseReader,
  },
  {
    declaration: mistralOcr,
    load: async () => (await import('./vendors/mistral-ocr/mistral-ocr.ts')).mistralOcr,
    loadReader: async () => (await import('./vendors/mistral-ocr/mistral-ocr-reader.ts')).mistralOcrReader,
  },
  {
    declaration: datalab,
    load: async () => (await import('./vendors/datalab/datalab.ts')).datalab,
    loadReader: async () => (await import('./vendors/datalab/datalab-reader.ts')).datalabReader,
  },
  {
    declaration: reducto,
    load: async () => (await import('./vendors/reducto/reducto.ts')).reducto,
    loadReader: async () => (await import('./vendors/reducto/reducto-reader.ts')).reductoReader,
  },
  {
    declaration: azureDocumentIntelligence,
    load: async () =>
      (await import('./vendors/azure-document-intelligence/azure-document-intelligence.ts')).azureDocumentIntelligence,
    loadReader: async () =>
      (await import('./vendors/azure-document-intelligence/azure-document-intelligence-reader.ts')).azureReader,
  },
  {
    declaration: unstructured,
    load: async () => (await import('./vendors/unstructured/unstructured.ts')).unstructured,
    loadReader: async () => (await import('./vendors/unstructured/unstructured-reader.ts')).unstructuredReader,
  },
  {
    declaration: doclingServe,
    load: async () => (await import('./vendors/docling-serve/docling-serve.ts')).doclingServe,
    loadReader: async () => (await import('./vendors/docling-serve/docling-serve-reader.ts')).doclingServeReader,
  },
  {
    declaration: upstage,
    load: async () => (await import('./vendors/upstage/upstage.ts')).upstage,
    loadReader: async () => (await import('./vendors/upstage/upstage-reader.ts')).upstageReader,
  },
  {
    declaration: vision,
    load: async () => (await import('./vendors/vision/vision.ts')).vision,
    loadReader: async () => (await import('./vendors/vision/vision-reader.ts')).visionReader,
  },
  {
    declaration: awsTextract,
    load: async () => (await import('./vendors/aws-textract/aws-textract.ts')).awsTextract,
    loadReader: async () => (await import('./vendors/aws-textract/aws-textract-reader.ts')).textractReader,
  },
  {
    declaration: marker,
    load: async () => (await import('./vendors/marker/marker.ts')).marker,
    loadReader: async () => (await import('./vendors/marker/marker-reader.ts')).markerReader,
  },
  {
    declaration: mineru,
    load: async () => (await import('./vendors/mineru/mineru.ts')).mineru,
    loadReader: async () => (await import('./vendors/mineru/mineru-reader.ts')).mineruReader,
  },
  {
    declaration: paddlex,
    load: async () => (await import('./vendors/paddlex/paddlex.ts')).paddlex,
    loadReader: async () => (await import('./vendors/paddlex/paddlex-reader.ts')).paddlexReader,
  },
  {
    declaration: tika,
    load: async () => (await import('./vendors/tika/tika.ts')).tika,
    loadReader: async () => (await import('./vendors/tika/tika-reader.ts')).tikaReader,
  },
  {
    declaration: anthropic,
    load: async () => (await import('./vendors/vision/anthropic/anthropic.ts')).anthropic,
    loadReader: async () => (await import('./vendors/vision/anthropic/anthropic-reader.ts')).anthropicReader,
  },
  {
    declaration: gemini,
    load: async () => (await import('./vendors/vision/gemini/gemini.ts')).gemini,
    loadReader: async () => (await import('./vendors/vision/gemini/gemini-reader.ts')).geminiReader,
  },
  {
    declaration: googleDocumentAi,
    load: async () => (await import('./vendors/google-document-ai/google-document-ai.ts')).googleDocumentAi,
    loadReader: async () =>
      (await import('./vendors/google-document-ai/google-document-ai-reader.ts')).googleDocumentAiReader,
  },
]
