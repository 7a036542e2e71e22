import { declaration as azureDocumentIntelligence } from './azure-document-intelligence/declaration.ts'
import { declaration as datalab } from './datalab/declaration.ts'
import { declaration as doclingServe } from './docling-serve/declaration.ts'
import { declaration as llamaparse } from './llamaparse/declaration.ts'
import { declaration as mistralOcr } from './mistral-ocr/declaration.ts'
import { declaration as reducto } from './reducto/declaration.ts'
import { declaration as unstructured } from './unstructured/declaration.ts'
import { declaration as upstage } from './upstage/declaration.ts'
import type { VendorAdapter, VendorDeclaration } from './vendor.ts'

/** A vendor that the service knows. Its adapter is loaded only where the vendor is enabled. */
type Vendor = { readonly declaration: VendorDeclaration; readonly load: () => Promise<VendorAdapter> }

/** All vendors, in the order of the catalog. Adding one takes a folder and an entry here. */
export const vendors: readonly Vendor[] = [
  { declaration: llamaparse, load: async () => (await import('./llamaparse/llamaparse.ts')).llamaparse },
  { declaration: mistralOcr, load: async () => (await import('./mistral-ocr/mistral-ocr.ts')).mistralOcr },
  { declaration: datalab, load: async () => (await import('./datalab/datalab.ts')).datalab },
  { declaration: reducto, load: async () => (await import('./reducto/reducto.ts')).reducto },
  {
    declaration: azureDocumentIntelligence,
    load: async () =>
      (await import('./azure-document-intelligence/azure-document-intelligence.ts')).azureDocumentIntelligence,
  },
  { declaration: unstructured, load: async () => (await import('./unstructured/unstructured.ts')).unstructured },
  { declaration: doclingServe, load: async () => (await import('./docling-serve/docling-serve.ts')).doclingServe },
  { declaration: upstage, load: async () => (await import('./upstage/upstage.ts')).upstage },
]
