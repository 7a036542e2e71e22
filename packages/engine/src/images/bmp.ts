import { damagedImage, keptScale, type OpenImageFile, refuseTooLarge } from './image.ts'
import type { Raster } from './raster.ts'
import { rgbaReducer } from './reduce-rows.ts'

/** BITMAPFILEHEADER and the BITMAPINFOHEADER that all later headers begin with. */
type BmpHeader = {
  readonly start: number
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  readonly bits: number
  readonly palette: number
  readonly masks: readonly number[]
  readonly dpi: number
}

const compressions = { none: 0, masks: 3, masksWithAlpha: 6 }

/** Uncompressed bitmaps of 1 to 32 bits a pixel, which is nearly all there are. */
export const openBmp = (bytes: Buffer): OpenImageFile => {
  const header = readBmpHeader(bytes)
  refuseTooLarge(header.width, header.height)
  return {
    mimeType: 'image/bmp',
    frameCount: 1,
    frame: async (_, wanted) => {
      const { width, height, dpi } = header
      const size = { width, height }
      return { raster: readPixels(bytes, header, keptScale(wanted(size, dpi))), dpi, size }
    },
  }
}

const readBmpHeader = (bytes: Buffer): BmpHeader => {
  const size = bytes.readUInt32LE(14)
  const compression = bytes.readUInt32LE(30)
  const bits = bytes.readUInt16LE(28)
  const hasMasks = compression === compressions.masks || compression === compressions.masksWithAlpha
  const isKnown = size >= 40 && (hasMasks || compression === compressions.none) && [1, 4, 8, 16, 24, 32].includes(bits)
  if (!isKnown) throw damagedImage()
  const height = bytes.readInt32LE(22)
  return {
    start: bytes.readUInt32LE(10),
    width: bytes.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits,
    palette: 14 + size,
    masks: hasMasks
      ? [54, 58, 62].map((at) => bytes.readUInt32LE(at))
      : bits === 16
        ? [0x7c00, 0x3e0, 0x1f]
        : [0xff0000, 0xff00, 0xff],
    dpi: bytes.readInt32LE(38) * 0.0254,
  }
}

const readPixels = (bytes: Buffer, header: BmpHeader, scale: number): Raster => {
  const { start, width, height, isTopDown, bits } = header
  const stride = Math.ceil((width * bits) / 32) * 4
  if (start + stride * height > bytes.length) throw damagedImage()
  const reducer = rgbaReducer({ width, height }, { scale, channels: 3 })
  const line = new Uint8Array(width * 4).fill(255)
  const colour = colourReader(bytes, header)
  for (let y = 0; y < height; y += 1) {
    const row = start + (isTopDown ? y : height - 1 - y) * stride
    for (let x = 0; x < width; x += 1) line.set(colour(row, x), x * 4)
    reducer.add(line)
  }
  return reducer.finish()
}

type Colour = readonly [red: number, green: number, blue: number]

const colourReader = (bytes: Buffer, { bits, palette, masks }: BmpHeader): ((row: number, x: number) => Colour) => {
  if (bits <= 8) {
    const perByte = 8 / bits
    const entries = Array.from({ length: 2 ** bits }, (_, index): Colour => {
      const at = palette + index * 4
      return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0]
    })
    return (row, x) => {
      const byte = bytes[row + Math.floor(x / perByte)] ?? 0
      const index = (byte >> (8 - bits - (x % perByte) * bits)) & (2 ** bits - 1)
      return entries[index] ?? [0, 0, 0]
    }
  }
  const size = bits / 8
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
    const max = mask >>> shift || 1
    return (value: number): number => (((value & mask) >>> shift) * 255) / max
  })
  return (row, x) => {
    const value = bytes.readUIntLE(row + x * size, size)
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => channel(value))
    return [red, green, blue]
  }
}
