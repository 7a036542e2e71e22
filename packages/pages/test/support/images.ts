import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import encodeAvif, { init as initAvif } from '@jsquash/avif/encode.js'
import encodeWebp, { init } from '@jsquash/webp/encode.js'
import { pdfOf } from '@polyparse/test-support/pdf'
import { encode as encodeJpeg } from 'jpeg-js'
import { GifWriter } from 'omggif'
import type { Raster } from '@polyparse/engine/images'
import { loadPdfium } from '../../src/pdfium/library.ts'
import { openPdf } from '../../src/pdfium/open-pdf.ts'
import { renderPage } from '../../src/pdfium/raster.ts'

/** What the first page of a PDF looks like, in grey. */
export const pageRaster = async (
  draw: Parameters<typeof pdfOf>[0],
  dpi: number,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Raster> => {
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, await pdfOf(draw, options), null)
  const page = pdfium.FPDF_LoadPage(pdf.document, 0)
  try {
    const raster = renderPage(pdfium, page, { dpi, channels: 1 })
    if (raster === null) throw new Error('the page cannot be drawn')
    return raster
  } finally {
    pdfium.FPDF_ClosePage(page)
    pdf.close()
  }
}

/** A grey picture with a dark bar at its left and a slope of greys beside it, so that no two corners look the same. */
export const pattern = (width: number, height: number): Raster => {
  const pixels = Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    return x < width / 4 ? 0 : Math.round((y * 255) / height)
  })
  return { width, height, channels: 1, pixels }
}

const rgbaOf = ({ pixels }: Raster): Uint8Array =>
  Uint8Array.from({ length: pixels.length * 4 }, (_, index) => (index % 4 === 3 ? 255 : (pixels[index >> 2] ?? 0)))

export const jpegOf = (raster: Raster): Buffer =>
  encodeJpeg({ width: raster.width, height: raster.height, data: rgbaOf(raster) }, 95).data

/** A JPEG that has to be turned for display, by its Exif orientation. */
export const turnedJpegOf = (raster: Raster, orientation: number): Buffer => {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  const jpeg = jpegOf(raster)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** An animation where more than one is given. All have the size of the first. */
export const gifOf = (raster: Raster, ...others: readonly Raster[]): Buffer => {
  const frames = [raster, ...others]
  const file = Buffer.alloc(frames.length * raster.pixels.length * 2 + 2000)
  const palette = Array.from({ length: 256 }, (_, grey) => grey * 0x01_01_01)
  const writer = new GifWriter(file, raster.width, raster.height, { palette })
  for (const { pixels } of frames) writer.addFrame(0, 0, raster.width, raster.height, [...pixels])
  return file.subarray(0, writer.end())
}

export const bmpOf = ({ width, height, pixels }: Raster): Buffer => {
  const stride = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + stride * height)
  file.write('BM', 'latin1')
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(24, 28)
  file.writeInt32LE(5906, 38)
  for (const [index, grey] of pixels.entries()) {
    const row = 54 + (height - 1 - Math.floor(index / width)) * stride
    file.fill(grey, row + (index % width) * 3, row + (index % width) * 3 + 3)
  }
  return file
}

export const webpOf = async (raster: Raster): Promise<Buffer> => {
  const wasm = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc.wasm')
  await init({ wasmBinary: new Uint8Array(await readFile(wasm)).buffer })
  const picture = {
    width: raster.width,
    height: raster.height,
    data: new Uint8ClampedArray(rgbaOf(raster)),
    colorSpace: 'srgb',
  } as const
  return Buffer.from(await encodeWebp(picture, { lossless: 1 }))
}

/** An animation of WebP pictures of one size, after the chunk of its size. */
export const animatedWebpOf = (width: number, height: number, ...stills: readonly Buffer[]): Buffer => {
  const chunk = (type: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), size, content, Buffer.alloc(content.length % 2)])
  }
  const canvas = Buffer.alloc(10)
  canvas[0] = 0x02
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const place = Buffer.alloc(16)
  place.writeUIntLE(width - 1, 6, 3)
  place.writeUIntLE(height - 1, 9, 3)
  const frames = stills.map((still) => chunk('ANMF', Buffer.concat([place, still.subarray(12)])))
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP', 'latin1'), chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...frames]),
  )
}

/** A PNG that says that it is an animation of so many frames. */
export const animatedPngOf = (png: Buffer, count: number): Buffer => {
  const content = Buffer.concat([Buffer.from('acTL', 'latin1'), Buffer.alloc(8)])
  content.writeUInt32BE(count, 4)
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(8)
  sum.writeUInt32BE(crc32(content))
  const pixels = png.indexOf('IDAT') - 4
  return Buffer.concat([png.subarray(0, pixels), size, content, sum, png.subarray(pixels)])
}

