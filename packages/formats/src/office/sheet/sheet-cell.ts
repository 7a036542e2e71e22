import type { FlowCell } from '../../flow/flow.ts'

/** A cell at its place in a sheet. */
export type SheetCell = Pick<FlowCell, 'row' | 'column' | 'rowSpan' | 'columnSpan' | 'text' | 'runs'>

/**
 * The name of a cell by its place from 0: `B3` for row 2, column 1.
 * @example cellName(2, 1) // 'B3'
 */
export const cellName = (row: number, column: number): string => {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row + 1}`
}

/**
 * The name by which links lead to a sheet.
 * @example sheetAnchor('My sheet') // 'sheet my sheet'
 */
export const sheetAnchor = (name: string): string => `sheet ${name.toLowerCase()}`
