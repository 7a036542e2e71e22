import { keptScale, notRead } from './image.ts'
import { isJpeg, type TiffBlock, tiffPicture } from './tiff-blocks.ts'
import type { Directory } from './tiff-directories.ts'
import type { Raster } from './raster.ts'
import { rgbaReducer } from './reduce-rows.ts'
import { tagOr, tiffTags as tags } from './tiff-tags.ts'

/** The meanings of samples: PhotometricInterpretation (TIFF 6.0, section 8). */
const meanings = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, mask: 4, cmyk: 5, yCbCr: 6 }

/** Writes the red, green and blue of the pixel whose samples begin at `from` to `to`. */
type Paint = (samples: Uint8Array, from: number, rgba: Uint8Array, to: number) => void

/**
 * The picture of a page, from which at least this share of its sides is wanted, and how many of its rows were damaged.
 * @throws {EngineFailure} `document_damaged`, also for what is stored in an unknown way, or `out_of_memory`.
 */
export const tiffRaster = (
  bytes: Buffer,
  directory: Directory,
  wanted: number,
): { readonly raster: Raster; readonly lostRows: number } => {
  const { size, bands } = tiffPicture(bytes, directory, wanted)
  const reduced = Math.min(1, (keptScale(wanted) * tagOr(directory, tags.width, 0)) / size.width)
  const channels = isOfGreys(directory) ? 1 : 3
  const reducer = rgbaReducer(size, { scale: reduced, channels })
  const line = new Uint8Array(size.width * 4)
  let [done, lostRows] = [0, 0]
  for (const blocks of bands) {
    const rows = Math.min(size.height - done, ...blocks.map(({ height }) => height))
    const painters = blocks.map((block) => rowPainter(block, directory))
    for (let y = 0; y < rows; y += 1) {
      line.fill(255)
      for (const paintRow of painters) paintRow(line, y)
      reducer.add(line)
    }
    done += rows
    lostRows += Math.max(...blocks.map((block) => block.lostRows))
  }
  // The paper below what a file holds.
  line.fill(255)
  for (; done < size.height; done += 1) reducer.add(line)
  return { raster: reducer.finish(), lostRows }
}

const isOfGreys = (directory: Directory): boolean =>
  [meanings.whiteIsZero, meanings.blackIsZero, meanings.mask].includes(meaningOf(directory))

const rowPainter = (
  { left, width, count, row }: TiffBlock,
  directory: Directory,
): ((line: Uint8Array, y: number) => void) => {
  const paint = painter(directory, count)
  const alpha = alphaOf(directory, count)
  return (line, y) => {
    const samples = row(y)
    for (let x = 0; x < Math.min(width, line.length / 4 - left); x += 1) {
      const [from, to] = [x * count, (left + x) * 4]
      paint(samples, from, line, to)
      if (alpha !== null) line[to + 3] = samples[from + alpha] ?? 255
    }
  }
}

/** The number of samples of a pixel that are its colour. */
const coloursIn: Readonly<Record<number, number>> = {
  [meanings.whiteIsZero]: 1,
  [meanings.blackIsZero]: 1,
  [meanings.rgb]: 3,
  [meanings.palette]: 1,
  [meanings.mask]: 1,
  [meanings.cmyk]: 4,
  [meanings.yCbCr]: 3,
}

const meaningOf = (directory: Directory): number => tagOr(directory, tags.photometric, meanings.whiteIsZero)

const painter = (directory: Directory, count: number): Paint => {
  const meaning = meaningOf(directory)
  const at = (samples: Uint8Array, index: number): number => samples[index] ?? 0
  if (count < (coloursIn[meaning] ?? Infinity)) throw notRead(`${count} samples a pixel of colours ${meaning}`)
  switch (meaning) {
    case meanings.whiteIsZero:
      return (samples, from, rgba, to) => rgba.fill(255 - at(samples, from), to, to + 3)
    case meanings.blackIsZero:
    case meanings.mask:
      return (samples, from, rgba, to) => rgba.fill(at(samples, from), to, to + 3)
    case meanings.rgb:
      return paintRgb
    case meanings.palette: {
      const colours = paletteOf(directory)
      return (samples, from, rgba, to) => paintRgb(colours, at(samples, from) * 3, rgba, to)
    }
    case meanings.cmyk:
      return (samples, from, rgba, to) => {
        const light = (255 - at(samples, from + 3)) / 255
        for (let ink = 0; ink < 3; ink += 1) rgba[to + ink] = (255 - at(samples, from + ink)) * light
      }
    default:
      return yCbCrPainter(directory)
  }
}

const paintRgb: Paint = (samples, from, rgba, to) => {
  for (let channel = 0; channel < 3; channel += 1) rgba[to + channel] = samples[from + channel] ?? 0
}

/**
 * Returns the palette as all reds, then all greens, then all blues, the colours one after the other. Some writers use 8 of
 * the 16 bits.
 */
const paletteOf = (directory: Directory): Uint8Array => {
  const values = directory.get(tags.palette) ?? []
  const size = values.length / 3
  const scale = values.some((value) => value > 255) ? 257 : 1
  return Uint8Array.from(values, (_, index) => (values[(index % 3) * size + Math.floor(index / 3)] ?? 0) / scale)
}

/** The decoder of JPEG returns colours. Without JPEG, only pixels that have all of their samples are read. */
const yCbCrPainter = (directory: Directory): Paint => {
  if (isJpeg(directory)) return paintRgb
  if ((directory.get(tags.subsampling) ?? [2, 2]).some((each) => each !== 1)) throw notRead('subsampled colours')
  return (samples, from, rgba, to) => {
    const [y, blue, red] = [samples[from] ?? 0, (samples[from + 1] ?? 0) - 128, (samples[from + 2] ?? 0) - 128]
    const clamped = (value: number): number => Math.max(0, Math.min(255, value))
    rgba[to] = clamped(y + 1.402 * red)
    rgba[to + 1] = clamped(y - 0.344 * blue - 0.714 * red)
    rgba[to + 2] = clamped(y + 1.772 * blue)
  }
}

/** The place of a pixel's opacity among its samples; null where it has none. */
const alphaOf = (directory: Directory, count: number): number | null => {
  const colours = coloursIn[meaningOf(directory)] ?? count
  const kind = (directory.get(tags.extraSamples) ?? [])[0]
  return (kind === 1 || kind === 2) && count > colours ? colours : null
}
