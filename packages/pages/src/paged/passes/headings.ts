import { isCaptionLabel } from '../../language/captions.ts'
import { isAddress, isAnswerText, isChoice, isEquation, isProse, isQuantity } from '../../language/heading-texts.ts'
import {
  eachBlock,
  isTurned,
  mainSize,
  textOfBlock,
  type Draft,
  type DraftBlock,
  type DraftPage,
  type DraftWord,
  type Line,
} from '../draft.ts'
import { headings as limits } from '../parameters.ts'
import { isCapitals, isCentred, isHeadingLine } from './heading-lines.ts'
import { findFrontMatter, type HeadingParts, joinHeadings } from './front-matter.ts'
import { levelsOf } from './heading-levels.ts'
import { bodyLook, isBold, isInOtherFont, isItalic, isSmallCapitals, headingLook, type Body } from './heading-looks.ts'
import { findOutlineHeadings } from './outline-headings.ts'
import { findQuietHeadings, type QuietBlock } from './quiet-headings.ts'
import { enumeratorOf } from '../../language/enumerators.ts'

/**
 * Finds headings by their looks, and ranks them over the whole document: each look is a level, larger before smaller
 * and bold before plain. A level that the document itself gives is kept. A first heading larger than all others is the
 * title.
 */
export const rankHeadings = (draft: Draft): Draft => {
  const judged = markHeadings(draft)
  const headings = judged.pages.flatMap((page) => page.blocks.filter(({ type }) => type === 'heading'))
  const title = titleOfHeadings(headings)
  const levels = levelsOf(headings)
  const rank = (block: DraftBlock): DraftBlock => {
    const level = levels.get(block)
    return level === undefined
      ? block
      : { ...withoutEmphasis(block), type: block === title ? 'title' : 'heading', level: block.level ?? level }
  }
  return { ...judged, pages: judged.pages.map((page) => ({ ...page, blocks: page.blocks.map(rank) })) }
}

/** The types of blocks that do not interrupt a text around them. */
const typesBetweenHeadingAndText = new Set<DraftBlock['type']>([
  'page_header',
  'page_footer',
  'footnote',
  'picture',
  'caption',
])

const markHeadings = (draft: Draft): Draft => {
  const body = bodyLook(draft)
  const placed = draft.pages.flatMap((page) =>
    page.blocks.filter(({ type }) => !typesBetweenHeadingAndText.has(type)).map((block) => ({ block, page })),
  )
  const flow = placed.map(({ block }) => block)
  const largest = flow.reduce(
    (max, { lines, type }) => (type === 'paragraph' ? Math.max(max, mainSize(lines)) : max),
    0,
  )
  const found = new Set(
    placed
      .filter(({ block, page }, index) =>
        isHeadingParagraph(block, flow[index + 1], { page, body, isLargest: mainSize(block.lines) === largest }),
      )
      .map(({ block }) => block),
  )
  for (const block of findQuietHeadings(placed, (one) => found.has(one), body)) found.add(block)
  const named = findOutlineHeadings(placed, (one) => found.has(one) || one.type === 'heading', draft.outline)
  for (const block of named) found.add(block)
  const titlePage = titlePageOf(placed, found)
  for (const block of withdrawn(flow, found, joinHeadings(flow, found), titlePage)) found.delete(block)
  for (const block of stacksOf(flow, found)) found.delete(block)
  for (const block of named) found.add(block)
  const parts = joinHeadings(flow, found)
  const mark = (block: DraftBlock): DraftBlock | readonly DraftBlock[] => {
    if (!found.has(block)) return block
    const joined = parts.get(block)
    return joined === null ? [] : { ...(joined ?? block), type: 'heading' }
  }
  return eachBlock(mark)(draft)
}

/** The blocks of the first of several pages if it has headings and lines as short as they are, and no text. */
const titlePageOf = (placed: readonly QuietBlock[], found: ReadonlySet<DraftBlock>): ReadonlySet<DraftBlock> => {
  const first = placed[0]?.page
  const [own, others] = [
    placed.filter(({ page }) => page === first).map(({ block }) => block),
    placed.filter(({ page }) => page !== first),
  ]
  const hasNoText = own.every((block) => found.has(block) || (block.type === 'paragraph' && isHeadingLine(block)))
  return new Set(hasNoText && others.length > 0 ? own : [])
}

/** Headings that only their neighbours show to be none: authors and affiliations, figures, addresses line by line. */
const withdrawn = (
  flow: readonly DraftBlock[],
  found: ReadonlySet<DraftBlock>,
  parts: HeadingParts,
  titlePage: ReadonlySet<DraftBlock>,
): DraftBlock[] => {
  const isFound = (block: DraftBlock | undefined): boolean => block !== undefined && found.has(block)
  const figures = flow.filter(
    (block, index) => isFound(block) && isQuantity(textOfBlock(block)) && !isBodyText(flow[index + 1], isFound),
  )
  const firsts = flow.filter((block) => parts.get(block) !== null)
  const none = new Set([...figures, ...findFrontMatter(firsts, isFound, titlePage)])
  // The other lines of a heading follow its first one, and go with it.
  let isNone = false
  return flow.filter((block) => {
    if (parts.get(block) !== null) isNone = none.has(block)
    return isNone
  })
}

