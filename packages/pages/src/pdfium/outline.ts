import { type OutlineEntry, type Warning, warning } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { fillText } from './memory.ts'
import type { OpenPdf } from './kept-pdfs.ts'
import { pdfiumLimits } from './parameters.ts'

export type Outline = {
  readonly entries: readonly OutlineEntry[]
  readonly isComplete: boolean
  /** `outline_truncated`, when there are more or deeper ones. */
  readonly warnings: readonly Warning[]
}

/**
 * The bookmarks as a flat list with levels, down to the deepest level and as many as are allowed. A damaged tree may have
 * cycles: no bookmark is visited twice.
 */
export const readOutline = (pdfium: Pdfium, { document, pageCount }: OpenPdf): Outline => {
  const entries: OutlineEntry[] = []
  const visited = new Set<number>()
  let isComplete = true
  const visit = (parent: number, level: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent)
    while (bookmark !== 0 && !visited.has(bookmark)) {
      if (level > pdfiumLimits.bookmarkDepth || visited.size >= pdfiumLimits.bookmarks) {
        isComplete = false
        return
      }
      visited.add(bookmark)
      const current = bookmark
      const title = fillText(pdfium, (pointer, size) => pdfium.FPDFBookmark_GetTitle(current, pointer, size))
      if (title !== '') entries.push({ title, level, page: pageOf(current) })
      visit(current, level + 1)
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, current)
    }
  }
  const pageOf = (bookmark: number): number | null => {
    const action = pdfium.FPDFBookmark_GetAction(bookmark)
    const destination =
      pdfium.FPDFBookmark_GetDest(document, bookmark) || (action && pdfium.FPDFAction_GetDest(document, action))
    const index = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, destination)
    return index >= 0 && index < pageCount ? index + 1 : null
  }
  visit(0, 1)
  return { entries, isComplete, warnings: isComplete ? [] : [outlineTruncated()] }
}

const outlineTruncated = (): Warning =>
  warning(
    'outline_truncated',
    `The outline has more than ${pdfiumLimits.bookmarks} entries or ${pdfiumLimits.bookmarkDepth} levels; the rest was left out.`,
  )
