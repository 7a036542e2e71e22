import type { Box } from '@polyparse/document'
import { eachBlock, type DraftBlock, type DraftPage } from '../draft.ts'

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
