import { numberOfMarker } from '../../language/list-markers.ts'
import { mainSize, textOfBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'
import { headings as limits, quietHeadings } from '../parameters.ts'
import { isCapitals, isCentred, isHeadingLine } from './heading-lines.ts'
import { bodyLook, isBold, isItalic, isSmallCapitals, type Body } from './heading-looks.ts'
import { withMarker } from './paragraphs.ts'

/**
 * Makes headings of false list items: lines with a number or a letter, such as `I. INTRODUCTION` or `B. Methods`, that are
 * set like no text of the document and are not followed by the next item of a list.
 */
export const findNumberedHeadings = (draft: Draft): Draft => {
  const body = bodyLook(draft)
  return { ...draft, pages: draft.pages.map((page) => findNumberedHeadingsOnPage(page, body)) }
}

const findNumberedHeadingsOnPage = (page: DraftPage, body: Body): DraftPage => ({
  ...page,
  blocks: page.blocks.map((block, index) => {
    const neighbours = [page.blocks[index - 1], page.blocks[index + 1]]
    return (isNumberedHeading(block, { page, body }) || (body.isUniform && standsApart(block, neighbours))) &&
      !neighbours.some((other) => isSibling(block, other))
      ? { type: 'heading', box: block.box, lines: withMarker(block) }
      : block
  }),
})

/** Tells whether a numbered line is between two empty lines and between texts that are no items of a list. */
const standsApart = (block: DraftBlock, [above, below]: readonly (DraftBlock | undefined)[]): boolean => {
  if (block.known === true || block.lines.length > 1 || !isHeadingLine(block)) return false
  if (block.type !== 'list_item' || numberOfMarker(block.marker ?? '') === null) return false
  if (below?.type !== 'paragraph' || below.box[1] < block.box[3]) return false
  const line = mainSize(block.lines) * quietHeadings.minEmptyLine
  const isBelow = above === undefined || above.box[3] > block.box[1] || block.box[1] - above.box[3] >= line
  return isBelow && below.box[1] - block.box[3] >= line
}

type NumberedHeadingContext = { readonly page: DraftPage; readonly body: Body }

const isNumberedHeading = (block: DraftBlock, { page, body }: NumberedHeadingContext): boolean => {
  if (block.type !== 'list_item' || block.known === true || numberOfMarker(block.marker ?? '') === null) return false
  if (!isHeadingLine(block)) return false
  const { lines } = block
  return (
    mainSize(lines) >= body.size * limits.minSizeRatio ||
    (isBold(lines) && !body.isBold) ||
    isItalic(lines) ||
    isSmallCapitals(lines) ||
    isCapitals(textOfBlock(block)) ||
    isCentred(block, page)
  )
}

/** Tells whether two blocks are neighbours in one list: their markers are of one kind. */
const isSibling = (block: DraftBlock, other: DraftBlock | undefined): boolean => {
  if (other?.type !== 'list_item') return false
  const [own, others] = [numberOfMarker(block.marker ?? ''), numberOfMarker(other.marker ?? '')]
  return (
    own !== null &&
    others !== null &&
    others.some(({ kind, value }) => own.some((one) => one.kind === kind && Math.abs(one.value - value) === 1))
  )
}
