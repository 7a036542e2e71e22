import type { Document } from '@polyparse/document'

/**
 * A reader of one family of formats: bytes in, document out; or another task on a document, with a result of its own
 * (`tasks.ts`). It runs in a sandboxed process and touches nothing else.
 */
export type Engine<Result = Document> = {
  /** Loads what the first document would otherwise wait for. Not needed before `read`. */
  warmUp(): Promise<void>
  /**
   * Reads a document: the pages of it that `selectPages` selects.
   * @throws {EngineFailure} when the document cannot be read; any other error is a fault of the engine
   */
  read(bytes: Uint8Array, request: EngineRequest, listener?: ReadListener): Promise<Result>
}

/** The listener of an engine while it reads. */
export type ReadListener = {
  /**
   * Called with the number of each page when the engine begins to read it, and with null when it reads no page in
   * particular, as after the last one. A page that takes too long ends the run, so without these calls only the limits
   * of the document apply.
   */
  readonly onPage: (page: number | null) => void
  /** Called when the engine is through with another page, the last time it goes over them. */
  readonly onProgress: (progress: PageProgress) => void
  /**
   * Called with each page as soon as it has been read, as a document of that page alone without picture files, by engines
   * of what has pages and ink. Later pages may change it: what is a heading, a page header or a table that goes on shows
   * only when all have been read. Absent: nobody wants it, and nothing is made of single pages.
   */
  readonly onPageRead?: (page: Document) => void
}

/**
 * The number of pages of a document that have been read, and of those to be read; null where that shows only at the
 * end.
 */
export type PageProgress = { readonly done: number; readonly total: number | null }

/** The request for the reading of a document. It is plain data, as it crosses a process boundary. */
export type EngineRequest = {
  readonly mediaType: string
  /** One-based, ascending, without duplicates; null is the whole document. */
  readonly pages: readonly number[] | null
  /** More pages than this to be read are refused: `too_many_pages`. */
  readonly maxPages: number
  /** Opens an encrypted document; null for none. */
  readonly password: string | null
  /** True if picture files are wanted; without it only their places are reported. */
  readonly pictures: boolean
  /** Pictures come as they lie in the document, or all as PNG. */
  readonly pictureFormat: 'original' | 'png'
  /** Pictures with a shorter side than this, in points, or pixels where there is no layout, are left out. */
  readonly minPictureSide: number
  /**
   * The parameters for text in images: languages by the names of Tesseract, null for those of the document; pixels of
   * the raster to the inch; the folder with the trained data of further languages, null for none.
   */
  readonly recognition: {
    readonly languages: readonly string[] | null
    readonly dpi: number
    readonly folder: string | null
  }
  /** True if a page that has a text layer is read from its image all the same. */
  readonly forceRecognition: boolean
  /** True if page headers and footers stay in the text as paragraphs. */
  readonly keepRunningText: boolean
  /** True if what a document hides is read as well: sheets, rows, columns and slides, and text of office documents. */
  readonly includeHidden: boolean
  /** True if blocks list their words with boxes. */
  readonly words: boolean
  /** True if blocks and cells say how sure their text is; engines that recognise text always do. */
  readonly confidence: boolean
  /** True if what is attached to a mail is read, after the mail itself. */
  readonly attachments: boolean
  /** The charset of texts, by its name in the Encoding Standard; null for that which they declare or their bytes show. */
  readonly charset: string | null
  /** True if the engine's own items are wanted in `raw`. */
  readonly raw: boolean
}

/** Engines by name, each loaded when it is first needed. */
export type EngineTable = Readonly<Record<string, () => Promise<Engine<unknown>>>>

/** The request of a caller without preferences. */
export const defaultRequest = {
  pages: null,
  maxPages: 5000,
  password: null,
  pictures: false,
  pictureFormat: 'original',
  minPictureSide: 8,
  recognition: { languages: null, dpi: 200, folder: null },
  forceRecognition: false,
  keepRunningText: false,
  includeHidden: false,
  words: false,
  confidence: false,
  attachments: false,
  charset: null,
  raw: false,
} as const satisfies Omit<EngineRequest, 'mediaType'>
