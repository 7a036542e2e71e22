import type { Answer } from './answer.ts'
import type { ParseRequest, ParseSource } from './provider.ts'
import type { Survey } from './survey.ts'

/**
 * Makes sense of a vendor's answers. They may be large and are not trusted, so this runs in a thread, and adapters only
 * pass on the bytes that they have received. Rejects with a `ProviderFailure` when an answer is not as documented.
 */
export type AnswerReader = {
  /**
   * The form of the answers: JSON, which is parsed for the reader, or text, which it gets as a string; by default JSON.
   */
  readonly form?: 'json' | 'text'
  /** The looks at an answer before it can be read, by name: for a state, for URLs of files. */
  readonly looks?: Looks
  /** The same of a file that an answer refers to. */
  readonly fileLooks?: Looks
  /** Returns what the vendor has read, from its answer and of the files that this refers to, in that order. */
  readonly read: (answers: readonly unknown[], facts: AnswerFacts) => Answer
}

type Looks = Readonly<Record<string, (answer: unknown) => unknown>>

export type AnswerFacts = {
  readonly request: AnsweredRequest
  readonly survey: Survey
  /** The files that belong to the answers, by the names that the adapter gave them; null: it could not be fetched. */
  readonly files: ReadonlyMap<string, Uint8Array | null>
}

/** The part of a request that matters for its answer. */
export type AnsweredRequest = Pick<ParseRequest, 'pages' | 'outputs' | 'includeRaw'> & {
  readonly source: Pick<ParseSource, 'mediaType'>
}
