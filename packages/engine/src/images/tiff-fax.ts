import { damagedImage, notRead } from './image.ts'
import { tiffBitsAt } from './tiff-bits.ts'
import { type FaxCodes, faxCodes, faxModes } from './tiff-fax-codes.ts'

/*
 * Unpacks the pixels of a fax (ITU-T T.4 and T.6; TIFF 6.0, sections 10 and 11). Positions are in bits, and a row is the
 * places at which its colour changes. It runs for every code, where `itemAt` is slow.
 */

/** The values of Compression: rows of runs from byte to byte, rows after marks (T.4), and rows by those above (T.6). */
export const faxCompressions = { runs: 2, t4: 3, t6: 4 } as const

type FaxPicture = {
  readonly width: number
  readonly height: number
  readonly compression: number
  /** T4Options or T6Options. */
  readonly options: number
  /** The first bits of a byte are its lower ones: FillOrder 2. */
  readonly isReversed: boolean
}

/** The bits of T4Options, of which that of the uncompressed mode is also one of T6Options. */
const [twoDimensional, uncompressed] = [1, 2]

/**
 * The rows that a page may lack: in all, as fax servers accept a page, and after each other, as one damaged code takes with it where four
 * rows belong together (T.4, 4.2.2). Those are half a millimetre in the resolution that has four.
 */
const [maxBadShare, maxBadRows] = [0.05, 4]

/** The zeros of the mark before a row, and the marks after each other that end a page (T.4, 4.1.2 and 4.1.4). */
const [markZeros, endMarks] = [11, 6]
/** The two marks that end a page (T.6, 2.4.1.1). */
const endOfBlock = 1

/** Rows of pixels, and how many of them could not be read. */
export type UnpackedRows = { readonly unpacked: Uint8Array; readonly lostRows: number }

/**
 * Unpacks the rows of a fax, 1 bit for a pixel, which is 1 where it is black. Those after the end that the fax itself says are white, and
 * a row of T.4 that cannot be read is like the one above, where these are few.
 * @throws {EngineFailure} `document_damaged` for codes that are none, and for missing rows.
 */
export const unpackTiffFax = (packed: Uint8Array, picture: FaxPicture): UnpackedRows => {
  const source = picture.isReversed ? packed.map(reversed) : packed
  const fax: FaxSource = { source, picture, at: 0, end: source.length * 8 }
  const rows = faxRows(picture)
  if (picture.compression === faxCompressions.runs) unpackRuns(fax, rows)
  else if (picture.compression === faxCompressions.t4) unpackT4(fax, rows)
  else unpackT6(fax, rows)
  return { unpacked: rows.unpacked, lostRows: rows.lost }
}

const reversed = (byte: number): number => {
  let turned = 0
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit)
  return turned
}

type FaxSource = {
  readonly source: Uint8Array
  readonly picture: FaxPicture
  at: number
  /** Where what is being read has to end. */
  end: number
}

/** The places at which the colour changes, each beyond the one before; the first is to black. Three of the width follow. */
type FaxRow = { readonly changes: Int32Array; count: number }

type FaxRows = {
  readonly unpacked: Uint8Array
  /** The row that is being read, and the last one. */
  row: FaxRow
  above: FaxRow
  /** Rows that are done, and those that could not be read. */
  done: number
  lost: number
}

const faxRows = ({ width, height }: FaxPicture): FaxRows => {
  const rowOf = (): FaxRow => ({ changes: new Int32Array(width + 4).fill(width), count: 0 })
  return { unpacked: new Uint8Array(Math.ceil(width / 8) * height), row: rowOf(), above: rowOf(), done: 0, lost: 0 }
}

/** Keeps the row that was read. */
const addRow = (rows: FaxRows, { width }: FaxPicture): void => {
  rows.row.changes.fill(width, rows.row.count, rows.row.count + 3)
  ;[rows.row, rows.above] = [rows.above, rows.row]
  repeatRow(rows, width)
}

/** Writes the last row that was read. */
const repeatRow = (rows: FaxRows, width: number): void => {
  const first = rows.done * Math.ceil(width / 8) * 8
  const { changes, count } = rows.above
  for (let at = 0; at < count; at += 2)
    blacken(rows.unpacked, first + (changes[at] ?? width), first + (changes[at + 1] ?? width))
  rows.done += 1
}

const blacken = (unpacked: Uint8Array, from: number, to: number): void => {
  if (from >= to) return
  const [first, last] = [from >> 3, (to - 1) >> 3]
  const [head, tail] = [0xff >> (from & 7), (0xff << (7 - ((to - 1) & 7))) & 0xff]
  if (first === last) {
    unpacked[first] = (unpacked[first] ?? 0) | (head & tail)
    return
  }
  unpacked[first] = (unpacked[first] ?? 0) | head
  unpacked.fill(0xff, first + 1, last)
  unpacked[last] = tail
}

/** Ends a run at this place. Where it has no pixels, that before it goes on. */
const addChange = (row: FaxRow, place: number): void => {
  if (row.count > 0 && row.changes[row.count - 1] === place) {
    row.count -= 1
    return
  }
  row.changes[row.count] = place
  row.count += 1
}

/** Returns the value of the next code, or -1 where there is none. */
const nextCode = (fax: FaxSource, { bits, entries }: FaxCodes): number => {
  const entry = entries[tiffBitsAt(fax.source, fax.at, bits)] ?? 0
  fax.at += entry & 15
  return entry === 0 || fax.at > fax.end ? -1 : entry >> 4
}

