import type { Cell, Document, Table, Warning } from '../model.ts'
import { warning } from '../warnings.ts'

/** One place of the grid: the cell that begins there, or whether another reaches over it. */
export type GridPlace = Cell | 'covered' | 'empty'

/** Places; filling a larger grid would exhaust the memory, and no document has a table like that. */
const maxGridPlaces = 2_000_000

/**
 * The rows and columns that are filled: all of them, except in a table of more than two million places, which is cut
 * off.
 */
const filledSize = ({ rowCount, columnCount }: Table): { readonly rows: number; readonly columns: number } => {
  const columns = Math.min(columnCount, maxGridPlaces)
  return { columns, rows: Math.min(rowCount, Math.floor(maxGridPlaces / Math.max(1, columns))) }
}

/**
 * A warning `table_truncated` for each table of which the outputs have only the first rows and columns, because it has
 * more than two million places.
 */
export const limitWarnings = ({ tables }: Document): Warning[] =>
  tables.flatMap((table) => {
    const { rows, columns } = filledSize(table)
    if (rows === table.rowCount && columns === table.columnCount) return []
    const whole = `${table.rowCount} × ${table.columnCount}`
    const message = `Table ${table.id} has ${whole} places; the outputs have its first ${rows} × ${columns}.`
    return [warning('table_truncated', message, table.page)]
  })

/** Every place of a table by row and column; only the first ones of a table of more than two million places. */
export const placesOf = (table: Table): GridPlace[][] => {
  const { rows, columns } = filledSize(table)
  const places = Array.from({ length: rows }, () => Array.from({ length: columns }, (): GridPlace => 'empty'))
  for (const { row, column, rowSpan, columnSpan } of table.cells)
    for (const reached of places.slice(row, row + rowSpan)) reached.fill('covered', column, column + columnSpan)
  for (const cell of table.cells) {
    const row = places[cell.row]
    if (row !== undefined && cell.column < columns) row[cell.column] = cell
  }
  return places
}

/** The texts by row and column; a spanning cell's text is at its top left, its other places are ''. */
export const gridOf = (table: Table): string[][] =>
  placesOf(table).map((row) => row.map((place) => (typeof place === 'string' ? '' : place.text)))

/** The text of a table: its rows as lines, with tabs between the cells that begin in them. */
export const textOfRows = ({ rowCount, cells }: Pick<Table, 'rowCount' | 'cells'>): string => {
  const rows = Map.groupBy(cells, ({ row }) => row)
  return Array.from({ length: rowCount }, (_, row) => (rows.get(row) ?? []).map(({ text }) => text).join('\t')).join(
    '\n',
  )
}

/** The rows at the top that have nothing but header cells, unless one of those reaches into the rows below. */
export const headerRowCount = (rows: readonly (readonly GridPlace[])[]): number => {
  const first = rows.findIndex((row) => !row.some(isCell) || row.some((place) => isCell(place) && !place.header))
  const count = first === -1 ? rows.length : first
  const reaches = rows
    .slice(0, count)
    .some((row) => row.some((place) => isCell(place) && place.row + place.rowSpan > count))
  return reaches ? 0 : count
}

const isCell = (place: GridPlace): place is Cell => typeof place !== 'string'
