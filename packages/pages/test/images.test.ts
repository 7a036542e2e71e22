import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineFailure } from '@polyparse/engine'
import { readDocument } from '@polyparse/readers'
import { openImage } from '@polyparse/engine/images'
import { type Raster, toGrey } from '@polyparse/engine/images'
import { resample } from '@polyparse/engine/images'
import { encodePng } from '@polyparse/engine/images'
import {
  animatedPngOf,
  animatedWebpOf,
  avifOf,
  bmpOf,
  faxTiff,
  gifOf,
  jpegOf,
  pattern,
  tiffFile,
  tiffOf,
  turnedJpegOf,
  webpOf,
} from './support/images.ts'
import { openImageSource } from '../src/ocr/image-source.ts'
import { turn } from '@polyparse/engine/images'

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

test('PNG, BMP, GIF, WebP, AVIF, TIFF and JPEG show the same picture', async () => {
  const files = {
    'image/png': pngOf(picture),
    'image/bmp': bmpOf(picture),
    'image/gif': gifOf(picture),
    'image/webp': await webpOf(picture),
    'image/avif': await avifOf(picture),
    'image/tiff': tiffOf([picture]),
    'image/jpeg': jpegOf(picture),
  }
  for (const [mimeType, file] of Object.entries(files)) {
    const image = openImage(file)
    const { raster } = await image.frame(0)
    assert.equal(image.mimeType, mimeType)
    assert.ok(
      difference(raster, picture) < (mimeType === 'image/jpeg' ? 6 : mimeType === 'image/avif' ? 2 : 0.5),
      mimeType,
    )
  }
})

test('an AVIF is turned as it says', async () => {
  for (const [turns, degrees] of [
    [1, 270],
    [2, 180],
    [3, 90],
  ] as const) {
    const { raster } = await openImage(await avifOf(picture, turns)).frame(0)
    assert.ok(difference(raster, turn(picture, degrees)) < 2, `${turns} to the left`)
  }
})

test('an animation is read by its first frame, and says how many others it has', async () => {
  const blank: Raster = { ...picture, pixels: picture.pixels.map(() => 255) }
  const [first, second] = [await webpOf(picture), await webpOf(blank)]
  const files = [
    gifOf(picture, blank, blank),
    animatedWebpOf(picture.width, picture.height, first, second, second),
    animatedPngOf(pngOf(picture), 3),
  ]
  for (const file of files) {
    const source = openImageSource(file, { dpi: 200 })
    assert.equal(source.pageCount, 1)
    assert.deepEqual(
      source.warnings.map(({ code, message }) => [code, message.endsWith('; 2 others were left out.')]),
      [['content_omitted', true]],
    )
    assert.ok(difference((await openImage(file).frame(0)).raster, picture) < 0.5)
  }
  assert.deepEqual(openImageSource(gifOf(picture), { dpi: 200 }).warnings, [])
})

test('a TIFF has a frame for each of its pages, with its resolution', async () => {
  const image = openImage(tiffOf([picture, pattern(16, 16), pattern(8, 32)]))
  assert.equal(image.frameCount, 3)
  const { raster, dpi } = await image.frame(2)
  assert.deepEqual([raster.width, raster.height, dpi], [8, 32, 150])
})

