import type { CompareResult } from '@polyparse/contract'
import type { JudgedFieldScore, JudgedScore } from '@polyparse/compare/judgements'

/** A folder of documents, each of which was compared. */
export type BenchReport = {
  /** Its name, for the title of the report. */
  readonly folder: string
  readonly documents: readonly BenchDocument[]
  /** The scores of the providers by settled disputes; absent where there are none. */
  readonly judged?: readonly JudgedScore[]
  /** The scores of the providers by settled values of a schema; absent where there are none. */
  readonly judgedFields?: readonly JudgedFieldScore[]
}

/** A document that was compared, or why it could not be. */
export type BenchDocument = ComparedBenchDocument | { readonly name: string; readonly error: string }

/** A document with the result of its `compare` job. */
export type ComparedBenchDocument = {
  readonly name: string
  readonly result: CompareResult
  readonly truth?: Truth
}

/** The ground truth of a document, and how close each provider comes to it. */
export type Truth = {
  /** The name of the file that holds it. */
  readonly name: string
  /**
   * The scores by provider, from 0 to 1. A provider without an entry has no score, or 0 if it did not parse the
   * document.
   */
  readonly scores: Readonly<Record<string, number>>
}

/** Tells whether a document was compared. One that was not has an `error` instead of a result. */
export const isCompared = (document: BenchDocument): document is ComparedBenchDocument => 'result' in document

/** The result of a bench for one provider. `parsed`, `failed` and `unsupported` count documents. */
export type BenchRow = {
  readonly provider: string
  readonly parsed: number
  readonly failed: number
  readonly unsupported: number
  /** The number of documents for which it is recommended. */
  readonly recommended: number
  /** The mean over the documents on which it was compared, from 0 to 1; null when there are none. */
  readonly agreement: number | null
  /** The number of disputes in which it is the outlier. */
  readonly outlier: number
  readonly warnings: number
  readonly pages: number
  /** Null when it parsed no page. */
  readonly millisecondsPerPage: number | null
  /**
   * The cost in the currency of its first document that cost something; 0 where nothing was charged, null when it
   * parsed no page.
   */
  readonly costPerPage: number | null
  /**
   * The mean score over documents with a ground truth, from 0 to 1; null when there are none. Not parsed counts as 0.
   */
  readonly truth: number | null
  /** The number of documents in `truth`. */
  readonly truths: number
}
