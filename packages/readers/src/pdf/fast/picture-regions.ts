import type { Box } from '@polyparse/document'
import type { PlacedImage } from '../pdfium/page-facts.ts'

/** What is one picture to a reader, and the images it is made of; there is at least one. */
export type PictureRegion = { readonly box: Box; readonly pieces: readonly PlacedImage[] }

/** How far apart the edges of two pieces may be, in points. */
const slack = 1

/** With more images than this, a page is made of them: each is left as it is. */
const maxPieces = 2_000

/**
 * Puts together what a producer has cut up: strips and tiles that lie edge to edge, or over each other, with their other
 * two edges in line. An image drawn twice at one place counts once.
 */
export const pictureRegions = (images: readonly PlacedImage[]): PictureRegion[] => {
  const single = [...new Map(images.toReversed().map((image) => [image.box.join(' '), image])).values()].toReversed()
  if (single.length > maxPieces) return single.map((image) => ({ box: image.box, pieces: [image] }))
  let regions: PictureRegion[] = []
  for (const image of single) {
    // What was apart so far may hang together by this one.
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

const isLevel = (a: number, b: number): boolean => Math.abs(a - b) <= slack

const isTouching = (start: number, end: number, otherStart: number, otherEnd: number): boolean =>
  Math.min(end, otherEnd) - Math.max(start, otherStart) >= -slack

const around = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]
