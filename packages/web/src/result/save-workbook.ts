import writeExcelFile from 'write-excel-file/universal'
import { download } from '../browser/download.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Plain numbers become numbers; nothing becomes a formula. */
export const workbookCells = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((text) => ({ value: cellValueOfText(text) })))

/** Saves a grid as a workbook. */
export const saveWorkbook = async (name: string, rows: readonly (readonly string[])[]): Promise<void> => {
  download(name, await writeExcelFile(workbookCells(rows)).toBlob(), workbookType)
}

const cellValueOfText = (text: string): string | number =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) ? Number(text) : text