/** Reads a run from this place on, and returns where it ends, or -1 where no code is or where it ends beyond the row. */
const readRun = (fax: FaxSource, row: FaxRow, from: number): number => {
  const [white, black] = faxCodes().runs
  const codes = row.count % 2 === 0 ? white : black
  for (let place = from; ;) {
    const length = nextCode(fax, codes)
    place += length
    if (length < 0 || place > fax.picture.width) return -1
    if (length >= 64) continue
    addChange(row, place)
    return place
  }
}

/** Reads a row of runs. Tells whether all of it could be read. */
const readRuns = (fax: FaxSource, { row }: FaxRows): boolean => {
  row.count = 0
  let place = 0
  while (place >= 0 && place < fax.picture.width) place = readRun(fax, row, place)
  return place >= 0
}

/** Reads a row by the one above (T.4, 4.2; T.6, 2.2). Tells whether all of it could be read. */
const readByAbove = (fax: FaxSource, { row, above }: FaxRows): boolean => {
  const { width, options } = fax.picture
  row.count = 0
  // The first change may be at the first pixel.
  let [place, beyond] = [-1, 0]
  while (place < width) {
    while ((above.changes[beyond] ?? width) <= place) beyond += 1
    const opposite = beyond + ((beyond ^ row.count) & 1)
    const mode = nextCode(fax, faxCodes().modes)
    if (mode === faxModes.extension && (options & uncompressed) !== 0) throw notRead('a fax that is not compressed')
    if (mode < 0 || mode === faxModes.extension) return false
    if (mode === faxModes.pass) place = above.changes[opposite + 1] ?? width
    else if (mode === faxModes.runs) {
      const first = readRun(fax, row, Math.max(0, place))
      place = first < 0 ? -1 : readRun(fax, row, first)
      if (place < 0) return false
    } else {
      const change = (above.changes[opposite] ?? width) + mode - faxModes.unmoved
      if (change < Math.max(0, place) || change > width) return false
      addChange(row, change)
      place = change
    }
  }
  return true
}

const unpackRuns = (fax: FaxSource, rows: FaxRows): void => {
  while (rows.done < fax.picture.height) {
    if (!readRuns(fax, rows)) throw damagedImage()
    addRow(rows, fax.picture)
    fax.at = Math.ceil(fax.at / 8) * 8
  }
}

const unpackT6 = (fax: FaxSource, rows: FaxRows): void => {
  while (rows.done < fax.picture.height) {
    const isEnd = [0, markZeros + 1].every(
      (from) => tiffBitsAt(fax.source, fax.at + from, markZeros + 1) === endOfBlock,
    )
    if (isEnd) return
    if (!readByAbove(fax, rows)) throw damagedImage()
    addRow(rows, fax.picture)
  }
}

const unpackT4 = (fax: FaxSource, rows: FaxRows): void => {
  const { width, height, options } = fax.picture
  const isTwoDimensional = (options & twoDimensional) !== 0
  const bits = fax.end
  // Rows by the one above wait for the next row of runs where one could not be read.
  let [isOfRuns, isSure, marks] = [!isTwoDimensional, false, 0]
  let [bad, badNow, mostBad] = [0, 0, 0]
  let mark = nextMark(fax.source, fax.at)
  const toNextRow = (): void => {
    if (mark === null) return
    fax.at = mark.one + 1
    if (isTwoDimensional) {
      isOfRuns = tiffBitsAt(fax.source, fax.at, 1) === 1
      fax.at += 1
    }
    mark = nextMark(fax.source, fax.at)
  }
  while (rows.done < height) {
    if (mark !== null && mark.zeros <= fax.at) {
      marks += 1
      if (marks >= endMarks) break
      toNextRow()
      continue
    }
    fax.end = mark?.one ?? bits
    const isRead = isOfRuns ? readRuns(fax, rows) : isSure && readByAbove(fax, rows)
    const isWhole = isRead && (mark === null || (fax.at >= mark.zeros && fax.at <= mark.one - markZeros))
    if (mark === null && !isWhole) break
    if (isWhole) addRow(rows, fax.picture)
    else {
      repeatRow(rows, width)
      fax.at = mark?.zeros ?? bits
    }
    if (isOfRuns || !isWhole) isSure = isWhole
    badNow = isWhole ? 0 : badNow + 1
    bad += isWhole ? 0 : 1
    mostBad = Math.max(mostBad, badNow)
    if (mark === null && isTwoDimensional) break
    marks = 0
  }
  // Marks after each other, with nothing behind them, are an end. Where rows were damaged, some may be lost with their marks.
  const missing = marks > 1 && bad === 0 ? 0 : height - rows.done
  if (bad + missing > maxBadShare * height || Math.max(mostBad, badNow + missing) > maxBadRows) throw damagedImage()
  rows.lost = bad + missing
}

/** A mark: where its zeros begin, with those that fill up before it, and the one that ends it. */
type FaxMark = { readonly zeros: number; readonly one: number }

/** Finds the next mark. No code, and no two after each other, have as many zeros. */
const nextMark = (source: Uint8Array, from: number): FaxMark | null => {
  let zeros = from
  for (let at = from >> 3; at < source.length; at += 1) {
    const byte = (source[at] ?? 0) & (at * 8 < from ? 0xff >> (from & 7) : 0xff)
    if (byte === 0) continue
    const one = at * 8 + Math.clz32(byte) - 24
    if (one - zeros >= markZeros) return { zeros, one }
    zeros = at * 8 + 8 - (31 - Math.clz32(byte & -byte))
  }
  return null
}
