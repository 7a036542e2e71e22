import type { Graphic, LayoutBlock, LiteParse, ParsedPage, Rect, TextItem } from '@llamaindex/liteparse'
import { boundsOf } from './bounds.ts'

/** The page's blocks as the library finds them when it is shown one zone of the text after the other. */
export const layOutAgain = (
  parser: LiteParse,
  page: ParsedPage,
  zones: readonly (readonly TextItem[])[],
): Pick<ParsedPage, 'pageNum' | 'textItems' | 'blocks'> => {
  const graphics = graphicsOf(page)
  const blocks = zones.flatMap((zone): LayoutBlock[] => {
    const { pageNum: pageNumber, width: pageWidth, height: pageHeight } = page
    const near = graphics.filter((graphic) => isIn(graphic, boundsOf(zone)))
    const textItems = zone.map((item): TextItem =>
      item.words === undefined ? Object.assign({ words: [] }, item) : item,
    )
    const [again] = parser.parsePages([{ pageNumber, pageWidth, pageHeight, textItems, graphics: near }]).pages
    return again?.blocks ?? []
  })
  return { pageNum: page.pageNum, textItems: zones.flat(), blocks }
}

/** How far the lines of a table may stand from the text in it. */
const margin = 15

const isIn = (graphic: Graphic, zone: Rect): boolean => {
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

const graphicsOf = ({ vectorGraphics }: ParsedPage): Graphic[] => {
  if (vectorGraphics === undefined) return []
  const lines = vectorGraphics.lines.map(({ x1, y1, x2, y2 }): Graphic => ({
    kind: 'stroke',
    x1,
    y1,
    x2,
    y2,
    hasStroke: true,
    hasFill: false,
  }))
  const rectangles = vectorGraphics.shapes
    .filter(({ hasCurve }) => !hasCurve)
    .map(({ bbox, fill, stroke }): Graphic =>
      Object.assign({ kind: 'rect' as const, hasFill: fill, hasStroke: stroke }, bbox),
    )
  return [...lines, ...rectangles]
}
