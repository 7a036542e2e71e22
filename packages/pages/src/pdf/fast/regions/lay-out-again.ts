import type { Box } from '@polyparse/document'
import type { Graphic, LayoutBlock, LayoutParser, ParsedPage, Rect, TextItem } from '../../../layout-library.ts'
import type { PageDrawing } from '../../../pdfium/drawings.ts'
import { boundsOf } from './text-items.ts'
import { zones as parameters } from '../parameters.ts'

type Division = {
  readonly zones: readonly (readonly TextItem[])[]
  readonly drawings: readonly PageDrawing[]
  /** The height of the font at a place; null where no text is known. */
  readonly sizeAt: (box: Box) => number | null
}

/** The page's blocks as the library finds them when it is given one zone of the text after the other. */
export const layOutAgain = (
  parser: LayoutParser,
  { pageNum: pageNumber, width: pageWidth, height: pageHeight }: ParsedPage,
  { zones, drawings, sizeAt }: Division,
): Pick<ParsedPage, 'textItems' | 'blocks'> => {
  const graphics = drawings.map(graphicOf)
  const blocks = zones.flatMap((zone): readonly LayoutBlock[] => {
    const bounds = boundsOf(zone)
    const near = graphics.filter((graphic) => isGraphicInZone(graphic, bounds))
    const textItems = zone.map((item): TextItem => {
      const fontHeight =
        item.fontHeight ?? sizeAt([item.x, item.y, item.x + item.width, item.y + item.height]) ?? item.height
      return { ...item, words: item.words ?? [], fontHeight }
    })
    const [again] = parser.parsePages([{ pageNumber, pageWidth, pageHeight, textItems, graphics: near }]).pages
    return again?.blocks ?? []
  })
  return { textItems: zones.flat(), blocks }
}

const { margin } = parameters

const isGraphicInZone = (graphic: Graphic, zone: Rect): boolean => {
  const { x = Math.min(graphic.x1 ?? 0, graphic.x2 ?? 0), y = Math.min(graphic.y1 ?? 0, graphic.y2 ?? 0) } = graphic
  const right = x + (graphic.width ?? Math.abs((graphic.x1 ?? 0) - (graphic.x2 ?? 0)))
  const bottom = y + (graphic.height ?? Math.abs((graphic.y1 ?? 0) - (graphic.y2 ?? 0)))
  return (
    x >= zone.x - margin &&
    right <= zone.x + zone.width + margin &&
    y >= zone.y - margin &&
    bottom <= zone.y + zone.height + margin
  )
}

const graphicOf = ({ kind, box: [x0, y0, x1, y1] }: PageDrawing): Graphic =>
  kind === 'line'
    ? { kind: 'stroke', x1: x0, y1: y0, x2: x1, y2: y1, hasStroke: true, hasFill: false }
    : { kind: 'rect', x: x0, y: y0, width: x1 - x0, height: y1 - y0, hasStroke: false, hasFill: true }
