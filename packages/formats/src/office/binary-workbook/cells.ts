import type { CellObject, WorkSheet } from '#xlsx'
import type { CellFormats } from '../spreadsheet/format-number.ts'
import type { SheetCell } from '../sheet/sheet-cell.ts'
import { runsOfStruck, type StruckStretch } from './struck-stretches.ts'

export type BinarySheetContents = {
  /** The cells in order of rows. */
  readonly cells: readonly SheetCell[]
  /** The number of cells with text that are hidden and left out. */
  readonly hidden: number
  readonly comments: number
  readonly complete: boolean
}

export type BinaryCellFormats = {
  readonly cellFormats: CellFormats
  readonly since1904: boolean
  /** True if the library gives every cell a format, so that one without it has one that the library does not know. */
  readonly isEachFormatted: boolean
}

/** The cells of a sheet as they are shown, row by row; `budget` is how many more may be read. */
export const binaryCells = (
  sheet: WorkSheet,
  shown: BinaryCellFormats & { readonly struck: (row: number, column: number) => readonly StruckStretch[] },
  budget: { cells: number },
): BinarySheetContents => {
  const spans = spansIn(sheet)
  const found = { cells: [] as SheetCell[], hidden: 0, comments: 0, complete: true }
  // Rows and cells that are not there are holes, which `forEach` passes over.
  for (const [row, cells] of entriesOfSparseArray<readonly CellObject[]>(sheet['!data'] ?? []))
    for (const [column, cell] of entriesOfSparseArray<CellObject>(cells)) {
      found.comments += cell.c === undefined || cell.c.length === 0 ? 0 : 1
      const text = textOfBinaryWorkbookCell(cell, shown)
      if (text === '') continue
      if (sheet['!rows']?.[row]?.hidden === true || sheet['!cols']?.[column]?.hidden === true) found.hidden += 1
      else if (budget.cells <= 0) found.complete = false
      else {
        budget.cells -= 1
        const runs = runsOfStruck({ written: cell.v, text }, shown.struck(row, column))
        const span = spans.get(`${row} ${column}`)
        found.cells.push({ row, column, rowSpan: 1, columnSpan: 1, text, ...(runs !== undefined && { runs }), ...span })
      }
    }
  return found
}

/** The elements of an array that may have holes, with their places. */
const entriesOfSparseArray = function* <Value>(sparse: readonly (Value | undefined)[]): Generator<[number, Value]> {
  for (const key of Object.keys(sparse)) {
    const value = sparse[Number(key)]
    if (value !== undefined) yield [Number(key), value]
  }
}

const spansIn = (sheet: WorkSheet): ReadonlyMap<string, Pick<SheetCell, 'rowSpan' | 'columnSpan'>> =>
  new Map(
    (sheet['!merges'] ?? []).map(({ s: from, e: to }) => [
      `${from.r} ${from.c}`,
      { rowSpan: Math.max(1, to.r - from.r + 1), columnSpan: Math.max(1, to.c - from.c + 1) },
    ]),
  )

/** The text of a cell as it is shown. */
export const textOfBinaryWorkbookCell = (cell: CellObject, shown: BinaryCellFormats): string => {
  const { t: type, v: value } = cell
  const { cellFormats, since1904 } = shown
  if (value === undefined || type === 'z') return ''
  if (type === 'e') return errors.get(Number(value)) ?? '#VALUE!'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return cellFormats.number(value, formatCode(cell, shown), since1904)
  return cellFormats.text(String(value).replaceAll(/\r\n?/g, '\n').trim(), formatCode(cell, shown))
}

/** Dates whose format depends on the locale, for which the library has the American ones in XLSB, are in ISO 8601. */
const formatCode = ({ z: format }: CellObject, { isEachFormatted }: BinaryCellFormats): string | null => {
  if (typeof format !== 'string') return isEachFormatted ? null : 'General'
  if (format === '') return null
  return format.startsWith('m/d/yy') ? format.replace(/^m\/d\/yy(?:yy)?/, 'yyyy-mm-dd') : format
}

/** Errors of formulas by their codes (MS-XLS 2.5.10). */
const errors: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])
