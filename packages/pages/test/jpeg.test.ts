import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode } from 'jpeg-js'
import { EngineFailure } from '@polyparse/engine'
import { openImage, type Raster, resample, toGrey, turn } from '@polyparse/engine/images'
import { openImageSource } from '../src/ocr/image-source.ts'
import { jpegOf, pattern, turnedJpegOf } from './support/images.ts'
import { coloursOfJpegs, jpegFiles, noiseOfJpegs } from './support/jpegs.ts'

const decoded = async (file: Buffer): Promise<Raster> => (await openImage(file).frame(0)).raster

const meanDifference = (one: Raster, other: Raster): number => {
  assert.deepEqual([one.width, one.height, one.channels], [other.width, other.height, other.channels])
  const sum = one.pixels.reduce((total, value, at) => total + Math.abs(value - (other.pixels[at] ?? 0)), 0)
  return sum / one.pixels.length
}

const colours: Raster = {
  width: 40,
  height: 24,
  channels: 3,
  pixels: Uint8Array.from(
    Array.from({ length: 40 * 24 }, (_, at) => coloursOfJpegs(at % 40, Math.floor(at / 40))).flat(),
  ),
}

test('a JPEG in several passes, with restarts or in the sizes of its colours shows the picture', async () => {
  for (const kind of ['progressive', 'restarts', 'progressiveRestarts'] as const)
    assert.ok(meanDifference(await decoded(jpegFiles[kind]), pattern(40, 24)) < 3, kind)
  for (const kind of ['progressiveColours', 'halfColours', 'halfAcross'] as const)
    assert.ok(meanDifference(await decoded(jpegFiles[kind]), colours) < 6, kind)
  const noise = Uint8Array.from({ length: 24 * 24 }, (_, at) => noiseOfJpegs(at % 24, Math.floor(at / 24)))
  const shown = await decoded(jpegFiles.progressiveNoise)
  assert.ok(meanDifference(shown, { width: 24, height: 24, channels: 1, pixels: noise }) < 3)
})

test('a JPEG that keeps red, green and blue, or the inks of print, shows their colours', async () => {
  assert.ok(meanDifference(await decoded(jpegFiles.keptRgb), colours) < 3)
  assert.ok(meanDifference(await decoded(jpegFiles.inks), colours) < 6)
  // The same inks as light, differences of colour and black.
  const transformed = Buffer.from(jpegFiles.inks)
  transformed[transformed.indexOf('Adobe') + 11] = 2
  const { width, height, data } = decode(transformed, { useTArray: true, formatAsRGBA: false })
  assert.ok(meanDifference(await decoded(transformed), { width, height, channels: 3, pixels: data }) < 1)
})

test('a photograph of which less is wanted is decoded in fewer pixels, and has the size of the file', async () => {
  const large = pattern(403, 241)
  const expected: [wanted: number, factor: number][] = [
    [1, 1],
    [0.51, 1],
    [0.5, 0.5],
    [0.26, 0.5],
    [0.2, 0.25],
    [0, 0.125],
  ]
  for (const [wanted, factor] of expected) {
    const { raster, size } = await openImage(jpegOf(large)).frame(0, () => wanted)
    assert.deepEqual([size.width, size.height], [403, 241])
    assert.deepEqual([raster.width, raster.height], [Math.ceil(403 * factor), Math.ceil(241 * factor)])
    assert.ok(meanDifference(raster, resampledTo(large, raster, factor)) < 3, `${factor}`)
  }
  const turned = await openImage(turnedJpegOf(large, 6)).frame(0, () => 0.5)
  assert.deepEqual([turned.size.width, turned.size.height], [241, 403])
  assert.ok(meanDifference(turned.raster, turn(resampledTo(large, { width: 202, height: 121 }, 0.5), 90)) < 3)
})

/** A picture in another size, its edges repeated where that is a pixel more. */
const resampledTo = (raster: Raster, { width, height }: Pick<Raster, 'width' | 'height'>, factor: number): Raster => {
  const small = resample(raster, factor)
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [Math.min(small.width - 1, at % width), Math.min(small.height - 1, Math.floor(at / width))]
    return small.pixels[y * small.width + x] ?? 0
  })
  return { width, height, channels: 1, pixels }
}

test('a photograph of many megapixels needs no more memory than the page that is read of it', async () => {
  const file = jpegOf(pattern(1500, 1100))
  const { raster } = await openImage(file).frame(0, () => 0.25)
  assert.equal(raster.pixels.length, 375 * 275)
  const page = await openImageSource(file, { dpi: 50 }).page(1)
  assert.ok(page !== null)
  const dpi = (pixels: number, points: number): number => Math.round((pixels * 72) / points)
  assert.deepEqual([dpi(page.raster.width, page.width), dpi(page.raster.height, page.height)], [50, 50])
  const whole = { x: 0, y: 0, width: page.raster.width, height: page.raster.height }
  const crop = page.crop(whole)
  // Half of the sides is the least in which there are as many pixels as are read.
  assert.deepEqual([crop?.width, crop?.height], [750, 550])
  assert.ok(meanDifference(page.raster, resample(toGrey(pattern(1500, 1100)), page.raster.width / 1500)) < 3)
})

test('a JPEG in a way that is not read is refused with a sentence', async () => {
  const at = jpegFiles.restarts.indexOf(Buffer.from([0xff, 0xc0]))
  const changed = (offset: number, byte: number): Buffer => {
    const file = Buffer.from(jpegFiles.restarts)
    file[at + offset] = byte
    return file
  }
  await assert.rejects(decoded(changed(1, 0xc3)), /JPEG of process 3/)
  await assert.rejects(decoded(changed(4, 12)), /12 bits a sample/)
})

test('a JPEG with damage anywhere is shown or refused, and nothing else', async () => {
  let state = 7
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const ends = { shown: 0, refused: 0 }
  for (const original of Object.values(jpegFiles)) {
    for (let round = 0; round < 60; round += 1) {
      const file = Buffer.from(original)
      for (let change = 0; change < 3; change += 1) file[2 + random(file.length - 2)] = random(256)
      try {
        const image = openImage(file)
        if ((await image.frame(0, () => 0)).size.width > 0) ends.shown += 1
      } catch (error) {
        assert.ok(error instanceof EngineFailure, String(error))
        ends.refused += 1
      }
    }
  }
  assert.ok(ends.shown > 20 && ends.refused > 20, JSON.stringify(ends))
})
