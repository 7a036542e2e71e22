import type { Warning } from '@polyparse/contract'
import type { Job } from '../../jobs/job.ts'
import type { ParsedDocument } from '../../providers/parsed-document.ts'

/** Everything that the result of a run is made from. */
export type RenderRequest = {
  readonly document: ParsedDocument
  readonly job: Pick<Job, 'id' | 'operation' | 'outputs' | 'includeRaw'> & {
    readonly source: Pick<Job['source'], 'filename' | 'size' | 'mediaType' | 'detectedMediaType'>
  }
  readonly provider: string
  readonly startedAt: Date
  readonly completedAt: Date
  /** Warnings of the run itself, to be put before and after those of the document. */
  readonly warnings: { readonly before: readonly Warning[]; readonly after: readonly Warning[] }
}

/** The result of a run, and the reading that a compare job needs besides; both are gzipped JSON. */
export type Part = 'result' | 'reading'

/** To the thread: open a document, or return the next piece of a part; one request at a time. */
export type Order =
  | { readonly kind: 'open'; readonly request: RenderRequest }
  | { readonly kind: 'next'; readonly part: Part }

/** From the thread. `frames` are the lines of an error's stack, without its message, which may quote the document. */
export type Answer =
  | { readonly kind: 'opened'; readonly pages: number; readonly isCompared: boolean }
  | { readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  | { readonly kind: 'failed'; readonly reason: 'no_document' | 'too_large' | 'unforeseen'; readonly frames: string }
