import { damagedImage, type OpenImageFile, refuseTooLarge, type WantedScale } from './image.ts'
import { decodeJpeg } from './jpeg/decode-jpeg.ts'
import { isFrameMarker } from './jpeg/jpeg-frame.ts'
import { isOnSide, upright } from './turn.ts'
import { fromRgb } from './raster.ts'
import { type Directory, dpiOf, readDirectories } from './tiff-directories.ts'

export const openJpeg = (bytes: Buffer): OpenImageFile => {
  const { width, height, jfifDpi, exif } = readSegments(bytes)
  refuseTooLarge(width, height)
  const orientation = exif?.get(274)?.[0] ?? 1
  const size = isOnSide(orientation) ? { width: height, height: width } : { width, height }
  const dpi = (exif && dpiOf(exif)) ?? jfifDpi
  const frame = async (_: number, wanted: WantedScale) => {
    const decoded = decodeJpeg(bytes, { scale: wanted(size, dpi), isYCbCr: null })
    const raster = decoded.channels === 1 ? decoded : fromRgb(decoded.width, decoded.height, decoded.pixels)
    return { raster: upright(raster, orientation), dpi, size }
  }
  return { mimeType: 'image/jpeg', frameCount: 1, frame }
}

type Segments = { width: number; height: number; jfifDpi: number | null; exif: Directory | null }

/** The segments before the image data (ITU-T T.81, annex B): the frame's size, and what JFIF and Exif add. */
const readSegments = (bytes: Buffer): Segments => {
  const found: Segments = { width: 0, height: 0, jfifDpi: null, exif: null }
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw damagedImage()
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === 0xda || marker === 0xd9) return found
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))
    if (isFrameMarker(marker)) Object.assign(found, { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) })
    if (marker === 0xe0 && segment.toString('latin1', 0, 5) === 'JFIF\0') found.jfifDpi = densityOf(segment)
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0') found.exif = exifOf(segment.subarray(6))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return found
}

/** Unit 1 of JFIF is the inch and 2 the centimetre; 0 gives only the shape of pixels. */
const densityOf = (segment: Buffer): number | null => {
  const density = segment.readUInt16BE(8)
  return segment[7] === 1 ? density : segment[7] === 2 ? density * 2.54 : null
}

/** Damaged Exif data does not make a photograph unreadable. */
const exifOf = (bytes: Buffer): Directory | null => {
  try {
    return readDirectories(bytes)[0] ?? null
  } catch {
    return null
  }
}
