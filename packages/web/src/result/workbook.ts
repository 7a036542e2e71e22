import type { TableValue } from '@polyparse/document/schema'
import writeExcelFile from 'write-excel-file/universal'
import { workbookCells } from './save-workbook.ts'

/** Tables as a workbook, with a sheet for each. */
export const workbookOf = (tables: readonly Pick<TableValue, 'id' | 'rows'>[]): Promise<Blob> =>
  writeExcelFile(
    tables.map(({ id, rows }, index) => ({ data: workbookCells(rows), sheet: sheetName(id, index) })),
  ).toBlob()

/** Excel takes up to 31 characters without these signs, and no name twice. */
const sheetName = (id: string, index: number): string =>
  `${index + 1} ${id.replaceAll(/[[\]:*?/\\']/g, '_')}`.slice(0, 31)
