import { areBold } from '../../language/bold.ts'
import { eachBlock, mainSize, textOfBlock, type Draft, type DraftBlock, type DraftWord, type Line } from '../draft.ts'
import { headings as limits } from '../parameters.ts'

/**
 * Finds headings by their looks, and ranks them over the whole document: each look is a level, larger before smaller
 * and bold before plain. A level that the document itself gives is kept. A first heading larger than all others is the
 * title.
 */
export const rankHeadings = (draft: Draft): Draft => {
  const body = bodyOf(draft)
  const judged = eachBlock((block) => judge(block, body))(draft)
  const headings = judged.pages.flatMap((page) => page.blocks.filter(({ type }) => type === 'heading'))
  const looks = [...new Set(headings.map(lookOf))].toSorted((a, b) => b - a)
  const title = titleOf(headings, looks)
  const rank = (block: DraftBlock): DraftBlock => {
    if (block.type !== 'heading') return block
    const level = block.level ?? Math.min(limits.maxLevel, looks.indexOf(lookOf(block)) + 1)
    return { ...withoutBold(block), type: block === title ? 'title' : 'heading', level }
  }
  return eachBlock(rank)(judged)
}

/** How the running text of a document is set. */
type Body = { readonly size: number; readonly isBold: boolean; readonly font: string }

const bodyOf = (draft: Draft): Body => {
  const lines = draft.pages.flatMap(({ blocks }) =>
    blocks.filter(({ type }) => type === 'paragraph' || type === 'list_item').flatMap((block) => block.lines),
  )
  const words = lines.flatMap((line) => line.words)
  const isBold = words.filter(({ style }) => style.bold).length > words.length * limits.minBoldShare
  return { size: mainSize(lines), isBold, font: mainFont(words) }
}

const mainFont = (words: readonly DraftWord[]): string => {
  const counts = new Map<string, number>()
  for (const { font = '', text } of words) counts.set(font, (counts.get(font) ?? 0) + text.length)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])[0]
}

const titleOf = (headings: readonly DraftBlock[], looks: readonly number[]): DraftBlock | null => {
  const [first] = headings
  if (first === undefined || headings.length < 2 || lookOf(first) !== looks[0]) return null
  return headings.filter((heading) => lookOf(heading) === looks[0]).length === 1 ? first : null
}

/** The rank of a look: its size to the half point, and a little more for bold. */
const lookOf = ({ lines }: DraftBlock): number => mainSize(lines) + (isBold(lines) ? limits.boldRank : 0)

const isBold = (lines: readonly Line[]): boolean => areBold(lines.flatMap((line) => line.words))

/**
 * Makes a paragraph a heading when it is clearly larger than the text, or short and a little larger, bold or in another
 * font.
 */
const judge = (block: DraftBlock, body: Body): DraftBlock => {
  if (block.known === true || block.type !== 'paragraph' || body.size === 0) return block
  const text = textOfBlock(block)
  if (!/[\p{L}\p{N}]/u.test(text)) return block
  const ratio = mainSize(block.lines) / body.size
  const isShort =
    block.lines.length <= limits.short.maxLines && text.length <= limits.short.maxCharacters && !/[.,;:]$/u.test(text)
  const isLarge =
    ratio >= limits.large.minSizeRatio &&
    block.lines.length <= limits.large.maxLines &&
    text.length <= limits.large.maxCharacters
  const isLarger = ratio >= limits.minSizeRatio && isShort && /\p{L}/u.test(text)
  const isLine = isShort && block.lines.length === 1
  const isStressed = ratio >= limits.minSizeRatioOfBold && isLine && !body.isBold && isBold(block.lines)
  const isOther = ratio >= limits.minSizeRatioOfOtherFont && isShort && isInOtherFont(block.lines, body.font)
  return isLarge || isLarger || isStressed || isOther ? { ...block, type: 'heading' } : block
}

const isInOtherFont = (lines: readonly Line[], usual: string): boolean =>
  usual !== '' && lines.every(({ words }) => words.every(({ font, style }) => font !== usual && !style.monospaced))

/** Bold throughout is how a heading looks, not an emphasis of its words. */
const withoutBold = (block: DraftBlock): DraftBlock =>
  isBold(block.lines) ? { ...block, lines: block.lines.map(plain) } : block

const plain = (line: Line): Line => ({
  ...line,
  words: line.words.map((word) => Object.assign({}, word, { style: { ...word.style, bold: false } })),
})
