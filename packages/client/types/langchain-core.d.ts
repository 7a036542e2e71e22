/*
 * As much of LangChain as the loader imports. The packages are built with this, because a clone does not install LangChain
 * itself; the check of types takes LangChain's own declarations.
 */
declare module '@langchain/core/documents' {
  export class Document<Metadata extends Record<string, unknown> = Record<string, unknown>> {
    pageContent: string
    metadata: Metadata
    id?: string
    constructor(fields: { pageContent: string; metadata?: Metadata; id?: string })
  }
}

declare module '@langchain/core/document_loaders/base' {
  import type { Document } from '@langchain/core/documents'

  export abstract class BaseDocumentLoader {
    abstract load(): Promise<Document[]>
  }
}
