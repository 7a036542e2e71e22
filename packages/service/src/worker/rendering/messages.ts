import type { Warning } from '@polyparse/contract'
import type { StoredJob } from '../../jobs/job.ts'
import type { ParsedDocument } from '@polyparse/providers/port'
import type { ListedPageImage } from './page-images.ts'

/** The price in US dollars. */
export type KnownPrice = { readonly perPage: number; readonly perCredit: number | null }

/** Everything that the result of a run is made from. */
export type RenderRequest = {
  readonly document: ParsedDocument
  readonly job: Pick<
    StoredJob,
    'id' | 'operation' | 'outputs' | 'includeRaw' | 'extraction' | 'classification' | 'images' | 'metadata' | 'batchId'
  > & {
    readonly source: Pick<StoredJob['source'], 'filename' | 'size' | 'mediaType' | 'detectedMediaType'>
  }
  readonly provider: string
  /** The price in US dollars, for a provider that charges without stating the cost; absent where nothing is charged. */
  readonly price?: KnownPrice
  /** The names of the enabled providers that read handwriting; absent where the document says already who does. */
  readonly handwritingReaders?: readonly string[]
  readonly startedAt: Date
  readonly completedAt: Date
  /** The reading of another provider, for the pages where it is better; absent when no other was asked. */
  readonly escalation?: { readonly provider: string; readonly document: ParsedDocument | null }
  /** The answers of models that fill the schema of the job; absent where none was asked. */
  readonly fillings?: readonly {
    readonly provider: string
    /** JSON; null where there are none. */
    readonly answers: Uint8Array | null
    /** Why there are none. */
    readonly why: string | null
  }[]
  /** True if the document is only opened to be asked about, so that its schema is not filled. */
  readonly isQuestion?: true
  /** That are stored beside the result, which lists them; absent where none were asked for. */
  readonly pageImages?: { readonly images: readonly ListedPageImage[] }
  /** Warnings of the run itself, to be put before and after those of the document. */
  readonly warnings: { readonly before: readonly Warning[]; readonly after: readonly Warning[] }
}

/**
 * The result of a run, the files of the images that it refers to, and the reading that a compare job needs besides, all as
 * gzipped JSON; or the document itself, serialized and gzipped; or the texts of its pages as a model gets them, as JSON.
 */
export type RenderedPart = 'result' | 'files' | 'reading' | 'document' | 'question'

/** An order to the thread: open a document, or return the next piece of a part; one request at a time. */
export type Order =
  | { readonly kind: 'open'; readonly request: RenderRequest }
  | { readonly kind: 'next'; readonly part: RenderedPart }

/** The facts about a document that its opening shows. */
export type Opened = {
  /** The number of pages that the provider has read, if it says so, or else that of the document. */
  readonly pages: number
  /** The cost in millionths of a US dollar; 0 where none is known. */
  readonly cost: number
  /** The rating by which its provider judges the text, 0–1; null if it gives none, or on another scale. */
  readonly quality: number | null
  /** True if there is a reading: in a compare job, of a document that is not too long. */
  readonly isCompared: boolean
  /** True if the result refers to files. */
  readonly hasFiles: boolean
  /** The number of warnings of the result, apart from one on the raw response. */
  readonly warningCount: number
  /** The pages of which its reader is not sure, ascending. */
  readonly doubtedPages: readonly number[]
  /** The one of them of which it is least sure. */
  readonly worstPage: number | null
  /** The pages that another provider may read better, ascending. */
  readonly pagesToEscalate: readonly number[]
  /** True if these are all that the document has. */
  readonly isEscalatedWhole: boolean
}

/**
 * An answer of the thread. `frames` are the lines of an error's stack, without its message, which may quote the
 * document.
 */
export type RenderingAnswer =
  | ({ readonly kind: 'opened' } & Opened)
  | { readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  | { readonly kind: 'failed'; readonly reason: 'no_document' | 'too_large' | 'unforeseen'; readonly frames: string }
