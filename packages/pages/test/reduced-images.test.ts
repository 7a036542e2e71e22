import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync } from 'node:zlib'
import { EngineFailure } from '@polyparse/engine'
import { openImage, type Raster, toGrey } from '@polyparse/engine/images'
import { avifOf, bmpOf, gifOf, jpegOf, pattern, tiffFile, tiffOf, webpOf } from './support/images.ts'

setFlagsFromString('--expose-gc')

const collectGarbage: () => void = runInNewContext('gc')

/** Bytes in memory at least, while what is no longer used is freed. */
const keptBytes = async (): Promise<number> => {
  let least = Infinity
  for (let time = 0; time < 10; time += 1) {
    collectGarbage()
    await setTimeout(30)
    least = Math.min(least, process.memoryUsage.rss())
  }
  return least
}

const picture = pattern(96, 64)
const rawTags = { 258: 8, 259: 1, 262: 1, 277: 1 }
const rows = (from: number, to: number): Buffer => Buffer.from(picture.pixels.subarray(from * 96, to * 96))
const tiles = [0, 1, 2, 3].map((tile) =>
  Buffer.from(
    Uint8Array.from({ length: 48 * 32 }, (_, index) => {
      const [x, y] = [(tile % 2) * 48 + (index % 48), (tile >> 1) * 32 + Math.floor(index / 48)]
      return picture.pixels[y * 96 + x] ?? 0
    }),
  ),
)
const jpegTags = { 258: 8, 259: 7, 262: 6, 277: 3 }

const meanDifference = (one: Raster, other: Raster): number =>
  one.pixels.reduce((sum, pixel, at) => sum + Math.abs(pixel - (other.pixels[at] ?? 0)), 0) / one.pixels.length

test('a picture of which less is wanted has no more than twice that of its sides, in every format', async () => {
  const files: Readonly<Record<string, Buffer>> = {
    bmp: bmpOf(picture),
    gif: gifOf(picture),
    webp: await webpOf(picture),
    avif: await avifOf(picture),
    'TIFF of one strip': tiffOf([picture]),
    'TIFF of strips': tiffFile([
      { ...picture, blocks: [rows(0, 30), rows(30, 60), rows(60, 64)], tags: { ...rawTags, 278: 30 } },
    ]),
    'TIFF of tiles': tiffFile([{ ...picture, blocks: tiles, isTiled: true, tags: { ...rawTags, 322: 48, 323: 32 } }]),
    'TIFF of one JPEG': tiffFile([{ ...picture, blocks: [jpegOf(picture)], tags: jpegTags }]),
  }
  for (const [kind, file] of Object.entries(files)) {
    const image = openImage(file)
    const whole = await image.frame(0)
    assert.deepEqual([whole.raster.width, whole.raster.height], [96, 64], kind)
    const { raster, size } = await image.frame(0, () => 0.25)
    // A JPEG is decoded in no more than what is wanted.
    const [width, height] = kind.includes('JPEG') ? [24, 16] : [48, 32]
    assert.deepEqual([size.width, size.height, raster.width, raster.height], [96, 64, width, height], kind)
    assert.ok(meanDifference(toGrey(raster), pattern(width, height)) < 6, kind)
  }
})

test('a TIFF that is shown on its side is as large as it is shown, also in fewer pixels', async () => {
  const { raster, size } = await openImage(
    tiffFile([{ ...picture, blocks: [Buffer.from(picture.pixels)], tags: { ...rawTags, 274: 6 } }]),
  ).frame(0, () => 0.25)
  assert.deepEqual([size.width, size.height, raster.width, raster.height], [64, 96, 32, 48])
})

test('a JPEG in a TIFF that is smaller than its page is on white paper', async () => {
  const small = pattern(96, 32)
  const file = tiffFile([{ ...picture, blocks: [jpegOf(small)], tags: { ...jpegTags, 259: 6, 513: 8 } }])
  const { raster } = await openImage(file).frame(0)
  assert.deepEqual([raster.width, raster.height], [96, 64])
  assert.deepEqual([...toGrey(raster).pixels.subarray(96 * 40, 96 * 41)], Array<number>(96).fill(255))
})