/** An AVIF, which is to be shown after so many quarter turns to the left. */
export const avifOf = async (raster: Raster, turns = 0): Promise<Buffer> => {
  const wasm = createRequire(import.meta.url).resolve('@jsquash/avif/codec/enc/avif_enc.wasm')
  await initAvif({ wasmBinary: new Uint8Array(await readFile(wasm)).buffer })
  const picture = {
    width: raster.width,
    height: raster.height,
    data: new Uint8ClampedArray(rgbaOf(raster)),
    colorSpace: 'srgb',
  } as const
  const file = Buffer.from(await encodeAvif(picture, { lossless: true }))
  if (turns === 0) return file
  // The property of a turn in place of that of the colours, which are the usual ones.
  const colours = file.indexOf('colr')
  file.write('irot', colours, 'latin1')
  file[colours + 4] = turns
  return file
}

type Page = {
  /** The blocks of pixels; with `tags` that say so, several strips, planes or tiles. */
  readonly blocks: readonly Buffer[]
  readonly isTiled?: boolean
  readonly width: number
  readonly height: number
  readonly tags: Readonly<Record<number, number | readonly number[]>>
}

/** A TIFF with a page for each raster, compressed as PDF and ZIP are. */
export const tiffOf = (rasters: readonly Raster[]): Buffer =>
  tiffFile(
    rasters.map(({ width, height, pixels }) => ({
      width,
      height,
      blocks: [deflateSync(pixels)],
      tags: { 258: 8, 259: 8, 262: 1, 277: 1 },
    })),
  )

/** A fax of one page, 8 pixels wide: CCITT group 4, its upper half black, its lower half white. */
export const faxTiff = (): Buffer => {
  // A line coded by its runs (001, white, black), a line like the one above (V0 for each change), and twice more.
  const codes = ['00100110101000101', '11', '001100110000110111', '1', '000000000001'.repeat(2)]
  const bits = codes.join('').padEnd(56, '0')
  const data = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  return tiffFile([{ width: 8, height: 4, blocks: [data], tags: { 258: 1, 259: 4, 262: 0, 277: 1 } }])
}

/**
 * Each page's pixels, its directory behind them; 150 pixels to the inch. As a BigTIFF its counts and pointers have eight
 * bytes.
 */
export const tiffFile = (pages: readonly Page[], { isBig = false } = {}): Buffer => {
  const pointerBytes = isBig ? 8 : 4
  const [countBytes, entryBytes] = isBig ? [8, 20] : [2, 12]
  const pointer = (value: number): Buffer => {
    const bytes = Buffer.alloc(pointerBytes)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const head = Buffer.from(isBig ? '49492b0008000000' : '49492a00', 'hex')
  const file: Buffer[] = [head, pointer(0)]
  let [end, link] = [head.length + pointerBytes, file[1] ?? Buffer.alloc(0)]
  for (const { width, height, blocks, isTiled = false, tags } of pages) {
    const starts = blocks.map((_, index) => end + Buffer.concat(blocks.slice(0, index)).length)
    const start = end + Buffer.concat(blocks).length
    const lengths = blocks.map(({ length }) => length)
    const places = isTiled ? { 324: starts, 325: lengths } : { 273: starts, 279: lengths }
    const all = { 278: height, 282: [150, 1], 296: 2, ...tags, ...places, 256: width, 257: height }
    const entries = Object.entries(all)
    const beyond: Buffer[] = []
    const beyondAt = start + countBytes + entries.length * entryBytes + pointerBytes
    const directory = entries
      .toSorted((a, b) => Number(a[0]) - Number(b[0]))
      .map(([tag, value]) => {
        const values = [value].flat()
        const isFraction = tag === '282'
        const bytes = Buffer.alloc(values.length * 4)
        for (const [index, each] of values.entries()) bytes.writeUInt32LE(each, index * 4)
        const entry = Buffer.alloc(entryBytes)
        entry.writeUInt16LE(Number(tag), 0)
        entry.writeUInt16LE(isFraction ? 5 : 4, 2)
        entry.writeUInt32LE(isFraction ? 1 : values.length, 4)
        if (bytes.length <= pointerBytes && !(isFraction && !isBig)) bytes.copy(entry, 4 + pointerBytes)
        else {
          pointer(beyondAt + Buffer.concat(beyond).length).copy(entry, 4 + pointerBytes)
          beyond.push(bytes)
        }
        return entry
      })
    const count = Buffer.alloc(countBytes)
    count.writeUInt16LE(entries.length)
    pointer(start).copy(link)
    link = pointer(0)
    file.push(...blocks, count, ...directory, link, ...beyond)
    end = beyondAt + Buffer.concat(beyond).length
  }
  return Buffer.concat(file)
}
