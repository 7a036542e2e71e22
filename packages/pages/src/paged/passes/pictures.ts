import { area, type Box } from '@polyparse/document'
import { eachBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'
import { pagedPictureParameters as limits } from '../parameters.ts'

/*
 * Removes pictures that are not part of the text from it: the ground on which text is printed, and logos at the edges
 * of pages.
 */

/**
 * Drops pictures that text is printed on: the ground of a page, the shadows and shades behind lines. Their files stay
 * among the pictures of the document.
 */
export const dropBackdrops = eachBlock((block, page) => (isBackdrop(block, page) ? [] : block))

const isBackdrop = ({ type, picture, alternative, known, box }: DraftBlock, page: DraftPage): boolean => {
  if (type !== 'picture' || picture === undefined || alternative !== undefined || known === true) return false
  const printed = page.blocks.filter(
    ({ lines, isRecognized }) => isRecognized !== true && lines.some((line) => isLineOnPicture(line.box, box)),
  )
  const height = box[3] - box[1]
  const shaded = printed.some(({ lines }) =>
    lines.some((line) => isLineOnPicture(line.box, box) && height < line.size * limits.maxShadowLines),
  )
  return shaded || (printed.length >= limits.minBlocks && area(box) >= page.width * page.height * limits.minGroundShare)
}

/** Tells whether most of the height of a line, and some of its width, is on the picture. */
const isLineOnPicture = (line: Box, picture: Box): boolean =>
  Math.min(line[2], picture[2]) > Math.max(line[0], picture[0]) &&
  Math.min(line[3], picture[3]) - Math.max(line[1], picture[1]) > (line[3] - line[1]) * limits.minLineShare

type Edge = 'page_header' | 'page_footer'

/**
 * Makes logos part of page headers and footers: pictures at the edge of a page that are beside one, or at the same
 * place on another page.
 */
export const findRunningPictures = (draft: Draft): Draft => {
  const counts = new Map<string, number>()
  for (const page of draft.pages)
    for (const key of new Set(page.blocks.filter(isPicture).map(placeKeyOfPicture)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRunning = (block: DraftBlock, page: DraftPage, edge: Edge): boolean =>
    (counts.get(placeKeyOfPicture(block)) ?? 0) > 1 ||
    page.blocks.some((other) => other.type === edge && isBesideRunningText(other, block))
  return {
    ...draft,
    pages: draft.pages.map((page) => ({
      ...page,
      blocks: page.blocks.map((block) => {
        const edge = isPicture(block) ? edgeOf(block, page) : null
        return edge !== null && isRunning(block, page, edge) ? { ...block, type: edge } : block
      }),
    })),
  }
}

const isPicture = ({ type, picture, known }: DraftBlock): boolean =>
  type === 'picture' && picture !== undefined && known !== true

const placeKeyOfPicture = ({ box }: DraftBlock): string =>
  box.map((side) => Math.round(side / limits.placeTolerance)).join(' ')

const edgeOf = ({ box }: DraftBlock, { height }: DraftPage): Edge | null => {
  if (box[3] < height * limits.edgeShare) return 'page_header'
  return box[1] > height * (1 - limits.edgeShare) ? 'page_footer' : null
}

const isBesideRunningText = (running: DraftBlock, { box }: DraftBlock): boolean =>
  Math.min(running.box[3], box[3]) > Math.max(running.box[1], box[1])
