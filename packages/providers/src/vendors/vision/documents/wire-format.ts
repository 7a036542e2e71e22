import type { VendorHttp, VendorRequest } from '../../../http.ts'
import type { ParseSource } from '../../../provider.ts'

/** How a vendor is asked about a PDF or a PNG, and what its answers look like. */
export type WireFormat = {
  /** Bytes of a document that fits into one request. */
  readonly maxBytes: number
  requestFor(shown: ParseSource, prompt: string): Pick<VendorRequest, 'path' | 'body'>
  /** Rejects an answer of another form. */
  read(answer: unknown): ModelReply
  /** The model, if the vendor has it. */
  check(http: VendorHttp, signal: AbortSignal): Promise<string>
}

export type ModelReply = {
  readonly text: string
  /** Whether it ended because it was too long. */
  readonly isCut: boolean
  /** Whether the vendor or its model would not answer. */
  readonly isDeclined: boolean
  readonly model: string | null
  /** Null where they are not counted. */
  readonly tokens: { readonly input: number; readonly output: number } | null
}
