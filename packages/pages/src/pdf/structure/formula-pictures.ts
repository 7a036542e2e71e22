import { clip, type Picture, pictureId } from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import { encodePng } from '@polyparse/engine/images'
import type { DraftBlock, DraftPage } from '../../paged/draft.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { OpenPdf } from '../../pdfium/kept-pdfs.ts'
import { withPage } from '../../pdfium/with-page.ts'
import { renderPage } from '../../pdfium/raster.ts'
import { formulaPictures as limits } from './parameters.ts'

type Pictured = { readonly page: DraftPage; readonly pictures: readonly Picture[] }

/**
 * Gives the formulas of a page their pictures, since no reader of this machine can say in letters what a fraction or a
 * root looks like. The files come only where pictures are requested, as long as the budget of the document lasts.
 */
export const withFormulaPictures = (
  pdfium: Pdfium,
  pdf: OpenPdf,
  page: DraftPage,
  {
    request,
    budget,
    count,
  }: { readonly request: EngineRequest; readonly budget: { bytes: number }; readonly count: number },
): Pictured => {
  const formulas = page.blocks.filter(({ type, picture }) => type === 'formula' && picture === undefined)
  const ids = new Map(
    formulas.slice(0, limits.maxPerPage).map((block, index) => [block, pictureId(page.number, count + index + 1)]),
  )
  if (ids.size === 0) return { page, pictures: [] }
  const blocks = page.blocks.map((block): DraftBlock => {
    const picture = ids.get(block)
    return picture === undefined ? block : { ...block, picture }
  })
  const pictured = { ...page, blocks }
  if (!request.pictures || budget.bytes <= 0) return { page: pictured, pictures: [] }
  const pictures = withPage(pdfium, pdf, page.number, (opened) =>
    [...ids].flatMap(([block, id]) => pictureOf(pdfium, opened, { block, id, page, budget }) ?? []),
  )
  return { page: pictured, pictures: pictures ?? [] }
}

type FormulaPictureRequest = {
  readonly block: DraftBlock
  readonly id: string
  readonly page: DraftPage
  readonly budget: { bytes: number }
}

const pictureOf = (
  pdfium: Pdfium,
  opened: number,
  { block, id, page, budget }: FormulaPictureRequest,
): Picture | null => {
  const [x0, y0, x1, y1] = block.box
  const bbox = clip(
    [x0 - limits.margin, y0 - limits.margin, x1 + limits.margin, y1 + limits.margin],
    page.width,
    page.height,
  )
  const [left, top, right, bottom] = bbox.map((side) => Math.round((side * limits.dpi) / 72))
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return null
  const [width, height] = [right - left, bottom - top]
  if (width < 1 || height < 1 || width * height > limits.maxPixels) return null
  const raster = renderPage(pdfium, opened, { dpi: limits.dpi, channels: 3, part: { x: left, y: top, width, height } })
  if (raster === null) return null
  const data = encodePng(raster)
  if (data.length > budget.bytes) return null
  budget.bytes -= data.length
  return { id, page: page.number, bbox, mimeType: 'image/png', width, height, data }
}
