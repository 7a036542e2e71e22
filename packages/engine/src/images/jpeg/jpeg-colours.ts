import type { Raster } from '../raster.ts'
import type { BlockSide, JpegComponent, JpegFrame } from './jpeg-frame.ts'

/** The meaning of the components of a frame. */
export type JpegColours = 'grey' | 'rgb' | 'yCbCr' | 'cmyk' | 'invertedCmyk' | 'invertedYcck'

/** The decoded planes of a frame as a picture. */
export const rasterOfPlanes = (frame: JpegFrame, side: BlockSide, colours: JpegColours): Raster => {
  const [width, height] = [Math.ceil((frame.width * side) / 8), Math.ceil((frame.height * side) / 8)]
  const channels = colours === 'grey' ? 1 : 3
  const pixels = new Uint8ClampedArray(width * height * channels)
  const paint = painters[colours]
  const row = new Uint8Array(4 * width)
  for (let y = 0; y < height; y += 1) {
    for (const [index, component] of frame.components.entries())
      readRow(component, frame, { side, y, row: row.subarray(index * width, (index + 1) * width) })
    paint(row, width, pixels.subarray(y * width * channels, (y + 1) * width * channels))
  }
  return { width, height, channels, pixels: new Uint8Array(pixels.buffer) }
}

/** The samples of a component for each pixel of a row: those of a component with fewer are those of several pixels. */
const readRow = (
  { plane, across, down, blocksInRow }: JpegComponent,
  { most }: JpegFrame,
  { side, y, row }: { readonly side: BlockSide; readonly y: number; readonly row: Uint8Array },
): void => {
  const start = Math.floor((y * down) / most.down) * blocksInRow * side
  if (across === most.across) return row.set(plane.subarray(start, start + row.length))
  for (let x = 0; x < row.length; x += 1) row[x] = plane[start + Math.floor((x * across) / most.across)] ?? 0
}

/**
 * Writes the channels of a row of pixels by the samples of its components, one after the other in `row`. What is out of bounds is
 * cut off by the array. It runs for every pixel, where `itemAt` is slow.
 */
type PaintRow = (row: Uint8Array, width: number, pixels: Uint8ClampedArray) => void

const paintYCbCr: PaintRow = (row, width, pixels) => {
  for (let x = 0; x < width; x += 1) {
    const [light, blue, red] = [row[x] ?? 0, (row[width + x] ?? 0) - 128, (row[2 * width + x] ?? 0) - 128]
    pixels[x * 3] = light + 1.402 * red
    pixels[x * 3 + 1] = light - 0.3441363 * blue - 0.71413636 * red
    pixels[x * 3 + 2] = light + 1.772 * blue
  }
}

/** The light that inks leave: samples are the inks, or what each of them leaves. */
const paintInks =
  (areInks: boolean): PaintRow =>
  (row, width, pixels) => {
    for (let x = 0; x < width; x += 1) {
      const black = row[3 * width + x] ?? 0
      for (let ink = 0; ink < 3; ink += 1) {
        const sample = row[ink * width + x] ?? 0
        pixels[x * 3 + ink] = (areInks ? (255 - sample) * (255 - black) : sample * black) / 255
      }
    }
  }

const painters: Readonly<Record<JpegColours, PaintRow>> = {
  grey: (row, width, pixels) => pixels.set(row.subarray(0, width)),
  rgb: (row, width, pixels) => {
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1) pixels[x * 3 + channel] = row[channel * width + x] ?? 0
  },
  yCbCr: paintYCbCr,
  cmyk: paintInks(true),
  // Adobe's programs write them so, and others after them: the more, the less ink.
  invertedCmyk: paintInks(false),
  invertedYcck: (row, width, pixels) => {
    paintYCbCr(row, width, pixels)
    for (let x = 0; x < width; x += 1)
      for (let ink = 0; ink < 3; ink += 1)
        pixels[x * 3 + ink] = ((255 - (pixels[x * 3 + ink] ?? 0)) * (row[3 * width + x] ?? 0)) / 255
  },
}