/**
 * Lines of one look that are below each other as close as lines of a text are: an address, a poster, the other half of
 * a form. Each would be the heading of nothing.
 */
const stacksOf = (flow: readonly DraftBlock[], found: ReadonlySet<DraftBlock>): DraftBlock[] => {
  const stacks: DraftBlock[][] = []
  for (const [index, block] of flow.entries()) {
    const above = flow[index - 1]
    if (!found.has(block)) continue
    if (above !== undefined && stacks.at(-1)?.at(-1) === above && isStackedOn(above, block)) stacks.at(-1)?.push(block)
    else stacks.push([block])
  }
  return stacks.filter(({ length }) => length >= limits.minStack).flat()
}

const isStackedOn = (above: DraftBlock, block: DraftBlock): boolean => {
  const white = block.box[1] - above.box[3]
  return headingLook(above) === headingLook(block) && Math.abs(white) < mainSize(block.lines) * limits.maxStackWhite
}

const isBodyText = (block: DraftBlock | undefined, isFound: (block: DraftBlock) => boolean): boolean =>
  block !== undefined && !isFound(block) && block.type !== 'heading'

const titleOfHeadings = (headings: readonly DraftBlock[]): DraftBlock | null => {
  const [first] = headings
  if (first === undefined || headings.length < 2) return null
  const look = headingLook(first)
  return headings.every((heading) => heading === first || headingLook(heading) < look) ? first : null
}

type Surroundings = { readonly page: DraftPage; readonly body: Body; readonly isLargest: boolean }

/**
 * Tells whether a paragraph is a heading: it is clearly larger than the text, or short and a little larger, bold or in another
 * font; and it does not read like a sentence, an address, or the first line of the next paragraph.
 */
const isHeadingParagraph = (
  block: DraftBlock,
  next: DraftBlock | undefined,
  { page, body, isLargest }: Surroundings,
): boolean => {
  if (block.known === true || block.type !== 'paragraph' || body.size === 0) return false
  const text = textOfBlock(block)
  if (!isTelling(text) || isAddress(text) || isAnswerText(text) || isChoice(text) || isEquation(text)) return false
  if (block.lines.every(isTurned)) return false
  const ratio = mainSize(block.lines) / body.size
  const maxCharacters = isLargest ? limits.title.maxCharacters : limits.large.maxCharacters
  const isLarge =
    ratio >= limits.large.minSizeRatio &&
    block.lines.length <= limits.large.maxLines &&
    text.length <= maxCharacters &&
    !isProse(text)
  if (isLarge) return true
  if (!isHeadingLine(block) || isCaptionLabel(text) || readsOn(block, next)) return false
  const isLarger = ratio >= limits.minSizeRatio && /\p{L}/u.test(text)
  const isStressed =
    ratio >= limits.minSizeRatioOfBold && block.lines.length === 1 && !body.isBold && isBold(block.lines)
  const isOther = ratio >= limits.minSizeRatioOfOtherFont && isInOtherFont(block.lines, body.font)
  const isNumbered = isItalic(block.lines) && enumeratorOf(text) !== null
  const isInCapitals =
    isSmallCapitals(block.lines) || (isCapitals(text) && isCentred(block, page) && next?.type === 'paragraph')
  return isLarger || isStressed || isOther || isNumbered || isInCapitals
}

/** Tells whether a text has a letter, or is a number of several parts: a version, a date, a year. */
const isTelling = (text: string): boolean => /\p{L}|\d\P{L}*\d\P{L}*\d\P{L}*\d/u.test(text)

/** Tells whether the next text of the same size goes on in the middle of a sentence. */
const readsOn = ({ lines }: DraftBlock, next: DraftBlock | undefined): boolean =>
  next?.type === 'paragraph' &&
  /^\p{Ll}/u.test(textOfBlock(next)) &&
  Math.abs(mainSize(next.lines) - mainSize(lines)) < limits.sizeTolerance

const isUnderlined = (lines: readonly Line[]): boolean =>
  lines.every(({ words }) => words.every(({ text, style }) => style.underlined === true || !/[\p{L}\p{N}]/u.test(text)))

/** Bold, italics or a line below throughout are how a heading looks, not an emphasis of its words. */
const withoutEmphasis = (block: DraftBlock): DraftBlock => {
  const [bold, italic, underlined] = [isBold(block.lines), isItalic(block.lines), isUnderlined(block.lines)]
  if (!bold && !italic && !underlined) return block
  const plain = ({ style, ...word }: DraftWord): DraftWord => ({
    ...word,
    style: {
      ...style,
      bold: style.bold && !bold,
      italic: style.italic && !italic,
      ...(underlined && { underlined: false }),
    },
  })
  return { ...block, lines: block.lines.map((line) => ({ ...line, words: line.words.map(plain) })) }
}