test('a picture whose decoder needs all of its pixels at once is refused above half as many, with what would be read', async () => {
  const gif = gifOf(picture)
  gif.writeUInt16LE(8000, 6)
  gif.writeUInt16LE(8000, 8)
  const webp = await webpOf(picture)
  webp.writeUInt32LE(7999 | (7999 << 14), 21)
  const avif = await avifOf(picture)
  avif.writeUInt32BE(8000, avif.indexOf('ispe') + 8)
  avif.writeUInt32BE(8000, avif.indexOf('ispe') + 12)
  for (const file of [gif, webp, avif])
    assert.throws(() => openImage(file), {
      name: EngineFailure.name,
      code: 'out_of_memory',
      message: /64 megapixels; at most 51 are read of a file in this format.*JPEG/,
    })
})

test('a TIFF with more bytes in one block than fit into memory is refused before they are decoded', async () => {
  const page = {
    width: 9000,
    height: 9000,
    blocks: [Buffer.alloc(8)],
    tags: { ...rawTags, 258: [16, 16, 16], 262: 2, 277: 3 },
  }
  await assert.rejects(openImage(tiffFile([page])).frame(0), { code: 'out_of_memory', message: /486 MB.*in one block/ })
})

test('a TIFF with a deflated block of far more than its pixels is refused before it is unpacked', async () => {
  const tags = { ...rawTags, 259: 8 }
  const file = tiffFile([{ ...picture, blocks: [deflateSync(Buffer.alloc(100_000_000))], tags }])
  const before = process.resourceUsage().maxRSS
  await assert.rejects(openImage(file).frame(0), { code: 'document_damaged' })
  assert.ok(process.resourceUsage().maxRSS - before < 50_000)
})

test('the last strip of a deflated TIFF is read where it has rows below the picture, to be as long as the others', async () => {
  const strips = [rows(0, 30), rows(30, 60), Buffer.concat([rows(60, 64), Buffer.alloc(96 * 26, 255)])]
  const tags = { ...rawTags, 259: 8, 278: 30 }
  const file = tiffFile([{ ...picture, blocks: strips.map((strip) => deflateSync(strip)), tags }])
  assert.deepEqual((await openImage(file).frame(0)).raster, picture)
})

/** LZW of so few codes that each has nine bits. */
const lzwOf = (codes: readonly number[]): Buffer => {
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('')
  return Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [])
}

test('a TIFF in LZW has the bytes of its codes, and with codes of nothing it is damaged, and does not take forever', async () => {
  const page = { width: 6, height: 1, tags: { ...rawTags, 259: 5 } }
  const read = async (codes: readonly number[]): Promise<number[]> => [
    ...(await openImage(tiffFile([{ ...page, blocks: [lzwOf(codes)] }])).frame(0)).raster.pixels,
  ]
  const [clear, end] = [256, 257]
  assert.deepEqual(await read([clear, 10, 20, 258, 258, end]), [10, 20, 10, 20, 10, 20])
  // A code that is only made by itself.
  assert.deepEqual(await read([clear, 7, 258, 259, end]), [7, 7, 7, 7, 7, 7])
  for (const codes of [
    [clear, 10, 300, 300, 400, end],
    [clear, 258, 259, 260],
  ])
    await assert.rejects(read(codes), { code: 'document_damaged' })
})

test('a WebP of many megapixels leaves none of its memory behind', async () => {
  const file = await webpOf(pattern(4000, 3000))
  await openImage(await webpOf(picture)).frame(0)
  const before = await keptBytes()
  await openImage(file).frame(0, () => 0.05)
  assert.ok((await keptBytes()) - before < 50_000_000)
})
