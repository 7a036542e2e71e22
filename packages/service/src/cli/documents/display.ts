import type { JobListener } from '@polyparse/client'

/** Receives the progress of one document, until `end`. */
export type DocumentProgress = Required<JobListener> & { end(words: string): void }

/** Shows progress; never writes to standard output. */
export type Display = Disposable & { watch(name: string): DocumentProgress; say(text: string): void }

export type Terminal = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}
