import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineFailure } from '../src/engine-failure.ts'
import { openImage } from '../src/images/open-image.ts'
import { type Raster, toGrey } from '../src/images/raster.ts'
import { resample } from '../src/images/turn.ts'
import { encodePng } from '../src/images/encode-png.ts'
import { bmpOf, faxTiff, gifOf, jpegOf, pattern, tiffOf, turnedJpegOf, webpOf } from './support/images.ts'

const picture = pattern(40, 24)
const pngOf = (raster: Raster): Buffer => Buffer.from(encodePng(raster))

/** The mean difference of two pictures of the same size, out of 255. */
const difference = (a: Raster, b: Raster): number => {
  assert.deepEqual([a.width, a.height], [b.width, b.height])
  return (
    toGrey(a).pixels.reduce((sum, grey, index) => sum + Math.abs(grey - (b.pixels[index] ?? 0)), 0) / b.pixels.length
  )
}

const failsWith = (code: string) => (error: unknown) => error instanceof EngineFailure && error.code === code

test('PNG, BMP, GIF, WebP, TIFF and JPEG show the same picture', async () => {
  const files = {
    'image/png': pngOf(picture),
    'image/bmp': bmpOf(picture),
    'image/gif': gifOf(picture),
    'image/webp': await webpOf(picture),
    'image/tiff': tiffOf([picture]),
    'image/jpeg': jpegOf(picture),
  }
  for (const [mimeType, file] of Object.entries(files)) {
    const image = openImage(file)
    const { raster } = await image.frame(0)
    assert.equal(image.mimeType, mimeType)
    assert.ok(difference(raster, picture) < (mimeType === 'image/jpeg' ? 6 : 0.5), mimeType)
  }
})

test('a TIFF has a frame for each of its pages, with its resolution', async () => {
  const image = openImage(tiffOf([picture, pattern(16, 16), pattern(8, 32)]))
  assert.equal(image.frameCount, 3)
  const { raster, dpi } = await image.frame(2)
  assert.deepEqual([raster.width, raster.height, dpi], [8, 32, 150])
})

test('a fax in CCITT group 4 is decoded', async () => {
  const { raster } = await openImage(faxTiff()).frame(0)
  assert.deepEqual([...raster.pixels], [...Array<number>(16).fill(0), ...Array<number>(16).fill(255)])
})

test('a photograph is rotated by its Exif orientation', async () => {
  const { raster } = await openImage(turnedJpegOf(picture, 6)).frame(0)
  assert.deepEqual([raster.width, raster.height], [picture.height, picture.width])
  const top = toGrey(raster).pixels.subarray(0, raster.width)
  assert.ok(Math.max(...top) < 40, 'the dark bar at the left has come to the top')
})

test('transparent pixels are white', async () => {
  const pixels = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255])
  const { raster } = await openImage(Buffer.from(encodePng({ width: 2, height: 1, channels: 4, pixels }))).frame(0)
  assert.deepEqual([...raster.pixels], [255, 0])
})

test('an image of more than a hundred megapixels is refused by its header', () => {
  const png = pngOf(picture)
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(10_000, 20)
  const bmp = bmpOf(picture)
  bmp.writeInt32LE(20_000, 18)
  bmp.writeInt32LE(10_000, 22)
  const jpeg = jpegOf(picture)
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(20_000, frame + 5)
  jpeg.writeUInt16BE(10_000, frame + 7)
  const gif = gifOf(picture)
  gif.writeUInt16LE(20_000, 6)
  gif.writeUInt16LE(10_000, 8)
  const tiff = tiffOf([picture, { ...picture, width: 20_000, height: 10_000 }])
  for (const file of [png, bmp, jpeg, gif, tiff]) assert.throws(() => openImage(file), failsWith('out_of_memory'))
})

test('a truncated image is damaged', async () => {
  const files = [
    pngOf(picture),
    bmpOf(picture),
    gifOf(picture),
    await webpOf(picture),
    tiffOf([picture]),
    jpegOf(picture),
  ]
  for (const file of files) {
    for (const share of [0.05, 0.5, 0.9]) {
      const cut = file.subarray(0, Math.ceil(file.length * share))
      await assert.rejects(
        async () => openImage(cut).frame(0),
        (error) => failsWith('document_damaged')(error) || failsWith('document_empty')(error),
        `${file.toString('latin1', 0, 4)} ${share}`,
      )
    }
  }
})

test('a TIFF with a cycle of pages is damaged, and one without pages is empty', () => {
  const tiff = tiffOf([picture])
  const directory = tiff.readUInt32LE(4)
  tiff.writeUInt32LE(directory, directory + 2 + tiff.readUInt16LE(directory) * 12)
  assert.throws(() => openImage(tiff), failsWith('document_damaged'))
  assert.throws(() => openImage(Buffer.from('49492a0000000000000000000000', 'hex')), failsWith('document_empty'))
})

test('bytes that are not an image are damaged, and no bytes at all are empty', () => {
  assert.throws(() => openImage(Buffer.from('Dear reader, this is a letter.')), failsWith('document_damaged'))
  assert.throws(() => openImage(Buffer.alloc(0)), failsWith('document_empty'))
})

test('a raster looks the same in another size', () => {
  for (const factor of [0.5, 2]) {
    const resized = resample(picture, factor)
    assert.deepEqual([resized.width, resized.height], [40 * factor, 24 * factor])
    assert.ok(difference(resample(resized, 1 / factor), picture) < 12)
  }
})
