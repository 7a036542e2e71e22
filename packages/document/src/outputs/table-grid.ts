import type { Cell, Table } from '../model.ts'

/** One place of the grid: the cell that begins there, or whether another reaches over it. */
export type Place = Cell | 'covered' | 'empty'

/** Places; a larger grid is no table of a document, and filling it would exhaust the memory. */
const maxPlaces = 2_000_000

/**
 * Every place of a table by row and column.
 * @throws {RangeError} when the grid is too large to fill.
 */
export const placesOf = ({ id, rowCount, columnCount, cells }: Table): Place[][] => {
  if (Math.max(rowCount, columnCount, rowCount * columnCount) > maxPlaces)
    throw new RangeError(`table ${id} has ${rowCount} × ${columnCount} places`)
  const places = Array.from({ length: rowCount }, () => Array.from({ length: columnCount }, (): Place => 'empty'))
  for (const { row, column, rowSpan, columnSpan } of cells)
    for (const reached of places.slice(row, row + rowSpan)) reached.fill('covered', column, column + columnSpan)
  for (const cell of cells) {
    const row = places[cell.row]
    if (row !== undefined && cell.column < columnCount) row[cell.column] = cell
  }
  return places
}

/** The texts by row and column; a spanning cell's text is at its top left, its other places are ''. */
export const gridOf = (table: Table): string[][] =>
  placesOf(table).map((row) => row.map((place) => (typeof place === 'string' ? '' : place.text)))

/** The rows at the top that have nothing but header cells, unless one of those reaches into the rows below. */
export const headerRowCount = (rows: readonly (readonly Place[])[]): number => {
  const first = rows.findIndex((row) => !row.some(isCell) || row.some((place) => isCell(place) && !place.header))
  const count = first === -1 ? rows.length : first
  const reaches = rows
    .slice(0, count)
    .some((row) => row.some((place) => isCell(place) && place.row + place.rowSpan > count))
  return reaches ? 0 : count
}

const isCell = (place: Place): place is Cell => typeof place !== 'string'
