import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { EngineFailure } from '@polyparse/engine'
import { openImage, type Raster } from '@polyparse/engine/images'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

/** All colours and opacities, so that no two corners look the same. */
const picture = (): PNG => {
  const png = new PNG({ width: 61, height: 37 })
  for (let at = 0; at < png.data.length; at += 4) {
    const [x, y] = [(at / 4) % 61, Math.floor(at / 4 / 61)]
    png.data.set([x * 4, y * 6, (x * y) % 256, 255 - x], at)
  }
  return png
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type PngKind = { readonly size: readonly [number, number]; readonly depth: number; readonly colour: number }

/** A file of rows of bytes, each with its filter before it. */
const fileOf = (
  { size, depth, colour }: PngKind,
  rows: Uint8Array,
  others: readonly Buffer[] = [],
  interlaced = 0,
): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colour, 0, 0, interlaced])
  header.writeUInt32BE(size[0])
  header.writeUInt32BE(size[1], 4)
  return pngOf([chunk('IHDR', header), ...others, chunk('IDAT', deflateSync(rows))])
}

const pngOf = (chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', new Uint8Array())])

/** A file of one grey pixel, whose data is unpacked into eight hundred megabytes. */
const bombOf = (interlaced: number): Buffer => {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, interlaced])
  const part = deflateRawSync(Buffer.alloc(8_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const parts = Array.from({ length: 100 }, () => part)
  return pngOf([chunk('IHDR', header), chunk('IDAT', Buffer.concat([Buffer.from([0x78, 0x9c]), ...parts]))])
}

/** By the library that decodes a whole picture, and row by row. */
const decodedBoth = async (file: Buffer): Promise<readonly [whole: Raster, rows: Raster]> => {
  const image = openImage(file)
  return [(await image.frame(0)).raster, (await image.frame(0, () => 0.99)).raster]
}

test('a PNG that is decoded row by row has the pixels that it has as a whole, in every way of storing them', async () => {
  const filters = [0, 1, 2, 3, 4]
  const colours = [0, 2, 4, 6] as const
  const written = colours.flatMap((colorType) =>
    filters.map((filterType) => PNG.sync.write(picture(), { colorType, filterType })),
  )
  const bits = Buffer.from([0, 0b10110100, 0b11000000, 0, 0b00011101, 0b01000000])
  const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]))
  const opacity = chunk('tRNS', Buffer.from([255, 128, 0]))
  const made = [
    fileOf({ size: [10, 2], depth: 1, colour: 0 }, bits),
    fileOf({ size: [5, 2], depth: 2, colour: 3 }, bits, [palette, opacity]),
    fileOf({ size: [3, 2], depth: 4, colour: 0 }, bits),
    fileOf({ size: [1, 2], depth: 16, colour: 0 }, bits),
    fileOf({ size: [2, 2], depth: 8, colour: 0 }, bits, [chunk('tRNS', Buffer.from([0, 0b11000000]))]),
  ]
  for (const file of [...written, ...made]) {
    const [whole, rows] = await decodedBoth(file)
    assert.deepEqual([rows.width, rows.height, rows.channels], [whole.width, whole.height, whole.channels])
    assert.ok(whole.pixels.every((pixel, at) => Math.abs(pixel - (rows.pixels[at] ?? -9)) <= 1))
  }
})

test('a PNG of many pixels is decoded into no more than twice what is read of its sides', async () => {
  const file = PNG.sync.write(picture(), { colorType: 2 })
  const whole = (await openImage(file).frame(0)).raster
  const { raster, size } = await openImage(file).frame(0, () => 0.25)
  assert.deepEqual([size.width, size.height, raster.width, raster.height], [61, 37, 31, 19])
  const meanOf = ({ pixels }: Raster): number => pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length
  assert.ok(Math.abs(meanOf(whole) - meanOf(raster)) < 2)
  assert.ok(
    raster.pixels.every(
      (pixel, at) => at % 3 !== 0 || at < 3 || at % 93 === 0 || pixel >= (raster.pixels[at - 3] ?? 0),
    ),
  )
})

test('a PNG that ends early, or is changed on the way, is damaged, and an interlaced one is decoded as a whole', async () => {
  const file = PNG.sync.write(picture())
  const changed = Buffer.from(file)
  changed[80] = (changed[80] ?? 0) ^ 1
  const short = fileOf({ size: [10, 3], depth: 8, colour: 0 }, Buffer.alloc(22))
  const unknown = fileOf({ size: [2, 1], depth: 8, colour: 0 }, Buffer.from([9, 1, 1]))
  for (const damaged of [changed, file.subarray(0, file.length - 40), short, unknown])
    await assert.rejects(
      openImage(damaged).frame(0, () => 0.5),
      (error) => error instanceof EngineFailure && error.code === 'document_damaged',
    )
  const interlaced = fileOf({ size: [1, 1], depth: 8, colour: 0 }, Buffer.from([0, 77]), [], 1)
  assert.deepEqual((await openImage(interlaced).frame(0, () => 0.5)).raster.pixels, Uint8Array.of(77))
})

test('a small PNG that is unpacked into far more than its pixels takes no time, and no memory', async () => {
  const { raster } = await withinCpu(500, () => openImage(bombOf(0)).frame(0, () => 0.5))
  assert.deepEqual(raster.pixels, Uint8Array.of(0))
  const file = bombOf(1)
  const before = process.resourceUsage().maxRSS
  await assert.rejects(openImage(file).frame(0), { code: 'document_damaged' })
  assert.ok(process.resourceUsage().maxRSS - before < 200_000)
})
