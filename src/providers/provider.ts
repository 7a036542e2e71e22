import type { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import type { Capabilities } from '../contract/catalog.ts'
import type { FailureCode } from '../contract/failures.ts'
import type { OutputId } from '../contract/outputs.ts'
import type { Document } from '../document/model.ts'

/** A way to have a document parsed. Data first: the catalog, validation and the worker read it, only `parse` acts. */
export type Provider = {
  readonly id: string
  readonly name: string
  readonly capabilities: Capabilities
  /** The media types, as detected from the bytes, that it reads; anything else is `unsupported` before any work. */
  readonly mediaTypes: readonly string[]
  /** The schema of `providerOptions.<id>`, or `passthrough` where a vendor checks its own. */
  readonly options: TSchema | 'passthrough'
  /**
   * Turns one document into the model, the pages asked for and no others.
   * Rejects with a {@link ProviderFailure} and nothing else that a caller should read; stops soon after `signal`.
   */
  parse(request: ParseRequest, signal: AbortSignal): Promise<Document>
}

export type ParseRequest = {
  readonly source: ParseSource
  /** One-based, ascending, without duplicates; null is the whole document. */
  readonly pages: readonly number[] | null
  /** More pages than this, without a selection, is `too_many_pages`. */
  readonly maxPages: number
  readonly options: Readonly<Record<string, unknown>>
  /** What will be made of the document, so that costly parts nobody asked for (pictures) can be left out. */
  readonly outputs: readonly OutputId[]
  readonly includeRaw: boolean
}

export type ParseSource = {
  /** As detected from the bytes. */
  readonly mediaType: string
  readonly filename: string | null
  readonly size: number
  /** The bytes, from the start, as often as asked. */
  open(): Promise<Readable>
}

/** Why a provider could not do it, in words for the caller. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly code: FailureCode
  /** Whether the same request may succeed later. */
  readonly transient: boolean

  constructor(code: FailureCode, message: string, options: { transient?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.transient = options.transient ?? false
  }
}
