import type { Reading } from './reading.ts'

/** A provider's reading of the document, and how long it took. */
export type Compared = { readonly provider: string; readonly reading: Reading; readonly durationMs: number }
