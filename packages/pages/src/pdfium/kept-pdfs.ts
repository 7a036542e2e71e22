import type { PageFacts } from './page-facts.ts'
import { keptPages as limits } from './parameters.ts'

/*
 * A document that is read twice is opened once, and of its pages those stay open that hold little: loading a page takes as long as
 * everything that is asked about it.
 */

/** An open document: its pointer in PDFium's memory. */
export type OpenPdf = {
  readonly document: number
  readonly pageCount: number
  /** Pages that stay open, where the document is read twice. */
  readonly pages?: KeptPages
  close(): void
}

/** An open page with its facts. */
type KeptPage = { readonly page: number; readonly facts: PageFacts }

/** The pages of a document that stay open until it is closed. */
export type KeptPages = {
  find(number: number): KeptPage | undefined
  /** Keeps the page open, unless it holds too much. */
  keep(number: number, kept: KeptPage): void
  /** Has the page closed after its present use, and loaded again for the next: it was changed, or holds more by now. */
  release(number: number): void
  /** Notes the text of a page in the order in which it is drawn. */
  note(number: number, text: string): void
}

type KeptPdf = { pdf: OpenPdf | null; password: string | null; texts: Map<number, string>; close: () => void }

const keptByBytes = new Map<Uint8Array, KeptPdf>()

/** Resolves as `work` does, which is given the bytes as those of a document that stays open until then. */
export const keepPdfOpen = async <Value>(
  bytes: Uint8Array,
  work: (bytes: Uint8Array) => Promise<Value>,
): Promise<Value> => {
  // An object of its own, because the same bytes may be read at the same time for someone else.
  const own = bytes.subarray()
  const kept: KeptPdf = { pdf: null, password: null, texts: new Map(), close: () => {} }
  keptByBytes.set(own, kept)
  try {
    return await work(own)
  } finally {
    keptByBytes.delete(own)
    kept.close()
  }
}

/**
 * Returns the texts of the pages of a document that is kept open, which keeps them no longer: in the order in which they are drawn and
 * with the spaces and lines that PDFium finds in them. Pages that have not been read, or were read in another way, have none.
 */
export const takeTextsAsDrawn = (bytes: Uint8Array): ReadonlyMap<number, string> => {
  const kept = keptByBytes.get(bytes)
  if (kept === undefined) return new Map()
  const { texts } = kept
  kept.texts = new Map()
  return texts
}

/** Opens a document, or returns it if it is open already and kept. */
export const openOnce = (
  bytes: Uint8Array,
  password: string | null,
  { open, closePage }: { readonly open: () => OpenPdf; readonly closePage: (page: number) => void },
): OpenPdf => {
  const kept = keptByBytes.get(bytes)
  if (kept === undefined) return open()
  if (kept.pdf !== null) return kept.password === password ? kept.pdf : open()
  const opened = open()
  const pages = new Map<number, KeptPage>()
  let objects = 0
  const keptPages: KeptPages = {
    find: (number) => pages.get(number),
    keep: (number, page) => {
      const { texts, images, pathCount } = page.facts
      const all = objects + texts.length + pathCount
      // A picture stays decoded in an open page once it has been drawn: that of a scanned sheet takes 25 MB.
      if (images.length > 0 || all > limits.objects || pages.size >= limits.pages) return
      objects = all
      pages.set(number, page)
    },
    release: (number) => {
      pages.delete(number)
    },
    note: (number, text) => {
      kept.texts.set(number, text)
    },
  }
  kept.password = password
  kept.pdf = { ...opened, pages: keptPages, close: () => {} }
  kept.close = () => {
    for (const { page } of pages.values()) closePage(page)
    opened.close()
  }
  return kept.pdf
}
