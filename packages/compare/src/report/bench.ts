import type { CompareResult } from '@polyparse/contract'

/** A folder of documents, each compared: which parser for these? */
export type Bench = {
  readonly folder: string
  readonly documents: readonly BenchDocument[]
}

export type BenchDocument = ComparedBenchDocument | { readonly name: string; readonly error: string }

export type ComparedBenchDocument = {
  readonly name: string
  readonly result: CompareResult
  readonly truth?: Truth
}

/** What the document really says, as someone wrote it down beside it, and how near each provider comes to it. */
export type Truth = {
  readonly name: string
  /** By provider, 0–1. Who is not here has no score; one that failed, or does not support it, counts as 0. */
  readonly scores: Readonly<Record<string, number>>
}

export const isCompared = (document: BenchDocument): document is ComparedBenchDocument => 'result' in document

/** What a bench comes to for one provider. */
export type BenchRow = {
  readonly provider: string
  readonly parsed: number
  readonly failed: number
  readonly unsupported: number
  /** For how many documents it is the one recommended. */
  readonly recommended: number
  /** Mean over the documents that it was compared on, 0–1; null where it never was. */
  readonly agreement: number | null
  /** Disputes in which it is the outlier. */
  readonly outlier: number
  readonly warnings: number
  readonly pages: number
  /** Null where it parsed no page. */
  readonly millisecondsPerPage: number | null
  /** Mean over the documents with a truth, one that it failed on or does not support being 0; null where there is none. */
  readonly truth: number | null
  /** Of how many documents that is the mean. */
  readonly truths: number
}
