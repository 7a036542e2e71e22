import type { Warning } from '@polyparse/document'
import { layOut } from '../layout/lay-out.ts'
import type { ContentWord, PageContent } from '../layout/page-content.ts'
import type { DraftPage } from '../paged/draft.ts'
import type { Pdfium } from '../pdfium/library.ts'
import type { OpenPdf } from '../pdfium/kept-pdfs.ts'
import type { Recognition, SourcePage } from './page-source.ts'
import { drawPage } from './pdf-source.ts'
import { recognizePage, type RecognizedPage } from './recognition/recognize-page.ts'
import { turnWordsBack } from './recognition/turn-back.ts'
import { recognitionWarnings } from './recognition-warnings.ts'
import { fontSizes } from './parameters.ts'

/**
 * A page of an open PDF read from its image, for engines that read text layers and find a page without one. The blocks
 * are before the passes. Null when the page cannot be drawn.
 * @throws {EngineFailure} `unsupported_option`, `timeout` or `engine_crashed`.
 */
export const recognizePdfPage = async (
  pdfium: Pdfium,
  pdf: OpenPdf,
  number: number,
  { languages, dpi }: Recognition,
): Promise<{ readonly page: DraftPage; readonly quality: number; readonly warnings: readonly Warning[] } | null> => {
  const drawn = drawPage(pdfium, pdf, number, dpi)
  if (drawn === null) return null
  const recognized = await recognizePage({ number, raster: drawn.raster, dpi: drawn.dpi, isPdfPage: true }, languages)
  const [page] = toDraftPages([{ recognized, source: drawn }])
  return page === undefined ? null : { page, quality: recognized.quality, warnings: recognitionWarnings(recognized) }
}

type PdfPageRecognition = {
  readonly recognized: Omit<RecognizedPage, 'raster' | 'raw'>
  readonly source: Pick<SourcePage, 'width' | 'height' | 'rotation'>
}

/** The blocks of the pages of one document, in boxes as displayed. */
export const toDraftPages = (pages: readonly PdfPageRecognition[]): DraftPage[] => {
  const contents = unifySizes(pages.map(({ recognized }) => recognized.content))
  return pages.flatMap(({ recognized, source }, index) => {
    const content = contents[index]
    if (content === undefined) return []
    const isSideways = recognized.turned === 90 || recognized.turned === 270
    const [width, height] = isSideways ? [source.height, source.width] : [source.width, source.height]
    const rotation = quarters[(source.rotation + recognized.turned) % 360] ?? 0
    return [turnWordsBack({ ...layOut(content), width, height, rotation }, recognized.back)]
  })
}

const quarters: Readonly<Record<number, DraftPage['rotation']>> = { 0: 0, 90: 90, 180: 180, 270: 270 }

/**
 * Gives the words of pages as few sizes as they were set in. The size that most of the text has absorbs all that are
 * close to it, then the next one does, so that a size which still differs was meant to.
 */
export const unifySizes = (pages: readonly PageContent[]): PageContent[] => {
  const weights = new Map<number, number>()
  for (const { size, text } of pages.flatMap(({ words }) => words))
    weights.set(size, (weights.get(size) ?? 0) + text.length)
  const chosen = new Map<number, number>()
  for (let left = [...weights]; left.length > 0;) {
    const near = densest(left)
    const size =
      Math.round(
        (near.reduce((sum, [each, weight]) => sum + each * weight, 0) / weigh(near)) * fontSizes.stepsPerPoint,
      ) / fontSizes.stepsPerPoint
    const taken = left.filter(
      ([each]) => Math.abs(each / size - 1) < fontSizes.tolerance || near.some(([one]) => one === each),
    )
    for (const [each] of taken) chosen.set(each, size)
    left = left.filter(([each]) => !chosen.has(each))
  }
  const steady = (word: ContentWord): ContentWord => ({ ...word, size: chosen.get(word.size) ?? word.size })
  return pages.map((page) => ({ ...page, words: page.words.map(steady) }))
}

type Weighed = readonly (readonly [size: number, weight: number])[]

const weigh = (sizes: Weighed): number => sizes.reduce((sum, [, weight]) => sum + weight, 0)

/** The sizes around the one that has most text near it. */
const densest = (sizes: Weighed): Weighed => {
  const around = ([middle]: readonly [number, number]): Weighed =>
    sizes.filter(([size]) => Math.abs(size / middle - 1) < fontSizes.tolerance / 2)
  return sizes.map(around).reduce((best, near) => (weigh(near) > weigh(best) ? near : best))
}
