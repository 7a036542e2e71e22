import { itemAt } from '@polyparse/document/items'
import { damagedImage } from '../image.ts'
import type { Raster } from '../raster.ts'
import { type HuffmanTable, huffmanTable } from './huffman-table.ts'
import { type JpegColours, rasterOfPlanes } from './jpeg-colours.ts'
import {
  type BlockSide,
  componentOf,
  isFrameMarker,
  type JpegComponent,
  type JpegFrame,
  readJpegFrame,
} from './jpeg-frame.ts'
import { type JpegScan, readJpegScan, zigzag } from './jpeg-scan.ts'
import { writeBlockOf } from './jpeg-transform.ts'

/*
 * JPEG (ITU-T T.81), baseline, extended and progressive, with Huffman codes. A picture is decoded in an eighth, a quarter or a half
 * of its sides where no more is wanted, and needs memory for no more: a photograph of a telephone has 12 to 50 megapixels, of
 * which a page that can be read well needs 4.
 */

type JpegDecoding = {
  /** The least of its sides that is wanted, up to 1. */
  readonly scale: number
  /** True if three colours are light and two differences, where the file does not say; null for what files usually mean. */
  readonly isYCbCr: boolean | null
}

/** Passes over a picture at most. Programs write ten; each costs the time of a look at all blocks. */
const maxScans = 200

/**
 * The picture of a file.
 * @throws {EngineFailure} `document_damaged`, also for what is stored in an unknown way, or `out_of_memory`.
 */
export const decodeJpeg = (bytes: Buffer, { scale, isYCbCr }: JpegDecoding): Raster => {
  const side = sideFor(scale)
  const tables: Tables = { quantization: new Map(), dc: new Map(), ac: new Map(), restartInterval: 0 }
  let frame: JpegFrame | null = null
  let [isJfif, adobe, scans] = [false, null as number | null, 0]
  for (let at = 2; ;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (bytes.readUInt8(at) !== 0xff) throw damagedImage()
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) break
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at + 4, at + 2 + length)
    at += 2 + length
    if (marker === 0xe0 && segment.toString('latin1', 0, 5) === 'JFIF\0') isJfif = true
    else if (marker === 0xee && segment.toString('latin1', 0, 5) === 'Adobe') adobe = segment.readUInt8(11)
    else if (marker === 0xdb) readQuantization(segment, tables)
    else if (marker === 0xc4) readHuffman(segment, tables)
    else if (marker === 0xdd) tables.restartInterval = segment.readUInt16BE(0)
    else if (isFrameMarker(marker)) {
      if (frame !== null) throw damagedImage()
      frame = readJpegFrame(marker, segment, side)
    } else if (marker === 0xda) {
      scans += 1
      if (frame === null || scans > maxScans) throw damagedImage()
      at = readJpegScan(bytes, at, frame, scanOf(segment, { frame, tables, side }))
    }
  }
  if (frame === null || scans === 0) throw damagedImage()
  transformKept(frame, tables, side)
  return rasterOfPlanes(frame, side, coloursOf(frame, { isJfif, adobe, isYCbCr }))
}

const sideFor = (scale: number): BlockSide => ([1, 2, 4] as const).find((side) => side / 8 >= scale) ?? 8

type Tables = {
  readonly quantization: Map<number, Uint16Array>
  readonly dc: Map<number, HuffmanTable>
  readonly ac: Map<number, HuffmanTable>
  restartInterval: number
}

/** Tables of 64 steps, in the order of the file, each of one or two bytes (B.2.4.1). */
const readQuantization = (segment: Buffer, { quantization }: Tables): void => {
  for (let at = 0; at < segment.length;) {
    const spec = segment.readUInt8(at)
    const bytes = spec >> 4 === 0 ? 1 : 2
    const steps = new Uint16Array(64)
    for (let each = 0; each < 64; each += 1)
      steps[itemAt(zigzag, each)] = segment.readUIntBE(at + 1 + each * bytes, bytes)
    quantization.set(spec & 15, steps)
    at += 1 + 64 * bytes
  }
}

