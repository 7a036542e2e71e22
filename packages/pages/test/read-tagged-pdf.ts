import { type DraftBlock, textOfLine } from '../src/paged/draft.ts'
import { loadPdfium } from '../src/pdfium/library.ts'
import { openPdf } from '../src/pdfium/open-pdf.ts'
import { readCharacters } from '../src/pdfium/characters.ts'
import { readDrawings } from '../src/pdfium/drawings.ts'
import { withPage } from '../src/pdfium/with-page.ts'
import { readStructureTree } from '../src/pdfium/structure-tree.ts'
import { readContent } from '../src/pdf/structure/read-content.ts'
import { readTagged } from '../src/pdf/tagged/read-tagged.ts'
export const pagesOf = async (bytes: Uint8Array) => {
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, null)
  try {
    return Array.from({ length: pdf.pageCount }, (_, index) =>
      withPage(pdfium, pdf, index + 1, (page, facts) => ({
        tree: readStructureTree(pdfium, page),
        content: readContent({
          number: index + 1,
          facts,
          seen: readCharacters(pdfium, page, facts.display),
          drawings: readDrawings(pdfium, page, facts.display),
        })[0].content,
      })),
    ).filter((page) => page !== null)
  } finally {
    pdf.close()
  }
}

export const blocksOf = async (bytes: Uint8Array): Promise<(readonly DraftBlock[] | null)[]> =>
  readTagged(await pagesOf(bytes))

export const outlineOf = (blocks: readonly DraftBlock[] | null | undefined): string[] =>
  (blocks ?? []).map(({ type, level, marker, continues, lines }) =>
    [
      `${type}${level === undefined ? '' : ` ${level}`}${continues !== undefined ? ' continued' : ''}:`,
      ...(marker === undefined ? [] : [marker]),
      lines.map(textOfLine).join(' '),
    ].join(' '),
  )
