import { layOut } from '../layout/lay-out.ts'
import type { DraftPage } from '../paged/draft.ts'
import { recognizePage, type RecognizedPage } from './recognition/recognize-page.ts'
import { steadySizes } from './recognition/steady-sizes.ts'
import { turnBack } from './recognition/turn-back.ts'
import type { Pdfium } from '../pdf/pdfium/library.ts'
import type { OpenPdf } from '../pdf/pdfium/open-pdf.ts'
import type { Recognition, SourcePage } from './page-source.ts'
import { drawPage } from './pdf-source.ts'

/**
 * A page of an open PDF read from its image, for engines that read text layers and meet a page without one. The blocks
 * are before the passes. Null when the page cannot be drawn.
 * @throws {EngineFailure} `unsupported_option`, `timeout` or `engine_crashed`.
 */
export const recognizePdfPage = async (
  pdfium: Pdfium,
  pdf: OpenPdf,
  number: number,
  { languages, dpi }: Recognition,
): Promise<{ readonly page: DraftPage; readonly quality: number } | null> => {
  const drawn = drawPage(pdfium, pdf, number, dpi)
  if (drawn === null) return null
  const recognized = await recognizePage({ number, raster: drawn.raster, dpi: drawn.dpi }, languages)
  const [page] = toDraftPages([{ recognized, source: drawn }])
  return page === undefined ? null : { page, quality: recognized.quality }
}

type Seen = {
  readonly recognized: Omit<RecognizedPage, 'raster' | 'raw'>
  readonly source: Pick<SourcePage, 'width' | 'height' | 'rotation'>
}

/** The blocks of the pages of one document, in boxes as displayed. */
export const toDraftPages = (pages: readonly Seen[]): DraftPage[] => {
  const contents = steadySizes(pages.map(({ recognized }) => recognized.content))
  return pages.flatMap(({ recognized, source }, index) => {
    const content = contents[index]
    if (content === undefined) return []
    const isSideways = recognized.turned === 90 || recognized.turned === 270
    const [width, height] = isSideways ? [source.height, source.width] : [source.width, source.height]
    const rotation = quarters[(source.rotation + recognized.turned) % 360] ?? 0
    return [turnBack({ ...layOut(content), width, height, rotation }, recognized.skew)]
  })
}

const quarters: Readonly<Record<number, DraftPage['rotation']>> = { 0: 0, 90: 90, 180: 180, 270: 270 }
