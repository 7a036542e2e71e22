import type { JobListener } from '@polyparse/client'

/** The progress of one document, until `end`. */
export type Watched = Required<JobListener> & { end(words: string): void }

/** Where people see how far it is; nothing of it goes to standard output. */
export type Display = Disposable & { watch(name: string): Watched; say(text: string): void }

export type Terminal = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}
