import { type Box, type Picture, type Warning, warning } from '@polyparse/document'
import type { PageFacts, PlacedImage } from './page-facts.ts'
import { onlyFilter } from './image-filters.ts'
import type { Pdfium } from './library.ts'
import { fill, readInteger, withRoom } from './memory.ts'
import { encodePng } from '@polyparse/engine/images'
import { renderPage } from './raster.ts'
import { pdfiumPictureParameters } from './parameters.ts'
import { maxOf } from '@polyparse/engine'

export type PictureFile = Pick<Picture, 'mimeType' | 'width' | 'height' | 'data'>

/**
 * An image as a file: a JPEG as stored unless `png` is requested, anything else as PNG; null when it is
 * too large or damaged.
 */
export const readPicture = (
  pdfium: Pdfium,
  place: { readonly document: number; readonly page: number },
  { object }: Pick<PlacedImage, 'object'>,
  format: 'original' | 'png',
): PictureFile | null => {
  const size = pixelSize(pdfium, object)
  if (size === null || size.width * size.height > pdfiumPictureParameters.maxPixels) return null
  const masked = pdfium.FPDFPageObj_HasTransparency(object) !== 0
  const jpeg = masked || format === 'png' ? null : jpegFile(pdfium, object)
  if (jpeg !== null) return { mimeType: 'image/jpeg', ...size, data: jpeg }
  const bitmap =
    (masked ? pdfium.FPDFImageObj_GetRenderedBitmap(place.document, place.page, object) : 0) ||
    pdfium.FPDFImageObj_GetBitmap(object)
  if (bitmap === 0) return null
  try {
    return pngFile(pdfium, bitmap)
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/**
 * A part of a page as it looks, with everything drawn on it, at the resolution of the finest of its images; null when
 * it would be too large.
 */
export const drawPicture = (
  pdfium: Pdfium,
  page: number,
  [x0, y0, x1, y1]: Box,
  images: readonly PlacedImage[],
): PictureFile | null => {
  const finest = maxOf(images.map((image) => dotsAnInch(pdfium, image)))
  const dpi = Math.min(pdfiumPictureParameters.maxDpi, Math.max(pdfiumPictureParameters.minDpi, finest))
  const pixels = (points: number): number => Math.round((points * dpi) / 72)
  const part = { x: pixels(x0), y: pixels(y0), width: pixels(x1 - x0), height: pixels(y1 - y0) }
  if (part.width < 1 || part.height < 1 || part.width * part.height > pdfiumPictureParameters.maxPixels) return null
  const raster = renderPage(pdfium, page, { dpi, channels: 3, part })
  return raster && { mimeType: 'image/png', width: part.width, height: part.height, data: encodePng(raster) }
}

const dotsAnInch = (pdfium: Pdfium, { object, box }: PlacedImage): number => {
  const width = pixelSize(pdfium, object)?.width ?? 0
  return (width * 72) / Math.max(1, box[2] - box[0])
}

/** Tells whether an image can be decoded: it may be damaged, or in a compression that PDFium cannot read. */
const canBeDrawn = (pdfium: Pdfium, { object }: Pick<PlacedImage, 'object'>): boolean => {
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object)
  if (bitmap === 0) return false
  pdfium.FPDFBitmap_Destroy(bitmap)
  return true
}

/** A warning for a page without text if one of its images cannot be decoded, so that it is not drawn; null otherwise. */
export const unreadableImage = (pdfium: Pdfium, { images }: Pick<PageFacts, 'images'>, page: number): Warning | null =>
  images.every((image) => canBeDrawn(pdfium, image))
    ? null
    : warning('page_without_text', `Page ${page} has no text, and an image on it cannot be read.`, page)

const pixelSize = (pdfium: Pdfium, object: number): { width: number; height: number } | null =>
  withRoom(pdfium, 8, (room) => {
    if (!pdfium.FPDFImageObj_GetImagePixelSize(object, room, room + 4)) return null
    return { width: readInteger(pdfium, room), height: readInteger(pdfium, room + 4) }
  })

/** The stored bytes, when the one filter on them is that of JPEG. */
const jpegFile = (pdfium: Pdfium, object: number): Uint8Array<ArrayBuffer> | null => {
  if (onlyFilter(pdfium, object) !== 'DCTDecode') return null
  const read = (pointer: number, size: number): number => pdfium.FPDFImageObj_GetImageDataRaw(object, pointer, size)
  const data = fill(pdfium, read, pdfiumPictureParameters.maxJpegBytes)
  return data !== null && data[0] === 0xff && data[1] === 0xd8 ? data : null
}

/** Bytes a pixel and how they map to red, green, blue and alpha, by FPDFBitmap_* format of fpdfview.h. */
const bitmapPixelFormats: Readonly<Record<number, { readonly bytes: number; readonly order: readonly number[] }>> = {
  1: { bytes: 1, order: [0] },
  2: { bytes: 3, order: [2, 1, 0] },
  3: { bytes: 4, order: [2, 1, 0] },
  4: { bytes: 4, order: [2, 1, 0, 3] },
}

const pngFile = (pdfium: Pdfium, bitmap: number): PictureFile | null => {
  const format = bitmapPixelFormats[pdfium.FPDFBitmap_GetFormat(bitmap)]
  const width = pdfium.FPDFBitmap_GetWidth(bitmap)
  const height = pdfium.FPDFBitmap_GetHeight(bitmap)
  if (format === undefined || width <= 0 || height <= 0 || width * height > pdfiumPictureParameters.maxPixels)
    return null
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const source = pdfium.memory().subarray(start, start + stride * height)
  const channels = format.order.length
  const pixels = new Uint8Array(width * height * channels)
  let target = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + x * format.bytes
      for (const channel of format.order) {
        pixels[target] = source[at + channel] ?? 0
        target += 1
      }
    }
  }
  return { mimeType: 'image/png', width, height, data: encodePng({ width, height, channels, pixels }) }
}
