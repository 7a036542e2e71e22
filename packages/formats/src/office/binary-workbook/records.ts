/** The facts about a workbook that its records tell before the library reads them (MS-XLS 2.1.4). */
export type WorkbookFacts = {
  readonly charts: number
  readonly pictures: number
}

/** Numbers of records (MS-XLS 2.3). */
export const recordNumbers = { begin: 0x0809, filePass: 0x002f, sheet: 0x0085, drawingGroup: 0x00eb }
const chart = 0x0020
/** Bytes of a record before its content. */
const recordHead = 4
/** Numbers of records of drawings (MS-ODRAW 2.2.12, 2.2.20). */
const drawings = { group: 0xf000, pictures: 0xf001 }

/** Calls back with the number of each record, and where its content begins. */
export const eachRecord = (stream: Buffer, take: (number: number, at: number, length: number) => void): void => {
  let at = 0
  while (at + 4 <= stream.length) {
    const length = stream.readUInt16LE(at + 2)
    if (at + 4 + length > stream.length) return
    take(stream.readUInt16LE(at), at + 4, length)
    at += 4 + length
  }
}

/**
 * Calls back with the number and the content of each record, and with the number of the sheet in which it is, from 0;
 * undefined before the first sheet.
 */
export const eachRecordOfSheets = (
  stream: Buffer,
  take: (number: number, bytes: Buffer, sheet: number | undefined) => void,
): void => {
  const starts: number[] = []
  let sheetsByStart: ReadonlyMap<number, number> | null = null
  let sheet: number | undefined
  eachRecord(stream, (number, at, length) => {
    const bytes = stream.subarray(at, at + length)
    if (number === recordNumbers.sheet && length >= 4) starts.push(bytes.readUInt32LE(0))
    else if (number === recordNumbers.begin && starts.length > 0) {
      // The library has sheets in the order in which they are stored. Charts begin as well, but at no place of a sheet.
      sheetsByStart ??= new Map(starts.toSorted((one, other) => one - other).map((start, index) => [start, index]))
      sheet = sheetsByStart.get(at - recordHead) ?? sheet
    }
    take(number, bytes, sheet)
  })
}

export const factsOf = (stream: Buffer): WorkbookFacts => {
  let charts = 0
  let pictures = 0
  eachRecord(stream, (number, at, length) => {
    if (number === recordNumbers.begin && length >= 4 && stream.readUInt16LE(at + 2) === chart) charts += 1
    else if (number === recordNumbers.drawingGroup) pictures += picturesIn(stream.subarray(at, at + length))
  })
  return { charts, pictures }
}

/** Counts how many pictures the store of a drawing group says it has. */
const picturesIn = (bytes: Buffer): number => {
  if (bytes.length < 8 || bytes.readUInt16LE(2) !== drawings.group) return 0
  let at = 8
  while (at + 8 <= bytes.length) {
    if (bytes.readUInt16LE(at + 2) === drawings.pictures) return bytes.readUInt16LE(at) >> 4
    at += 8 + bytes.readUInt32LE(at + 4)
  }
  return 0
}

/** The record of the columns of an XLSB sheet (MS-XLSB 2.4.323), and the maximum number of columns. */
const xlsbColumnRecord = { number: 60, most: 16_384 }

/** The record of a sheet in a workbook (MS-XLSB 2.4.309): eight bytes, then an id and a name, each with its length. */
export const xlsbSheetRecord = { number: 156, head: 8, mostOfName: 255 }
const nullText = 0xffffffff

/** Tells whether the texts in the record of a sheet lie in it, as those of older drafts of the format do not. */
const isSheetRecord = (content: Buffer): boolean => {
  let at = xlsbSheetRecord.head
  let length = 0
  for (let text = 0; text < 2; text += 1) {
    if (at + 4 > content.length) return false
    length = content.readUInt32LE(at)
    at += 4 + (length === nullText ? 0 : length * 2)
  }
  return at <= content.length && length <= xlsbSheetRecord.mostOfName
}

/** Calls back with the number of each record of a part (MS-XLSB 2.1.4), and where its content begins, until it returns true. */
export const someXlsbRecord = (
  part: Buffer,
  take: (number: number, at: number, length: number) => boolean,
): boolean => {
  let at = 0
  /** A number in groups of seven bits, the lowest first; the highest bit says that more follow. */
  const count = (most: number): number => {
    let value = 0
    for (let group = 0; group < most; group += 1) {
      const byte = part[at] ?? 0
      at += 1
      value += (byte & 0x7f) * 128 ** group
      if (byte < 0x80) break
    }
    return value
  }
  while (at < part.length) {
    const number = count(2)
    const length = count(4)
    if (take(number, at, length)) return true
    at += length
  }
  return false
}

/** Tells whether a part of an XLSB speaks of columns that no sheet has, or of sheets whose names are not in it. */
export const isImpossiblePart = (part: Buffer | null): boolean => {
  const bytes = part ?? Buffer.alloc(0)
  return someXlsbRecord(bytes, (number, at, length) => {
    if (number === xlsbColumnRecord.number)
      return at + 8 <= bytes.length && bytes.readUInt32LE(at + 4) >= xlsbColumnRecord.most
    return number === xlsbSheetRecord.number && !isSheetRecord(bytes.subarray(at, at + length))
  })
}
