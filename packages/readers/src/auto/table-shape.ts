import type { Box, Cell, Table, Word } from '@polyparse/document'
import { shape as limits } from './parameters.ts'
import { lineHeight, widestWhite } from './white.ts'

/** What the places of its words say of the rows and columns of a table, whoever divided it. */
export type TableShape = {
  /** Clear white stands between all columns, and no wide white within a cell. */
  readonly isClear: boolean
  /** Rows in which a cell has several numbers where the others of its column have one, so that something was merged. */
  readonly mergedRows: ReadonlySet<number>
}

export const shapeOf = (table: Table, words: readonly Word[]): TableShape => {
  const mergedRows = rowsWithMergedNumbers(table)
  const columns = new Map<number, Extent>()
  const height = lineHeight(words)
  const inCells = wordsByCell(table.cells, words)
  let isClear = height > 0 && mergedRows.size === 0
  for (const [cell, within] of inCells) {
    if (widestWhite(within) > limits.maxGap * height) isClear = false
    if (cell.columnSpan === 1)
      columns.set(cell.column, within.map(({ bbox }) => bbox).reduce(extended, columns.get(cell.column) ?? nowhere))
  }
  const extents = [...columns.values()].toSorted((one, other) => one.left - other.left)
  const areApart = extents.every(
    ({ left }, index) => left - (extents[index - 1]?.right ?? -Infinity) >= limits.minCorridor * height,
  )
  return { isClear: isClear && areApart, mergedRows }
}

type Extent = { readonly left: number; readonly right: number }
const nowhere: Extent = { left: Infinity, right: -Infinity }

const extended = ({ left, right }: Extent, [from, , to]: Box): Extent => ({
  left: Math.min(left, from),
  right: Math.max(right, to),
})

/** The words of each cell, by the place of their middles. */
const wordsByCell = (cells: readonly Cell[], words: readonly Word[]): ReadonlyMap<Cell, readonly Word[]> => {
  // Large tables have many cells: a word is looked for among those of its band.
  const bands = new Map<number, { readonly cell: Cell; readonly box: Box }[]>()
  const bandOf = (y: number): number => Math.floor(y / limits.band)
  for (const cell of cells) {
    const { bbox: box } = cell
    if (box === undefined) continue
    for (let band = bandOf(box[1]); band <= bandOf(box[3]); band += 1)
      bands.set(band, [...(bands.get(band) ?? []), { cell, box }])
  }
  const found = new Map<Cell, Word[]>()
  for (const word of words) {
    const [left, top, right, bottom] = word.bbox
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const place = bands.get(bandOf(y))?.find(({ box }) => box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3])
    if (place === undefined) continue
    const within = found.get(place.cell)
    if (within === undefined) found.set(place.cell, [word])
    else within.push(word)
  }
  return found
}

const rowsWithMergedNumbers = ({ cells }: Table): ReadonlySet<number> => {
  const merged = [...Map.groupBy(cells, ({ column }) => column).values()].flatMap((column) => {
    const texts = column.filter(({ text }) => text !== '')
    const single = texts.filter(({ text }) => oneNumber.test(text)).length
    return single > 1 && 2 * single >= texts.length - 1 ? texts.filter(({ text }) => hasSeveralNumbers(text)) : []
  })
  return new Set(merged.map(({ row }) => row))
}

/** A number with its sign, currency, brackets or per cent; spaces may group its figures. */
const oneNumber = /^[\s\p{Sc}(+\-−–]*\p{Nd}[\p{Nd}.,'’]*(?:\s\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)?[\s)%\p{Sc}]*$/u
const hasSeveralNumbers = (text: string): boolean =>
  !oneNumber.test(text) &&
  /^[\s\p{Nd}.,\p{Sc}()%+\-−–]+$/u.test(text) &&
  (text.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? []).length > 1
