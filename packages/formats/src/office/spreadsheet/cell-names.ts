/** A place in a sheet, from 0. */
export type CellPlace = { readonly row: number; readonly column: number }

/**
 * The place of a cell by its name: `B3` is row 2, column 1.
 * @example placeOfCellName('B3') // { row: 2, column: 1 }
 */
export const placeOfCellName = (name: string | undefined): CellPlace | null => {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(name ?? '') ?? []
  if (letters === undefined || digits === undefined) return null
  const column = Buffer.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter - 64, 0)
  return { row: Number(digits) - 1, column: column - 1 }
}

export type CellRange = { readonly from: CellPlace; readonly to: CellPlace }

/**
 * The corners of a range such as `A1:B3`, or of the one cell `A1`.
 * @example rangeOf('A1:B3') // { from: { row: 0, column: 0 }, to: { row: 2, column: 1 } }
 */
export const rangeOf = (text: string): CellRange | null => {
  const [first, second = first] = text.split(':')
  const [from, to] = [placeOfCellName(first), placeOfCellName(second)]
  return from === null || to === null || to.row < from.row || to.column < from.column ? null : { from, to }
}
