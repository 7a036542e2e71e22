import type { CatalogEntry, ClassificationRequest, ExtractionRequest, Metadata, ParseResult } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import type { JobListener } from './display.ts'
import type { DocumentSource } from './document-source.ts'
import type { CommandProviderOptions } from './options.ts'

/** The request for one document. */
export type ReadQuery = {
  readonly outputs: readonly OutputId[]
  readonly pages?: readonly number[] | undefined
  readonly provider?: string | undefined
  readonly fallback?: readonly string[] | undefined
  readonly providerOptions?: CommandProviderOptions | undefined
  readonly includeRaw: boolean
  /** The schema that is to be filled, for the output `extraction`. */
  readonly extraction?: ExtractionRequest | undefined
  /** The labels of which some are to be given, for the output `classification`. */
  readonly classification?: ClassificationRequest | undefined
  /** Labels of the job; only a service has jobs. */
  readonly metadata?: Metadata | undefined
  /**
   * The key that makes it one job even if the command runs twice; the job stays in the service when the command ends
   * before it.
   */
  readonly idempotencyKey?: string | undefined
}

/** Has documents parsed: by a service, or in this process. */
export type DocumentReader = {
  readonly catalog: readonly CatalogEntry[]
  /** The number of documents that may be read at once. */
  readonly concurrency: number
  /** @throws {DocumentError} when the document cannot be read */
  read(source: DocumentSource, query: ReadQuery, listener: JobListener): Promise<ParseResult>
}
