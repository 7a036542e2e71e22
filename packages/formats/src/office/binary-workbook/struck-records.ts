import { itemAt } from '@polyparse/document/items'
import { eachRecord, eachRecordOfSheets, recordNumbers } from './records.ts'
import { createStruckCells, type FontChange, maxFontChanges, type StruckStretches } from './struck-stretches.ts'

/** Numbers of records (MS-XLS 2.3): of fonts since Excel 5 and before it, of the formats of cells, of texts, and of cells. */
const struckRecords = {
  fonts: new Set([0x0031, 0x0231]),
  format: 0x00e0,
  texts: 0x00fc,
  continuation: 0x003c,
  cells: new Set([0x0006, 0x0203, 0x0204, 0x0205, 0x0206, 0x027e, 0x0406]),
  cellOfText: 0x00fd,
  cellWithRuns: 0x00d6,
  numbersOfRow: 0x00bd,
}
/** Bytes of a cell's row, column and format. */
const cellHead = 6
/** Bytes of a format and a number in a record of several numbers, and those around them. */
const numberOfRow = { bytes: 6, head: 4, end: 2 }
/** The flag of a font (MS-XLS 2.4.122) that strikes its text out. */
const fontIsStruck = 0x0008
/** No font has this number: those after it are counted from one more. */
const missingFont = 4
/** The version of the records since Excel 97, whose texts have their characters in one or two bytes each. */
const versionOf97 = 0x0600

/** The struck stretches of an XLS's cells: by the formats of whole cells, and by the fonts within their texts. */
export const struckStretchesOfRecords = (stream: Buffer): StruckStretches => {
  const fonts: boolean[] = []
  const texts: Buffer[] = []
  let isInTexts = false
  eachRecord(stream, (number, at, length) => {
    if (struckRecords.fonts.has(number) && length >= 4) fonts.push((stream.readUInt16LE(at + 2) & fontIsStruck) !== 0)
    isInTexts = number === struckRecords.texts || (isInTexts && number === struckRecords.continuation)
    if (isInTexts) texts.push(stream.subarray(at, at + length))
  })
  if (!fonts.includes(true)) return () => []
  const isFontStruck = (font: number): boolean => fonts[font > missingFont ? font - 1 : font] === true
  const changesByText = fontChangesOfTexts(texts, isFontStruck)
  const formats: boolean[] = []
  const struck = createStruckCells()
  let version = 0
  eachRecordOfSheets(stream, (number, bytes, sheet) => {
    const { length } = bytes
    if (number === recordNumbers.begin && length >= 2) version = bytes.readUInt16LE(0)
    else if (number === struckRecords.format && length >= 2) formats.push(isFontStruck(bytes.readUInt16LE(0)))
    else if (sheet === undefined || length < cellHead) return
    // Formats and texts come before all cells.
    else if (number === struckRecords.numbersOfRow) {
      const { head, end, bytes: each } = numberOfRow
      for (let at = head; at + each + end <= length; at += each)
        struck.add(
          [sheet, bytes.readUInt16LE(0), bytes.readUInt16LE(2) + (at - head) / each],
          formats[bytes.readUInt16LE(at)] === true,
        )
    } else {
      const changes = (): readonly FontChange[] => {
        if (number === struckRecords.cellOfText && length >= cellHead + 4)
          return changesByText.get(bytes.readUInt32LE(cellHead)) ?? []
        return number === struckRecords.cellWithRuns && version < versionOf97
          ? fontChangesOfCell(bytes, isFontStruck)
          : []
      }
      if (
        struckRecords.cells.has(number) ||
        number === struckRecords.cellOfText ||
        number === struckRecords.cellWithRuns
      )
        struck.add(
          [sheet, bytes.readUInt16LE(0), bytes.readUInt16LE(2)],
          formats[bytes.readUInt16LE(4)] === true,
          changes(),
        )
    }
  })
  return struck.at
}

/** Changes of fonts within the text of a cell (MS-XLS, RString, as Excel 95 has it: a byte for each place, font and character). */
const fontChangesOfCell = (bytes: Buffer, isFontStruck: (font: number) => boolean): FontChange[] => {
  if (bytes.length < cellHead + 2) return []
  const runs = bytes.subarray(cellHead + 2 + bytes.readUInt16LE(cellHead))
  const changes: FontChange[] = []
  for (let at = 1; at + 2 <= runs.length && changes.length < itemAt(runs, 0); at += 2)
    changes.push({ at: itemAt(runs, at), isStruck: isFontStruck(itemAt(runs, at + 1)) })
  return changes
}

/** Flags of a text (MS-XLS 2.5.293): two bytes a character, guides to the pronunciation behind it, and fonts within it. */
const textFlags = { wide: 0x01, guides: 0x04, runs: 0x08 }

/** Changes of fonts within the texts of a workbook that strike some of it out, by the number of the text. */
const fontChangesOfTexts = (
  records: readonly Buffer[],
  isFontStruck: (font: number) => boolean,
): ReadonlyMap<number, readonly FontChange[]> => {
  const changesByText = new Map<number, readonly FontChange[]>()
  const bytes = createContinuedBytes(records)
  // The numbers of all references to texts and of the texts.
  bytes.skip(8)
  for (let text = 0; !bytes.isAtEnd(); text += 1) {
    const length = bytes.number(2)
    const flags = bytes.number(1)
    const runCount = (flags & textFlags.runs) === 0 ? 0 : bytes.number(2)
    const guideBytes = (flags & textFlags.guides) === 0 ? 0 : bytes.number(4)
    bytes.skipCharacters(length, (flags & textFlags.wide) !== 0)
    const changes: FontChange[] = []
    for (let run = 0; run < runCount && !bytes.isAtEnd(); run += 1) {
      const change = { at: bytes.number(2), isStruck: isFontStruck(bytes.number(2)) }
      if (run < maxFontChanges) changes.push(change)
    }
    bytes.skip(guideBytes)
    // A change to a plain font ends what its cell strikes out.
    if (changes.length > 0) changesByText.set(text, changes)
  }
  return changesByText
}

/** Reads bytes that go on in further records; missing bytes are 0. */
const createContinuedBytes = (records: readonly Buffer[]) => {
  let index = 0
  let at = 0
  /** The record in which the next byte is; undefined behind the last one. */
  const current = (): Buffer | undefined => {
    while (index < records.length && at >= itemAt(records, index).length) {
      at -= itemAt(records, index).length
      index += 1
    }
    return records[index]
  }
  const byte = (): number => {
    const value = current()?.[at] ?? 0
    at += 1
    return value
  }
  return {
    isAtEnd: (): boolean => current() === undefined,
    /** A number of so many bytes, the lowest first. */
    number: (size: 1 | 2 | 4): number => {
      let value = 0
      for (let place = 0; place < size; place += 1) value += byte() * 256 ** place
      return value
    },
    skip: (count: number): void => {
      at += count
    },
    /** Passes over characters; a record that continues them says first how many bytes each has in it. */
    skipCharacters: (count: number, isWide: boolean): void => {
      let size = isWide ? 2 : 1
      let left = count
      while (left > 0) {
        const before = index
        const record = current()
        if (record === undefined) return
        if (index !== before) {
          size = (byte() & textFlags.wide) === 0 ? 1 : 2
          continue
        }
        const taken = Math.min(left, Math.max(1, Math.floor((record.length - at) / size)))
        at += taken * size
        left -= taken
      }
    },
  }
}
