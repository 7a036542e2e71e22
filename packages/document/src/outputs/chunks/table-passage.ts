import type { Block, Table } from '../../model.ts'
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
  const beginnings = [{ row: 0, origin: originOf(first.block) }]
  const whole = more.reduce((before, { block, table }) => {
    const joined = joinRows(before, table)
    beginnings.push({ row: before.rowCount, origin: originOf(block) })
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
    openingOrigins: [...(caption?.origins ?? []), originOf(first.block)],
    rows: lines.slice(headerCount).map((text, index) => ({
      text,
      origin: beginnings.findLast(({ row }) => row <= headerCount + index)?.origin ?? originOf(first.block),
    })),
    before: '\n\n',
  }
}

export const originOf = ({ id, page }: Block): PassageOrigin => ({ block: id, page })

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
