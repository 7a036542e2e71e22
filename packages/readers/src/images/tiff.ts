import utif from 'utif2'
import { damagedImage, type OpenImage, refuseTooLarge } from './image.ts'
import { upright } from './turn.ts'
import { fromRgba } from './raster.ts'
import { type Directory, dpiOf, readDirectories } from './tiff-directories.ts'

/**
 * ImageWidth, ImageLength, NewSubfileType, whose bit 0 marks a smaller copy of another page, Orientation, and where the
 * pixels lie.
 */
const tags = {
  width: 256,
  height: 257,
  kind: 254,
  orientation: 274,
  strips: 273,
  stripBytes: 279,
  tiles: 324,
  tileBytes: 325,
}

/** Every page of the file, without the thumbnails of pages. */
export const openTiff = (bytes: Buffer): OpenImage => {
  const directories = readDirectories(bytes)
  const pages = directories.flatMap((directory, index) => (isPage(directory) ? [{ directory, index }] : []))
  for (const { directory } of pages) refuseTooLarge(tag(directory, tags.width), tag(directory, tags.height))
  const frame = async (number: number) => {
    const page = pages[number]
    const image = page && utif.decode(bytes)[page.index]
    if (page === undefined || image === undefined || !isWhole(bytes, page.directory)) throw damagedImage()
    utif.decodeImage(bytes, image)
    if (!(image.width > 0) || !(image.data?.length > 0)) throw damagedImage()
    const raster = fromRgba(image.width, image.height, utif.toRGBA8(image))
    return { raster: upright(raster, tag(page.directory, tags.orientation) || 1), dpi: dpiOf(page.directory) }
  }
  return { mimeType: 'image/tiff', frameCount: pages.length, frame }
}

const tag = (directory: Directory, name: number): number => directory.get(name)?.[0] ?? 0

const isPage = (directory: Directory): boolean => directory.has(tags.width) && (tag(directory, tags.kind) & 1) === 0

/** Whether all of its pixels are in the file: the decoder fills missing ones with black. */
const isWhole = (bytes: Buffer, directory: Directory): boolean => {
  const starts = directory.get(tags.strips) ?? directory.get(tags.tiles) ?? []
  const lengths = directory.get(tags.stripBytes) ?? directory.get(tags.tileBytes) ?? []
  return starts.length > 0 && starts.every((start, index) => start + (lengths[index] ?? 0) <= bytes.length)
}
