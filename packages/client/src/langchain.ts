import { BaseDocumentLoader } from '@langchain/core/document_loaders/base'
import { Document } from '@langchain/core/documents'
import { type Client, createClient, type ParseOptions } from './client.ts'
import { type Passage, passagesOf } from './passages.ts'

/**
 * The parameters that a loader requests for each document, and its client; default: `createClient()`, by the
 * environment.
 */
export type LoaderOptions = Omit<ParseOptions, 'outputs' | 'filename' | 'idempotencyKey'> & {
  readonly client?: Client | undefined
}

/**
 * Loads documents for LangChain: one `Document` a chunk, with `source`, `pages`, `headings` and `boxes` as metadata.
 * @example
 * import { PolyparseLoader } from '@polyparse/client/langchain'
 * const documents = await new PolyparseLoader(['report.pdf', 'https://example.com/minutes.docx']).load()
 */
export class PolyparseLoader extends BaseDocumentLoader {
  readonly #sources: readonly (string | URL)[]
  readonly #client: Client
  readonly #options: Omit<LoaderOptions, 'client'>

  /** @param documents paths or URLs, one or several */
  constructor(
    documents: string | URL | readonly (string | URL)[],
    { client = createClient(), ...options }: LoaderOptions = {},
  ) {
    super()
    this.#sources = typeof documents === 'string' || documents instanceof URL ? [documents] : documents
    this.#client = client
    this.#options = options
  }

  /** All documents, one after the other. @throws as `client.parse` */
  async load(): Promise<Document<Passage['metadata']>[]> {
    const documents: Document<Passage['metadata']>[] = []
    for await (const document of this.lazyLoad()) documents.push(document)
    return documents
  }

  /** The same, each chunk as soon as its document is parsed. */
  async *lazyLoad(): AsyncGenerator<Document<Passage['metadata']>> {
    for (const source of this.#sources) {
      const result = await this.#client.parse(source, { ...this.#options, outputs: ['chunks'] })
      for (const { id, text, metadata } of passagesOf(result, String(source)))
        yield new Document({ id, pageContent: text, metadata })
    }
  }
}
