import { type OpenImageFile, refuseTooLarge, damagedImage, type WantedScale } from './image.ts'
import { isOnSide, upright } from './turn.ts'
import { type Directory, dpiOf, readDirectories } from './tiff-directories.ts'
import { tiffRaster } from './tiff-pixels.ts'
import { tagOr, tiffTags as tags } from './tiff-tags.ts'

/** Every page of the file, without the thumbnails of pages. */
export const openTiff = (bytes: Buffer): OpenImageFile => {
  const pages = readDirectories(bytes).filter(isPage)
  for (const page of pages) refuseTooLarge(tagOr(page, tags.width, 0), tagOr(page, tags.height, 0))
  const frame = async (number: number, wanted: WantedScale) => {
    const page = pages[number]
    if (page === undefined) throw damagedImage()
    const [width, height] = [tagOr(page, tags.width, 0), tagOr(page, tags.height, 0)]
    const [orientation, dpi] = [tagOr(page, tags.orientation, 1), dpiOf(page)]
    const size = isOnSide(orientation) ? { width: height, height: width } : { width, height }
    const { raster, lostRows } = tiffRaster(bytes, page, wanted(size, dpi))
    return { raster: upright(raster, orientation), dpi, size, lostRows }
  }
  return { mimeType: 'image/tiff', frameCount: pages.length, frame }
}

const isPage = (directory: Directory): boolean =>
  directory.has(tags.width) && (tagOr(directory, tags.kind, 0) & 1) === 0
