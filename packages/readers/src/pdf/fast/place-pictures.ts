import { type Picture, pictureId, type Warning } from '@polyparse/document'
import type { EngineRequest } from '../../engine.ts'
import type { DraftBlock } from '../../paged/draft.ts'
import type { Pdfium } from '../pdfium/library.ts'
import type { PageFacts } from '../pdfium/page-facts.ts'
import { drawPicture, pictureLimits, readPicture, type PictureFile } from '../pdfium/pictures.ts'
import { pictureRegions, type PictureRegion } from './picture-regions.ts'

type PagePictures = {
  readonly blocks: readonly DraftBlock[]
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
}

const maxOnPage = 500

type Place = {
  readonly document: number
  readonly page: number
  readonly number: number
  readonly request: EngineRequest
}

/** The pictures of a page, and their files where wanted, as long as the budget of bytes for the document lasts. */
export const placePictures = (
  pdfium: Pdfium,
  place: Place,
  { images }: PageFacts,
  budget: { bytes: number },
): PagePictures => {
  const blocks: DraftBlock[] = []
  const pictures: Picture[] = []
  let omitted = 0
  for (const region of shown(images, place.request.minPictureSide)) {
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

export const pictureBudget = (): { bytes: number } => ({ bytes: pictureLimits.totalBytes })

const shown = (images: PageFacts['images'], minSide: number): PictureRegion[] =>
  pictureRegions(images)
    .filter(({ box: [x0, y0, x1, y1] }) => x1 - x0 >= minSide && y1 - y0 >= minSide)
    .slice(0, maxOnPage)

/** An image as it lies in the document; what was cut up, as it looks on the page. */
const fileOf = (pdfium: Pdfium, place: Place, { box, pieces }: PictureRegion): PictureFile | null => {
  const [image, ...more] = pieces
  if (image === undefined) return null
  return more.length === 0
    ? readPicture(pdfium, place, image, place.request.pictureFormat)
    : drawPicture(pdfium, place.page, box, pieces)
}

const imageOmitted = (page: number, count: number): Warning => ({
  code: 'image_omitted',
  message: `${count === 1 ? 'An image' : `${count} images`} of page ${page} could not be read or would be too large.`,
  page,
})
