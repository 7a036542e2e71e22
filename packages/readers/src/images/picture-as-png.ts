import type { Picture } from '@polyparse/document'
import { EngineFailure } from '../engine-failure.ts'
import { openImage } from './open-image.ts'
import { encodePng } from '../pdf/pdfium/png.ts'

const maxPixels = 30_000_000

/** The picture as PNG, of several frames the first; null when it cannot be decoded or has too many pixels. */
export const pictureAsPng = async (picture: Picture): Promise<Picture | null> => {
  if (picture.mimeType === 'image/png') return picture
  if (picture.width * picture.height > maxPixels) return null
  try {
    const { raster } = await openImage(picture.data).frame(0)
    const { width, height } = raster
    return { ...picture, mimeType: 'image/png', width, height, data: encodePng(raster) }
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}
