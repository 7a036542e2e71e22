import type { Treatment } from './rendition.ts'

/** A page as shades from 0, black, to 255, row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

type Scanner = {
  readonly dpi: number
  /** Shades as for a photograph, or black and white as for a drawing. */
  readonly format: 'jpeg' | 'png'
  /** The same page and seed give the same picture. */
  readonly apply: (page: Grey, seed: number) => Grey
}

/** What each treatment does. */
export const treatments: Readonly<Record<Treatment, Scanner>> = {
  clean: { dpi: 200, format: 'png', apply: (page) => blackAndWhite(page) },
  noisy: { dpi: 150, format: 'jpeg', apply: (page, seed) => withNoise(turned(page, -0.2), seed, 10) },
  skewed: { dpi: 200, format: 'png', apply: (page, seed) => withSpecks(blackAndWhite(turned(page, 1.2)), seed) },
  faded: { dpi: 150, format: 'jpeg', apply: (page, seed) => withNoise(withContrast(page, 105, 226), seed, 4) },
}

const mapped = ({ width, height, pixels }: Grey, shade: (value: number, index: number) => number): Grey => ({
  width,
  height,
  pixels: pixels.map((value, index) => Math.max(0, Math.min(255, Math.round(shade(value, index))))),
})

const blackAndWhite = (page: Grey): Grey => mapped(page, (value) => (value < 150 ? 0 : 255))

const withContrast = (page: Grey, black: number, white: number): Grey =>
  mapped(page, (value) => black + (value / 255) * (white - black))

const withNoise = (page: Grey, seed: number, strength: number): Grey => {
  const random = randomFrom(seed)
  return mapped(page, (value) => value + (random() + random() + random() - 1.5) * 2 * strength)
}

/** Dust: single dark pixels, and light ones in the strokes. */
const withSpecks = (page: Grey, seed: number): Grey => {
  const random = randomFrom(seed)
  return mapped(page, (value) => (random() < 0.0004 ? 255 - value : value))
}

/** Turned about its middle by this many degrees, clockwise, on white. */
const turned = ({ width, height, pixels }: Grey, degrees: number): Grey => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (pixels[y * width + x] ?? 255)
  const result = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2]
      const [sourceX, sourceY] = [cos * dx + sin * dy + width / 2, cos * dy - sin * dx + height / 2]
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)]
      const [right, down] = [sourceX - left, sourceY - top]
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
      result[y * width + x] = Math.round(upper * (1 - down) + lower * down)
    }
  return { width, height, pixels: result }
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
