import writeExcelFile from 'write-excel-file/universal'
import { download } from '../design/download.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Plain numbers become numbers; nothing becomes a formula. */
export const cellsOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((text) => ({ value: valueOf(text) })))

/** Saves a grid as a workbook. */
export const saveWorkbook = async (name: string, rows: readonly (readonly string[])[]): Promise<void> => {
  download(name, await writeExcelFile(cellsOf(rows)).toBlob(), workbookType)
}

const valueOf = (text: string): string | number =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) ? Number(text) : text
