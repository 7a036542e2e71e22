import type { Box } from '@polyparse/document'
import { eachBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'

/** Of the page: a picture that covers so much, with text on it, is its background. */
const backgroundShare = 0.6
const fewBlocks = 3
/** A picture no taller than this many lines of the text on it is their shadow or their shade. */
const shadowLines = 2.5

/**
 * Pictures that text is printed on lose their place in the text: its background, or the shadows and shades behind single
 * lines. Their files stay among the pictures.
 */
export const dropBackdrops = eachBlock((block, page) => (isBackdrop(block, page) ? [] : block))

const isBackdrop = ({ type, picture, alternative, known, box }: DraftBlock, page: DraftPage): boolean => {
  if (type !== 'picture' || picture === undefined || alternative !== undefined || known === true) return false
  const printed = page.blocks.filter(({ lines }) => lines.some((line) => isOn(line.box, box)))
  const height = box[3] - box[1]
  const shaded = printed.some(({ lines }) =>
    lines.some((line) => isOn(line.box, box) && height < line.size * shadowLines),
  )
  return shaded || (printed.length >= fewBlocks && areaOf(box) >= page.width * page.height * backgroundShare)
}

/** Whether most of the height of a line and something of its width is on the picture. */
const isOn = (line: Box, picture: Box): boolean =>
  Math.min(line[2], picture[2]) > Math.max(line[0], picture[0]) &&
  Math.min(line[3], picture[3]) - Math.max(line[1], picture[1]) > (line[3] - line[1]) * 0.6

const areaOf = ([x0, y0, x1, y1]: Box): number => (x1 - x0) * (y1 - y0)

type Edge = 'page_header' | 'page_footer'

/** Of the height of a page, at its top and its bottom. */
const edgeShare = 0.12

/**
 * Logos: pictures at the edge of a page that stand beside a page header or footer, or at the same place of another page.
 * They become part of it.
 */
export const findRunningPictures = (draft: Draft): Draft => {
  const counts = new Map<string, number>()
  for (const page of draft.pages)
    for (const key of new Set(page.blocks.filter(isPicture).map(placeOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRunning = (block: DraftBlock, page: DraftPage, edge: Edge): boolean =>
    (counts.get(placeOf(block)) ?? 0) > 1 || page.blocks.some((other) => other.type === edge && isBeside(other, block))
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

const placeOf = ({ box }: DraftBlock): string => box.map((side) => Math.round(side / 4)).join(' ')

const edgeOf = ({ box }: DraftBlock, { height }: DraftPage): Edge | null => {
  if (box[3] < height * edgeShare) return 'page_header'
  return box[1] > height * (1 - edgeShare) ? 'page_footer' : null
}

const isBeside = (running: DraftBlock, { box }: DraftBlock): boolean =>
  Math.min(running.box[3], box[3]) > Math.max(running.box[1], box[1])