const rawTags = { 258: 8, 259: 1, 262: 1, 277: 1 }
const inverted = Buffer.from(picture.pixels.map((grey) => 255 - grey))
const planes = (...each: readonly Uint8Array[]) => each.map((plane) => Buffer.from(plane))
const cmyk = Buffer.from([...inverted].flatMap((ink) => [ink, ink, ink, 0]))
/** Two tiles beside each other, the second of which reaches beyond the picture. */
const tiles = [0, 1].map((tile) =>
  Buffer.from(
    Uint8Array.from({ length: 32 * 32 }, (_, index) => {
      const [x, y] = [tile * 32 + (index % 32), Math.floor(index / 32)]
      return x < 40 && y < 24 ? (picture.pixels[y * 40 + x] ?? 0) : 77
    }),
  ),
)
const rows = (from: number, to: number) => Buffer.from(picture.pixels.subarray(from * 40, to * 40))
const wide = Buffer.from([...picture.pixels].flatMap((grey) => [0, grey]))
const shownAlike: [string, Parameters<typeof tiffFile>][] = [
  [
    'whose colours lie in planes of their own',
    [
      [
        {
          ...picture,
          blocks: planes(picture.pixels, picture.pixels, picture.pixels),
          tags: { ...rawTags, 262: 2, 277: 3, 284: 2 },
        },
      ],
    ],
  ],
  ['in the four colours of print', [[{ ...picture, blocks: [cmyk], tags: { ...rawTags, 262: 5, 277: 4 } }]]],
  ['in tiles', [[{ ...picture, blocks: tiles, isTiled: true, tags: { ...rawTags, 322: 32, 323: 32 } }]]],
  [
    'in several strips',
    [[{ ...picture, blocks: [rows(0, 10), rows(10, 20), rows(20, 24)], tags: { ...rawTags, 278: 10 } }]],
  ],
  ['of 16 bits a sample', [[{ ...picture, blocks: [wide], tags: { ...rawTags, 258: 16 } }]]],
  ['where zero is white', [[{ ...picture, blocks: [inverted], tags: { ...rawTags, 262: 0 } }]]],
  [
    'that holds a JPEG file in the older way',
    [[{ ...picture, blocks: [jpegOf(picture)], tags: { ...rawTags, 259: 6, 262: 6, 277: 3, 513: 8 } }]],
  ],
  [
    'with pointers of 64 bits',
    [[{ ...picture, blocks: [Buffer.from(picture.pixels)], tags: rawTags }], { isBig: true }],
  ],
]
for (const [kind, written] of shownAlike)
  test(`a TIFF ${kind} shows the picture`, async () => {
    const { raster, dpi } = await openImage(tiffFile(...written)).frame(0)
    assert.ok(difference(raster, picture) < (kind.includes('JPEG') ? 6 : 1))
    assert.equal(dpi, 150)
  })

test('a TIFF stored in a way that is not read is refused with a sentence, not read as white', async () => {
  const kinds: [RegExp, Record<number, number>][] = [
    [/compression 50000/, { 259: 50_000 }],
    [/12 bits/, { 258: 12 }],
    [/predictor 3/, { 317: 3 }],
    [/colours 8/, { 262: 8, 277: 1 }],
  ]
  for (const [said, tags] of kinds) {
    const file = tiffFile([{ ...picture, blocks: [Buffer.from(picture.pixels)], tags: { ...rawTags, ...tags } }])
    await assert.rejects(openImage(file).frame(0), said)
  }
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

test('a picture in HEIC is refused with what would read it', async () => {
  const file = Buffer.concat([Buffer.from('0000001866747970686569630000000068656963', 'hex'), Buffer.alloc(64)])
  await assert.rejects(readDocument(file), /image\/heic.*No other reader does\..*convert it to JPEG, PNG or AVIF/)
})

test('an image without a resolution is a whole page of the paper that it has the proportions of', async () => {
  const sizeOf = async (width: number, height: number): Promise<readonly number[]> => {
    const raster: Raster = { width, height, channels: 1, pixels: new Uint8Array(width * height).fill(255) }
    const page = await openImageSource(encodePng(raster), { dpi: 200 }).page(1)
    return [Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]
  }
  assert.deepEqual(await sizeOf(612, 792), [612, 792])
  assert.deepEqual(await sizeOf(595, 842), [595, 842])
  assert.deepEqual(await sizeOf(842, 595), [842, 595])
  // A piece of a screen, of 96 dots per inch.
  assert.deepEqual(await sizeOf(640, 480), [480, 360])
})
