import { Readable } from 'node:stream'
import { crc32, createInflate } from 'node:zlib'
import { itemAt } from '@polyparse/document/items'
import { damagedImage } from './image.ts'
import { fromRgb, type Raster } from './raster.ts'
import { rowReducer } from './reduce-rows.ts'

/*
 * Decodes a PNG row by row into fewer pixels, so that a large one takes no more memory than what is read of it (PNG, third
 * edition).
 */

/** The kinds of pixels, by their number in the header (11.2.1). */
const samplesByColour: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

type PngLayout = {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly samples: number
  readonly palette: Uint8Array
  /** The opacity of the colours of the palette, or the one colour that is none. */
  readonly transparency: Uint8Array
}

/**
 * The picture with its sides at this share of their length, on white paper. Null where its rows do not follow each other, as in an
 * interlaced one.
 * @throws {EngineFailure} `document_damaged`.
 */
export const decodePngRows = async (bytes: Buffer, scale: number): Promise<Raster | null> => {
  const chunks = readChunks(bytes)
  const [first] = chunks
  const header = first?.data
  if (first?.type !== 'IHDR' || header?.length !== 13) throw damagedImage()
  if (header[12] !== 0) return null
  const [depth, colour] = [itemAt(header, 8), itemAt(header, 9)]
  const samples = samplesByColour[colour]
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw damagedImage()
  const dataOf = (wanted: string): Uint8Array => chunks.find(({ type }) => type === wanted)?.data ?? new Uint8Array()
  const layout: PngLayout = {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth,
    colour,
    samples,
    palette: dataOf('PLTE'),
    transparency: dataOf('tRNS'),
  }
  const channels = colour === 0 || colour === 4 ? 1 : 3
  const reducer = rowReducer(layout, { scale, channels })
  const pixelsOf = rowDecoder(layout, channels)
  for await (const row of rowsIn(unpackedData(chunks), layout)) reducer.add(pixelsOf(row))
  const { width, height, pixels } = reducer.finish()
  return channels === 1 ? { width, height, channels, pixels } : fromRgb(width, height, pixels)
}

/**
 * Refuses an interlaced PNG with more data than its pixels have: the library that decodes it inflates all of it.
 * @throws {EngineFailure} `document_damaged`.
 */
export const refuseLongInterlacedPng = async (bytes: Buffer): Promise<void> => {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const bits = itemAt(bytes, 24) * (samplesByColour[itemAt(bytes, 25)] ?? 1)
  // The seven passes have fewer rows than these, each with a filter before it and less than a byte after its pixels.
  const rows = 2 * height + 7
  const most = (width * height * bits) / 8 + 2 * rows
  let length = 0
  for await (const part of unpackedData(readChunks(bytes))) {
    length += part.length
    if (length > most) throw damagedImage()
  }
}

/** Not by `pipeline`, for which it is an error that data is left when the last row has been read. */
const unpackedData = (chunks: readonly PngChunk[]): AsyncIterable<Buffer> =>
  Readable.from(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)).pipe(createInflate())

type PngChunk = { readonly type: string; readonly data: Buffer }

/** The chunks up to the end, each with the checksum that it states. */
const readChunks = (bytes: Buffer): PngChunk[] => {
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw damagedImage()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') break
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** The rows of unpacked data as they are before their filters (9.2). What follows the last one is not unpacked. */
async function* rowsIn(
  unpacked: AsyncIterable<Buffer>,
  { width, height, depth, samples }: PngLayout,
): AsyncGenerator<Uint8Array> {
  const length = Math.ceil((width * depth * samples) / 8)
  const step = Math.max(1, (depth * samples) >> 3)
  let above = new Uint8Array(length)
  let row = new Uint8Array(length)
  let [filter, filled, done] = [-1, 0, 0]
  for await (const chunk of unpacked) {
    for (let at = 0; at < chunk.length;) {
      if (filter < 0) {
        filter = itemAt(chunk, at)
        at += 1
        continue
      }
      const taken = Math.min(length - filled, chunk.length - at)
      row.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < length) continue
      unfilter(filter, row, above, step)
      yield row
      done += 1
      if (done === height) return
      ;[above, row, filter, filled] = [row, above, -1, 0]
    }
  }
  throw damagedImage()
}

/** Adds to each byte what its filter guesses from those before it: at the left, above, and above at the left. */
const unfilter = (filter: number, row: Uint8Array, above: Uint8Array, step: number): void => {
  const guess = filters[filter]
  if (guess === undefined) throw damagedImage()
  if (filter === 0) return
  for (let at = 0; at < row.length; at += 1) {
    const isFirst = at < step
    const guessed = guess(
      isFirst ? 0 : itemAt(row, at - step),
      itemAt(above, at),
      isFirst ? 0 : itemAt(above, at - step),
    )
    row[at] = itemAt(row, at) + guessed
  }
}

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

const filters: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** Turns the bytes of a row into its pixels, on white paper. */
const rowDecoder = (
  { width, depth, colour, samples, palette, transparency }: PngLayout,
  channels: number,
): ((row: Uint8Array) => Uint8Array) => {
  const line = new Uint8Array(width * channels)
  const max = 2 ** Math.min(8, depth) - 1
  const keys = transparency.length >= samples * 2 && colour !== 3 ? transparency : null
  const raw = (row: Uint8Array, index: number): number => {
    if (depth === 8) return itemAt(row, index)
    if (depth === 16) return itemAt(row, index * 2)
    const bit = index * depth
    return (itemAt(row, bit >> 3) >> (8 - depth - (bit & 7))) & max
  }
  const isKey = (row: Uint8Array, pixel: number): boolean => {
    for (let sample = 0; keys !== null && sample < samples; sample += 1) {
      const at = pixel * samples + sample
      const [high, low] = [itemAt(keys, sample * 2), itemAt(keys, sample * 2 + 1)]
      const isSame = depth === 16 ? row[at * 2] === high && row[at * 2 + 1] === low : raw(row, at) === low
      if (!isSame) return false
    }
    return keys !== null
  }
  // Bytes of grey, or of red, green and blue, are pixels as they are.
  if (depth === 8 && samples === channels && colour !== 3 && keys === null) return (row) => row
  return (row) => {
    for (let pixel = 0; pixel < width; pixel += 1) {
      const at = pixel * samples
      const entry = colour === 3 ? raw(row, at) : 0
      const opacity =
        colour === 3
          ? (transparency[entry] ?? 255)
          : colour >= 4
            ? raw(row, at + samples - 1)
            : isKey(row, pixel)
              ? 0
              : 255
      for (let channel = 0; channel < channels; channel += 1) {
        const value = colour === 3 ? (palette[entry * 3 + channel] ?? 0) : (raw(row, at + channel) * 255) / max
        line[pixel * channels + channel] = 255 - ((255 - value) * opacity) / 255
      }
    }
    return line
  }
}
