import { type Box, clip, type Page } from '@polyparse/document'
import type { AnswerPage } from './answer.ts'
import type { Survey } from './survey.ts'

/** The properties of a page in the document, and the map from the vendor's boxes to it. */
export type PageFrame = Pick<Page, 'width' | 'height' | 'rotation'> & {
  /** Returns a box in points inside the page; the whole page if the vendor gives no place, null if there is no layout. */
  place(box: Box | null): Box | null
}

/** The maximum difference between the proportions of a vendor's page and those of the same page of the document. */
const maxDistortion = 0.05

/**
 * The document itself states the size of its pages, so boxes are scaled to that, whatever raster the vendor has read;
 * unless the vendor's page has other proportions, for instance because it was rotated. Then, and if the document states
 * nothing, the vendor's page is used.
 */
export const pageFrame = (
  { size, points }: Pick<AnswerPage, 'size' | 'points'>,
  known: ReturnType<Survey['sizes']['get']>,
): PageFrame => {
  if (known !== undefined && (size === null || isSameForm(size, known))) {
    const unit = size ?? { width: 1, height: 1 }
    return frame(known, known.rotation, known.width / unit.width, known.height / unit.height)
  }
  if (size === null || points === null || !isReal(size)) return noFrame
  return frame({ width: size.width * points, height: size.height * points }, 0, points, points)
}

type FrameSize = { readonly width: number; readonly height: number }

const noFrame: PageFrame = { width: null, height: null, rotation: 0, place: () => null }

const frame = ({ width, height }: FrameSize, rotation: Page['rotation'], across: number, down: number): PageFrame => ({
  width,
  height,
  rotation,
  place: (box) => {
    if (box === null || !box.every(Number.isFinite)) return clip([0, 0, width, height], width, height)
    const [x0, y0, x1, y1] = [box[0] * across, box[1] * down, box[2] * across, box[3] * down]
    return clip([Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)], width, height)
  },
})

const isReal = ({ width, height }: FrameSize): boolean =>
  Number.isFinite(width) && Number.isFinite(height) && width > 0 && height > 0

const isSameForm = (one: FrameSize, other: FrameSize): boolean =>
  isReal(one) && Math.abs((one.width * other.height) / (one.height * other.width) - 1) <= maxDistortion
