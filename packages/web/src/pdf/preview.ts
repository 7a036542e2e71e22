import type { ParseResult } from '@polyparse/contract'
import type { PDFDocumentProxy } from 'pdfjs-dist'

/** A document that the browser can display. */
export type Preview =
  | { readonly kind: 'pdf'; readonly document: PDFDocumentProxy; readonly pageCount: number; readonly first: PageSize }
  | { readonly kind: 'image'; readonly url: string; readonly pageCount: 1; readonly first: PageSize }
  /** Images that the service keeps with the result. */
  | { readonly kind: 'kept'; readonly images: ReadonlyMap<number, KeptPage>; readonly pageCount: number }

/**
 * The size of the first page, which is assumed for all others until they have been read; nulls where it cannot be told.
 */
type PageSize = { readonly width: number | null; readonly height: number | null }

export type KeptPage = NonNullable<ParseResult['pageImages']>[number]

/** Null if none are kept. */
export const keptPreview = (images: readonly KeptPage[] | undefined): Preview | null =>
  images === undefined || images.length === 0
    ? null
    : {
        kind: 'kept',
        images: new Map(images.map((image) => [image.page, image])),
        pageCount: Math.max(...images.map(({ page }) => page)),
      }

/** Images that browsers show by themselves. */
const shownImages = /^image\/(?:png|jpeg|webp|gif|bmp)$/

const isPdfFile = async (file: File): Promise<boolean> => {
  // Some PDFs have a few other bytes in front.
  const head = await file.slice(0, 1024).text()
  return head.includes('%PDF-')
}

/** A preview that the view before has left open for the next one. */
type LeftPreview = {
  readonly file: File
  readonly password: string | null
  readonly preview: Preview
}
const leftPreviews = new Set<LeftPreview>()

/** The time for which it stays open for the view that is about to show it. */
const untakenMs = 5000

/** Null if the browser cannot display the file. Leave the preview when it is no longer shown. */
export const openPreview = async (file: File, password: string | null): Promise<Preview | null> => {
  const left = [...leftPreviews].find((each) => each.file === file && each.password === password)
  if (left === undefined) return open(file, password)
  leftPreviews.delete(left)
  return left.preview
}

/** Closes the preview soon, unless the next {@link openPreview} of the file takes it: that of the result, mostly. */
export const leavePreview = (file: File, password: string | null, preview: Preview): void => {
  const left: LeftPreview = { file, password, preview }
  leftPreviews.add(left)
  setTimeout(() => {
    if (leftPreviews.delete(left)) closePreview(preview)
  }, untakenMs)
}

const open = async (file: File, password: string | null): Promise<Preview | null> => {
  if (await isPdfFile(file)) {
    const { openPdfInBrowser: openPdf } = await import('./open-pdf.ts')
    const document = await openPdf(file, password)
    return { kind: 'pdf', document, pageCount: document.numPages, first: await sizeOfFirstPage(document) }
  }
  if (!shownImages.test(file.type)) return null
  const url = URL.createObjectURL(file)
  return { kind: 'image', url, pageCount: 1, first: await sizeOfImage(url) }
}

const unknownSize: PageSize = { width: null, height: null }

const sizeOfFirstPage = async (document: PDFDocumentProxy): Promise<PageSize> => {
  try {
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
    return { width, height }
  } catch {
    return unknownSize
  }
}

const sizeOfImage = async (url: string): Promise<PageSize> => {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return unknownSize
  }
  return { width: image.naturalWidth, height: image.naturalHeight }
}

const closePreview = (preview: Preview): void => {
  if (preview.kind === 'image') URL.revokeObjectURL(preview.url)
  else if (preview.kind === 'pdf') void preview.document.loadingTask.destroy()
}
