import writeExcelFile from 'write-excel-file/universal'
import { download } from '../design/download.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves a grid as a workbook. Plain numbers become numbers; nothing becomes a formula. */
export const saveWorkbook = async (name: string, rows: readonly (readonly string[])[]): Promise<void> => {
  const cells = rows.map((row) => row.map((text) => ({ value: valueOf(text) })))
  download(name, await writeExcelFile(cells).toBlob(), workbookType)
}

const valueOf = (text: string): string | number =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) ? Number(text) : text
