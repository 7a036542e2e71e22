import { PNG } from 'pngjs'
import { fromRgba } from './from-rgba.ts'
import type { OpenImage } from './image.ts'
import { refuseTooLarge } from './too-large.ts'

const metresToInch = 0.0254

export const openPng = (bytes: Buffer): OpenImage => {
  refuseTooLarge(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  const frame = async () => {
    const { width, height, data } = PNG.sync.read(bytes)
    return { raster: fromRgba(width, height, data), dpi: dpiOf(bytes) }
  }
  return { mimeType: 'image/png', frameCount: 1, frame }
}

/** The pHYs chunk, where it counts pixels to the metre (PNG, third edition, 11.3.4.3). */
const dpiOf = (bytes: Buffer): number | null => {
  for (let at = 8; at + 17 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return null
    if (type === 'pHYs' && bytes[at + 16] === 1) return bytes.readUInt32BE(at + 8) * metresToInch
  }
  return null
}
