import type { FailureCode } from '@polyparse/contract'
import type { SharedBytes } from './shared-bytes.ts'
import type { AnsweredRequest } from './answer-reader.ts'
import type { DescribedAnswer } from './described/description.ts'
import type { Survey } from './survey.ts'

/**
 * The place in which a thread finds a reader: with a vendor of the service, in the module of a plugin, or in a
 * description.
 */
export type ReaderSource =
  | { readonly kind: 'vendor'; readonly id: string }
  | { readonly kind: 'plugin'; readonly id: string; readonly module: string }
  | { readonly kind: 'description'; readonly name: string; readonly answer: DescribedAnswer }

/** The vendor of the answers: the name that callers see, and the reader of its answers. */
export type AnsweringVendor = { readonly name: string; readonly reader: ReaderSource }

/** All that it takes to read an answer, with its bytes. */
export type ReadAnswerOrder = {
  readonly kind: 'read'
  readonly vendor: AnsweringVendor
  readonly bodies: readonly SharedBytes[]
  readonly request: AnsweredRequest
  readonly survey: Survey
  readonly files: ReadonlyMap<string, SharedBytes | null>
}

/** An order to a thread that reads answers of a vendor, one at a time. */
export type AnswerOrder =
  | { readonly kind: 'look'; readonly vendor: AnsweringVendor; readonly look: string; readonly body: SharedBytes }
  | ReadAnswerOrder

/** A reply of the thread. `cause` and `frames` are for the log, and contain nothing of the answer. */
export type AnswerReply =
  | { readonly kind: 'seen'; readonly seen: unknown }
  /** It is in shared memory: it may have to be rendered again after the storage was away. */
  | { readonly kind: 'document'; readonly serialized: Uint8Array<SharedArrayBuffer> }
  | {
      readonly kind: 'refused'
      readonly code: FailureCode
      readonly message: string
      readonly transient: boolean
      readonly cause: string
    }
  | { readonly kind: 'failed'; readonly frames: string }
