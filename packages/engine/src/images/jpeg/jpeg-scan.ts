import { damagedImage } from '../image.ts'
import type { HuffmanTable } from './huffman-table.ts'
import { type JpegBits, jpegBits } from './jpeg-bits.ts'
import type { JpegComponent, JpegFrame } from './jpeg-frame.ts'

/** A pass over some components (ITU-T T.81, B.2.3). */
export type JpegScan = {
  readonly components: readonly ScanComponent[]
  /** The coefficients that it has, in the order of the file, and the bits of them that came before and that it ends with. */
  readonly first: number
  readonly last: number
  readonly before: number
  readonly shift: number
  /** Groups of blocks between restarts; 0 for none. */
  readonly restartInterval: number
}

type ScanComponent = {
  readonly component: JpegComponent
  readonly dc: HuffmanTable
  readonly ac: HuffmanTable
  /** Takes a block whose coefficients are complete. */
  readonly write: (coefficients: Int16Array, from: number, row: number, column: number) => void
}

/**
 * The places of the coefficients in a block, in the order of the file; surplus ones of a damaged file go to the last.
 */
export const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
])

/**
 * The state that goes on from one block to the next: the number of blocks that end at once, and the mean of the last
 * one of each component.
 */
type ScanState = { ended: number; readonly means: Int32Array }

type ReadBlock = (coefficients: Int16Array, from: number, tables: ScanComponent, index: number) => void

/** Reads the blocks of a scan whose data begin at `start`. Where the next marker begins. */
export const readJpegScan = (bytes: Buffer, start: number, frame: JpegFrame, scan: JpegScan): number => {
  const bits = jpegBits(bytes, start)
  const state: ScanState = { ended: 0, means: new Int32Array(scan.components.length) }
  const read = blockReader(bits, frame.isProgressive, scan, state)
  const scratch = new Int16Array(64)
  const block = (each: ScanComponent, index: number, row: number, column: number): void => {
    const { blocksInRow, coefficients } = each.component
    if (coefficients !== null) return read(coefficients, (row * blocksInRow + column) * 64, each, index)
    scratch.fill(0)
    read(scratch, 0, each, index)
    each.write(scratch, 0, row, column)
  }
  const [only] = scan.components
  // The blocks of a single component come row by row, those of several in groups.
  const isAlone = scan.components.length === 1 && only !== undefined
  const across = isAlone ? only.component.blocksAcross : frame.groupsAcross
  const groups = across * (isAlone ? only.component.blocksDown : frame.groupsDown)
  for (let group = 0; group < groups; group += 1) {
    if (scan.restartInterval > 0 && group > 0 && group % scan.restartInterval === 0) {
      restart(bits, bytes)
      state.ended = 0
      state.means.fill(0)
    }
    const [row, column] = [Math.floor(group / across), group % across]
    if (isAlone) block(only, 0, row, column)
    else
      for (const [index, each] of scan.components.entries()) {
        const { across: wide, down: tall } = each.component
        for (let part = 0; part < wide * tall; part += 1)
          block(each, index, row * tall + Math.floor(part / wide), column * wide + (part % wide))
      }
    bits.refuseMissing()
  }
  return bits.toMarker()
}

const restart = (bits: JpegBits, bytes: Buffer): void => {
  const marker = bytes[bits.toMarker() + 1] ?? 0
  if (marker < 0xd0 || marker > 0xd7) throw damagedImage()
  bits.afterMarker()
}

const blockReader = (bits: JpegBits, isProgressive: boolean, scan: JpegScan, state: ScanState): ReadBlock => {
  if (!isProgressive) return wholeBlocks(bits, state)
  if (scan.first === 0) return scan.before === 0 ? firstMeans(bits, state, scan) : nextMeans(bits, scan)
  return scan.before === 0 ? firstCoefficients(bits, state, scan) : nextCoefficients(bits, state, scan)
}

const meanOfBlock = (bits: JpegBits, state: ScanState, { dc }: ScanComponent, index: number): number => {
  const length = bits.symbol(dc)
  if (length > 15) throw damagedImage()
  const mean = (state.means[index] ?? 0) + bits.signed(length)
  state.means[index] = mean
  return mean
}

/** Blocks of the sequential processes (F.2.2). */
const wholeBlocks =
  (bits: JpegBits, state: ScanState): ReadBlock =>
  (coefficients, from, tables, index) => {
    coefficients[from] = meanOfBlock(bits, state, tables, index)
    for (let at = 1; at < 64; at += 1) {
      const symbol = bits.symbol(tables.ac)
      const [zeros, length] = [symbol >> 4, symbol & 15]
      if (length === 0 && zeros < 15) return
      at += zeros
      if (length > 0) coefficients[from + (zigzag[at] ?? 63)] = bits.signed(length)
    }
  }

/** The other processes send the bits of a coefficient one after the other (G.1.2). */
const firstMeans =
  (bits: JpegBits, state: ScanState, { shift }: JpegScan): ReadBlock =>
  (coefficients, from, tables, index) => {
    coefficients[from] = meanOfBlock(bits, state, tables, index) << shift
  }

const nextMeans =
  (bits: JpegBits, { shift }: JpegScan): ReadBlock =>
  (coefficients, from) => {
    if (bits.take(1) === 1) coefficients[from] = (coefficients[from] ?? 0) | (1 << shift)
  }

const firstCoefficients =
  (bits: JpegBits, state: ScanState, { first, last, shift }: JpegScan): ReadBlock =>
  (coefficients, from, { ac }) => {
    if (state.ended > 0) {
      state.ended -= 1
      return
    }
    for (let at = first; at <= last; at += 1) {
      const symbol = bits.symbol(ac)
      const [zeros, length] = [symbol >> 4, symbol & 15]
      if (length === 0 && zeros < 15) {
        state.ended = (1 << zeros) - 1 + bits.take(zeros)
        return
      }
      at += zeros
      if (length > 0) coefficients[from + (zigzag[at] ?? 63)] = bits.signed(length) * (1 << shift)
    }
  }

/** One more bit of those that are not zero yet, and those that become one more than zero between them (G.1.2.3). */
const nextCoefficients = (bits: JpegBits, state: ScanState, { first, last, shift }: JpegScan): ReadBlock => {
  const bit = 1 << shift
  const refine = (coefficients: Int16Array, place: number, value: number): void => {
    if (bits.take(1) === 1 && (value & bit) === 0) coefficients[place] = value + (value > 0 ? bit : -bit)
  }
  return (coefficients, from, { ac }) => {
    let at = first
    while (at <= last && state.ended === 0) {
      const symbol = bits.symbol(ac)
      let [zeros, added] = [symbol >> 4, 0]
      if ((symbol & 15) > 0) added = bits.take(1) === 1 ? bit : -bit
      else if (zeros < 15) {
        state.ended = (1 << zeros) + bits.take(zeros)
        break
      }
      for (; at <= last; at += 1) {
        const place = from + (zigzag[at] ?? 63)
        const value = coefficients[place] ?? 0
        if (value !== 0) refine(coefficients, place, value)
        else if (zeros > 0) zeros -= 1
        else {
          coefficients[place] = added
          at += 1
          break
        }
      }
    }
    if (state.ended === 0) return
    state.ended -= 1
    for (; at <= last; at += 1) {
      const place = from + (zigzag[at] ?? 63)
      const value = coefficients[place] ?? 0
      if (value !== 0) refine(coefficients, place, value)
    }
  }
}
