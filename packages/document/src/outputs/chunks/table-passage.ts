import type { Block, Table } from '../../model.ts'
import type { Box } from '../../schema-types.ts'
import { textLines } from '../inline.ts'
import { joinRows } from '../join-continued.ts'
import { headerRowCount, placesOf, type GridPlace } from '../table-grid.ts'
import type { PassageOrigin, TablePassage } from './passage.ts'

/** A table with its block, and the blocks of the pages on which it continues. */
type Standing = { readonly block: Block; readonly table: Table }

/** A table as lines of cells between bars, like Markdown; each row repeats the cells that reach into it from above. */
export const tablePassage = (
  [first, ...more]: readonly [Standing, ...Standing[]],
  caption: { readonly text: string; readonly origins: readonly PassageOrigin[] } | null,
): TablePassage => {
  const beginnings = [{ row: 0, origin: blockOrigin(first.block) }]
  const whole = more.reduce((before, { block, table }) => {
    const joined = joinRows(before, table)
    beginnings.push({ row: before.rowCount, origin: blockOrigin(block) })
    return joined
  }, first.table)
  const places = placesOf(whole)
  const lines = rowLines(places)
  const headerCount = headerRowCount(places) % lines.length
  const header = lines.slice(0, headerCount)
  return {
    opening: [
      ...(caption === null ? [] : [caption.text]),
      ...header,
      ...(header.length === 0 ? [] : [line(Array.from({ length: whole.columnCount }, () => '---'))]),
    ],
    openingOrigins: [
      ...(caption?.origins ?? []),
      { ...blockOrigin(first.block), bbox: boxOfRows(places.slice(0, headerCount)) ?? first.block.bbox },
    ],
    rows: lines.slice(headerCount).map((text, index) => {
      const row = headerCount + index
      const origin = beginnings.findLast((beginning) => beginning.row <= row)?.origin ?? blockOrigin(first.block)
      return { text, origin: { ...origin, bbox: boxOfRows(places.slice(row, row + 1)) ?? origin.bbox } }
    }),
    before: '\n\n',
  }
}

export const blockOrigin = ({ id, page, bbox }: Block): PassageOrigin => ({ block: id, page, bbox })

/** Around the cells that begin in these rows and have boxes; null where none has. */
const boxOfRows = (rows: readonly (readonly GridPlace[])[]): Box | null =>
  rows
    .flat()
    .map((place) => (typeof place === 'string' ? null : (place.bbox ?? null)))
    .reduce<Box | null>(aroundBoth, null)

/**
 * @example aroundBoth([0, 0, 10, 10], null) // [0, 0, 10, 10]
 */
export const aroundBoth = (one: Box | null, other: Box | null): Box | null =>
  one === null || other === null
    ? (one ?? other)
    : [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])]

const rowLines = (places: readonly (readonly GridPlace[])[]): string[] => {
  const reaching: { text: string; until: number }[] = []
  return places.map((row, rowIndex) =>
    line(
      row.map((place, column) => {
        if (typeof place !== 'string') {
          const text = textLines(place.text).join(' ')
          if (place.rowSpan > 1) reaching[column] = { text, until: rowIndex + place.rowSpan }
          return text
        }
        const above = reaching[column]
        return place === 'covered' && above !== undefined && above.until > rowIndex ? above.text : ''
      }),
    ),
  )
}

const line = (cells: readonly string[]): string => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
