import { type Box, type Picture, pictureId, type Warning, warning } from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import type { DraftBlock } from '../paged/draft.ts'
import type { Pdfium } from '../pdfium/library.ts'
import type { PageFacts, PlacedImage } from '../pdfium/page-facts.ts'
import { drawPicture, type PictureFile, readPicture } from '../pdfium/pdfium-pictures.ts'
import { pdfiumPictureParameters as fileLimits } from '../pdfium/parameters.ts'
import { fastPdfLimits, fastPictureParameters as parameters } from './fast/parameters.ts'

type PagePictures = {
  readonly blocks: readonly DraftBlock[]
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
}

type PicturePlacementContext = {
  readonly document: number
  readonly page: number
  readonly number: number
  readonly request: EngineRequest
}

/** The pictures of a page, and their files where requested, as long as the document's budget of bytes lasts. */
export const placePictures = (
  pdfium: Pdfium,
  place: PicturePlacementContext,
  { images }: PageFacts,
  budget: { bytes: number },
): PagePictures => {
  const blocks: DraftBlock[] = []
  const pictures: Picture[] = []
  let omitted = 0
  for (const region of selectPictureRegions(images, place.request.minPictureSide)) {
    const id = pictureId(place.number, blocks.length + 1)
    blocks.push({ type: 'picture', box: region.box, lines: [], picture: id })
    if (!place.request.pictures) continue
    const file = budget.bytes > 0 ? fileOf(pdfium, place, region) : null
    if (file === null || file.data.length > budget.bytes) {
      omitted += 1
    } else {
      budget.bytes -= file.data.length
      pictures.push({ id, page: place.number, bbox: region.box, ...file })
    }
  }
  return { blocks, pictures, warnings: omitted === 0 ? [] : [imageOmitted(place.number, omitted)] }
}

export const pictureBudget = (): { bytes: number } => ({ bytes: fileLimits.maxTotalBytes })

const selectPictureRegions = (images: PageFacts['images'], minSide: number): PictureRegion[] =>
  pictureRegions(images)
    .filter(({ box: [x0, y0, x1, y1] }) => x1 - x0 >= minSide && y1 - y0 >= minSide)
    .slice(0, fastPdfLimits.maxPictures)

/** An image as stored in the document; a picture of several pieces as it looks on the page. */
const fileOf = (pdfium: Pdfium, place: PicturePlacementContext, { box, pieces }: PictureRegion): PictureFile | null => {
  const [image, ...more] = pieces
  if (image === undefined) return null
  return more.length === 0
    ? readPicture(pdfium, place, image, place.request.pictureFormat)
    : drawPicture(pdfium, place.page, box, pieces)
}

const imageOmitted = (page: number, count: number): Warning =>
  warning(
    'image_omitted',
    `${count === 1 ? 'An image' : `${count} images`} of page ${page} could not be read or would be too large.`,
    page,
  )

/** A region that a reader sees as one picture, with the images of which it is made, at least one. */
type PictureRegion = { readonly box: Box; readonly pieces: readonly PlacedImage[] }

/**
 * Joins pictures that a producer has cut up: strips and tiles that lie edge to edge, or over each other, with their
 * other two edges in line. An image drawn twice at one place counts once.
 */
const pictureRegions = (images: readonly PlacedImage[]): PictureRegion[] => {
  const single = [...new Map(images.toReversed().map((image) => [image.box.join(' '), image])).values()].toReversed()
  if (single.length > fastPdfLimits.maxPieces) return single.map((image) => ({ box: image.box, pieces: [image] }))
  let regions: PictureRegion[] = []
  for (const image of single) {
    // This image may connect regions that were separate so far.
    const touched = regions.filter(({ pieces }) => pieces.some((piece) => isJoined(piece.box, image.box)))
    const pieces = [...touched.flatMap((region) => region.pieces), image]
    const joined = { box: pieces.map(({ box }) => box).reduce(around), pieces }
    regions = [...regions.filter((region) => !touched.includes(region)), joined]
  }
  return regions
}

const isJoined = (a: Box, b: Box): boolean =>
  (isLevel(a[0], b[0]) && isLevel(a[2], b[2]) && isTouching(a[1], a[3], b[1], b[3])) ||
  (isLevel(a[1], b[1]) && isLevel(a[3], b[3]) && isTouching(a[0], a[2], b[0], b[2]))

const isLevel = (a: number, b: number): boolean => Math.abs(a - b) <= parameters.slack

const isTouching = (start: number, end: number, otherStart: number, otherEnd: number): boolean =>
  Math.min(end, otherEnd) - Math.max(start, otherStart) >= -parameters.slack

const around = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]
