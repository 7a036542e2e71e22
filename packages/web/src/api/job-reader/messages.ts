import type { Slice } from './slices.ts'

/** A request to the worker for a reading. */
export type ReadRequest = { readonly headers: Readonly<Record<string, string>>; readonly path: string }

/** An answer of the worker: one of the first three, or a frame, slices that belong into it, and the end. */
export type ReadMessage =
  | { readonly kind: 'unreachable' }
  /** Not JSON, or a problem: small, and for the page to understand. */
  | { readonly kind: 'text'; readonly status: number; readonly text: string; readonly retryAfter: number | null }
  | { readonly kind: 'frame'; readonly body: unknown; readonly files: ReadonlyMap<string, Blob> }
  | { readonly kind: 'slice'; readonly slice: Slice }
  | { readonly kind: 'end' }
