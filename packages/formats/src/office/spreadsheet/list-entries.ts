import type { Archive } from '../../archive/archive.ts'
import { unlessDamaged } from '../omitted.ts'
import { rangeOf } from './cell-names.ts'
import { readSheet } from './read-sheet.ts'
import { sheetOfReference } from './spreadsheet-links.ts'
import type { Sheet, Workbook } from './workbook.ts'

/** Cells of all sheets with lists that are kept. The lists of forms are short; what is left unread is told. */
const maxListCells = 100_000

/**
 * Returns the entry of a list in cells, by its place from 1, or null where it is not found. The list is a range, also of another sheet,
 * or a name that the workbook has for one.
 */
export type FindListEntry = (list: string, chosen: number, own: Sheet) => string | null

export const createListEntries = (archive: Archive, workbook: Workbook): FindListEntry => {
  const budget = { cells: maxListCells }
  const textsByPart = new Map<string, ReadonlyMap<string, string>>()

  const textsOf = (part: string): ReadonlyMap<string, string> => {
    const known = textsByPart.get(part)
    if (known !== undefined) return known
    const bytes = archive.read(part)
    const source = bytes === null ? null : { bytes, workbook, related: [], includeHidden: true }
    const cells = source === null ? [] : (unlessDamaged(() => readSheet(source, budget))?.cells ?? [])
    const texts = new Map(cells.map(({ row, column, text }) => [`${row} ${column}`, text]))
    textsByPart.set(part, texts)
    return texts
  }

  return (list, chosen, own) => {
    const place = workbook.names.get(list.toLowerCase()) ?? list
    const name = sheetOfReference(place)
    const range = rangeOf(place.slice(place.lastIndexOf('!') + 1))
    const sheet = name === null ? own : workbook.sheets.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (range === null || sheet === undefined || sheet.part === null) return null
    const row = range.from.row + chosen - 1
    return row > range.to.row ? null : (textsOf(sheet.part).get(`${row} ${range.from.column}`) ?? null)
  }
}
