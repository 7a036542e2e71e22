import type { VendorHttp, VendorRequest } from '../../../http.ts'
import type { ModelAnswer, ModelQuestion, ParseSource } from '../../../provider.ts'
import type { ShownPicture } from '../shown-pictures.ts'

/** The way in which a vendor is asked about a PDF or a PNG, and the shape of its answers. */
export type WireFormat = {
  /** Bytes of a document that fits into one request. */
  readonly maxBytes: number
  requestFor(shown: ParseSource, prompt: string): Pick<VendorRequest, 'path' | 'body'>
  /** A question that is to be answered with JSON, after pictures of pages. */
  questionFor(
    question: Pick<ModelQuestion, 'prompt' | 'schema'>,
    pictures: readonly ShownPicture[],
  ): {
    readonly path: string
    readonly body: Readonly<Record<string, unknown>>
  }
  /** Rejects an answer of another form. */
  read(answer: unknown): ModelReply
  /** The model, if the vendor has it. */
  check(http: VendorHttp, signal: AbortSignal): Promise<string>
}

export type ModelReply = Omit<ModelAnswer, 'cost'>