/** Tables of Huffman codes: how many there are of each length, and their symbols (B.2.4.2). */
const readHuffman = (segment: Buffer, { dc, ac }: Tables): void => {
  for (let at = 0; at < segment.length;) {
    const spec = segment.readUInt8(at)
    const counts = segment.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const symbols = segment.subarray(at + 17, at + 17 + total)
    if (counts.length < 16 || symbols.length < total) throw damagedImage()
    const kind = spec >> 4 === 0 ? dc : ac
    kind.set(spec & 15, huffmanTable(counts, symbols))
    at += 17 + total
  }
}

/** A table that no code has: a scan of means needs none for the others. */
const noTable = huffmanTable(new Uint8Array(16), new Uint8Array())

type ScanContext = { readonly frame: JpegFrame; readonly tables: Tables; readonly side: BlockSide }

const scanOf = (segment: Buffer, { frame, tables, side }: ScanContext): JpegScan => {
  const count = segment.readUInt8(0)
  const components = Array.from({ length: count }, (_, index) => {
    const component = componentOf(frame, segment.readUInt8(1 + index * 2))
    const places = segment.readUInt8(2 + index * 2)
    return {
      component,
      dc: tables.dc.get(places >> 4) ?? noTable,
      ac: tables.ac.get(places & 15) ?? noTable,
      write: component.coefficients === null ? blockWriter(component, tables, side) : () => {},
    }
  })
  const [first, last, bits] = [1, 2, 3].map((offset) => segment.readUInt8(count * 2 + offset))
  if (first === undefined || last === undefined || bits === undefined) throw damagedImage()
  const isOfMeans = first === 0
  const isSane = components.length > 0 && new Set(components.map(({ component }) => component)).size === count
  const isPass = first <= last && last < 64 && (isOfMeans ? last === 0 : count === 1) && (bits & 15) < 14
  if (!isSane || (frame.isProgressive && !isPass)) throw damagedImage()
  return { components, first, last, before: bits >> 4, shift: bits & 15, restartInterval: tables.restartInterval }
}

const blockWriter = (
  { quantization, blocksInRow, plane }: JpegComponent,
  tables: Tables,
  side: BlockSide,
): JpegScan['components'][number]['write'] => {
  const steps = tables.quantization.get(quantization)
  if (steps === undefined) throw damagedImage()
  const write = writeBlockOf(side)
  const stride = blocksInRow * side
  const to = { plane, at: 0, stride }
  return (coefficients, from, row, column) => {
    to.at = row * side * stride + column * side
    write(coefficients, from, steps, to)
  }
}

/** The samples of those components whose blocks were complete only after the last pass. */
const transformKept = (frame: JpegFrame, tables: Tables, side: BlockSide): void => {
  for (const component of frame.components) {
    const { coefficients, blocksInRow, blocksInColumn } = component
    if (coefficients === null) continue
    const write = blockWriter(component, tables, side)
    for (let block = 0; block < blocksInRow * blocksInColumn; block += 1)
      write(coefficients, block * 64, Math.floor(block / blocksInRow), block % blocksInRow)
  }
}

/** Tells the colours by the markers of JFIF and of Adobe, which says how colours were transformed, or else by their names. */
const coloursOf = (
  { components }: JpegFrame,
  {
    isJfif,
    adobe,
    isYCbCr,
  }: Pick<JpegDecoding, 'isYCbCr'> & { readonly isJfif: boolean; readonly adobe: number | null },
): JpegColours => {
  if (components.length === 1) return 'grey'
  if (components.length === 4) return adobe === null ? 'cmyk' : adobe === 0 ? 'invertedCmyk' : 'invertedYcck'
  if (adobe !== null && !isJfif) return adobe === 0 ? 'rgb' : 'yCbCr'
  if (isYCbCr !== null) return isYCbCr ? 'yCbCr' : 'rgb'
  const names = String.fromCharCode(...components.map(({ id }) => id))
  return !isJfif && names === 'RGB' ? 'rgb' : 'yCbCr'
}
