import { crc32, deflateSync } from 'node:zlib'

type Raster = {
  readonly width: number
  readonly height: number
  /** 1 is grey, 3 is RGB, 4 is RGB with alpha; a byte each, rows without padding. */
  readonly channels: number
  readonly pixels: Uint8Array
}

/** The colour types of PNG (third edition), 11.2.1. */
const colourTypes: Readonly<Record<number, number>> = { 1: 0, 3: 2, 4: 6 }

/** A PNG file, rows filtered by difference to the left, which suits screenshots and diagrams alike. */
export const encodePng = ({ width, height, channels, pixels }: Raster): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colourTypes[channels] ?? 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(filtered({ width, height, channels, pixels }), { level: 6 })
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  )
}

const filtered = ({ width, height, channels, pixels }: Raster): Uint8Array => {
  const row = width * channels
  const lines = new Uint8Array((row + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const target = y * (row + 1)
    lines[target] = 1
    for (let x = 0; x < row; x += 1) {
      const left = x < channels ? 0 : (pixels[y * row + x - channels] ?? 0)
      lines[target + 1 + x] = (pixels[y * row + x] ?? 0) - left
    }
  }
  return lines
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
