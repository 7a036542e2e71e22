import { eachRecord, eachRecordOfSheets } from './records.ts'

/** Numbers of records (MS-XLS 2.3): of fonts since Excel 5 and before it, of the formats of cells, and of cells. */
const struckRecords = {
  fonts: new Set([0x0031, 0x0231]),
  format: 0x00e0,
  cells: new Set([0x0006, 0x00d6, 0x00fd, 0x0203, 0x0204, 0x0205, 0x0206, 0x027e, 0x0406]),
  numbersOfRow: 0x00bd,
}
/** Bytes of a format and a number in a record of several numbers, and those around them. */
const numberOfRow = { bytes: 6, head: 4, end: 2 }
/** The flag of a font (MS-XLS 2.4.122) that strikes its text out. */
const fontIsStruck = 0x0008
/** No font has this number: those after it are counted from one more. */
const missingFont = 4

/** Tells whether a cell is struck out, by its sheet, row and column, from 0. */
export type StruckPlaces = (sheet: number, row: number, column: number) => boolean

/** Tells which cells of a workbook have a format that strikes out their text. */
export const struckCells = (stream: Buffer): StruckPlaces => {
  const fonts: boolean[] = []
  eachRecord(stream, (number, at, length) => {
    if (struckRecords.fonts.has(number) && length >= 4) fonts.push((stream.readUInt16LE(at + 2) & fontIsStruck) !== 0)
  })
  if (!fonts.includes(true)) return () => false
  const formats: boolean[] = []
  const struck = new Set<string>()
  eachRecordOfSheets(stream, (number, bytes, sheet) => {
    const { length } = bytes
    if (number === struckRecords.format && length >= 2) {
      const font = bytes.readUInt16LE(0)
      formats.push(fonts[font > missingFont ? font - 1 : font] === true)
    } else if (sheet === undefined) return
    // Formats come before all cells.
    else if (struckRecords.cells.has(number) && length >= 6) {
      if (formats[bytes.readUInt16LE(4)] === true)
        struck.add(`${sheet} ${bytes.readUInt16LE(0)} ${bytes.readUInt16LE(2)}`)
    } else if (number === struckRecords.numbersOfRow && length >= numberOfRow.head) {
      const { head, end, bytes: each } = numberOfRow
      for (let at = head; at + each + end <= length; at += each)
        if (formats[bytes.readUInt16LE(at)] === true)
          struck.add(`${sheet} ${bytes.readUInt16LE(0)} ${bytes.readUInt16LE(2) + (at - head) / each}`)
    }
  })
  return (sheet, row, column) => struck.has(`${sheet} ${row} ${column}`)
}
