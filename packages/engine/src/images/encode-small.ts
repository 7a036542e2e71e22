import { encode } from 'jpeg-js'
import { encodePng } from './encode-png.ts'
import type { Raster } from './raster.ts'

/** Bytes up to which a page is a PNG, which keeps letters sharp: few pages of text are larger. */
const maxPngBytes = 250_000

/** The quality of JPEG at which letters have no visible halo. */
const quality = 80

/** Encodes the raster as PNG, or as JPEG where that is much smaller, as for scans and photographs. */
export const encodeSmall = (raster: Raster): { readonly mimeType: string; readonly data: Uint8Array } => {
  const png = encodePng(raster)
  if (png.length <= maxPngBytes) return { mimeType: 'image/png', data: png }
  const { width, height } = raster
  const jpeg = encode({ data: toRgba(raster), width, height }, quality).data
  return jpeg.length < png.length
    ? { mimeType: 'image/jpeg', data: new Uint8Array(jpeg) }
    : { mimeType: 'image/png', data: png }
}

const toRgba = ({ width, height, channels, pixels }: Raster): Uint8Array => {
  const rgba = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[pixel * 4 + channel] = pixels[pixel * channels + (channels === 1 ? 0 : channel)] ?? 0
    }
    rgba[pixel * 4 + 3] = 255
  }
  return rgba
}
