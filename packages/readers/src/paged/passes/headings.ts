import { eachBlock, mainSize, textOfBlock, type Draft, type DraftBlock, type DraftWord, type Line } from '../draft.ts'

/**
 * Headings by their looks in the whole document. Each look, larger before smaller and bold before plain, is a level; what
 * the outline says of a heading with that look goes before. One heading that is larger than all others and stands first
 * is the document's title.
 */
export const rankHeadings = (draft: Draft): Draft => {
  const body = bodyOf(draft)
  const judged = eachBlock((block) => judge(block, body))(draft)
  const headings = judged.pages.flatMap((page) => page.blocks.filter(({ type }) => type === 'heading'))
  const looks = [...new Set(headings.map(lookOf))].toSorted((a, b) => b - a)
  const title = titleOf(headings, looks)
  const rank = (block: DraftBlock): DraftBlock => {
    if (block.type !== 'heading') return block
    const level = block.level ?? Math.min(6, looks.indexOf(lookOf(block)) + 1)
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
  const isBold = words.filter(({ style }) => style.bold).length > words.length * 0.6
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

/** To the half point, and a little apart for bold, which ranks above plain of the same size. */
const lookOf = ({ lines }: DraftBlock): number => mainSize(lines) + (isBold(lines) ? 0.25 : 0)

const isBold = (lines: readonly Line[]): boolean => {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  return words.length > 0 && words.every(({ style }) => style.bold)
}

/** A paragraph set clearly larger than the text is a heading, or one line a little larger or bold that ends like none. */
const judge = (block: DraftBlock, body: Body): DraftBlock => {
  if (block.known === true || block.type !== 'paragraph' || body.size === 0) return block
  const text = textOfBlock(block)
  if (!/[\p{L}\p{N}]/u.test(text)) return block
  const ratio = mainSize(block.lines) / body.size
  const isShort = block.lines.length <= 2 && text.length <= 120 && !/[.,;:]$/u.test(text)
  const isLarge = ratio >= 1.2 && block.lines.length <= 5 && text.length <= 300
  const isLarger = ratio >= 1.08 && isShort && /\p{L}/u.test(text)
  const isLine = isShort && block.lines.length === 1
  const isStressed = ratio >= 0.93 && isLine && !body.isBold && isBold(block.lines)
  const isOther = ratio >= 1.03 && isShort && isInOtherFont(block.lines, body.font)
  return isLarge || isLarger || isStressed || isOther ? { ...block, type: 'heading' } : block
}

const isInOtherFont = (lines: readonly Line[], usual: string): boolean =>
  usual !== '' && lines.every(({ words }) => words.every(({ font, style }) => font !== usual && !style.monospaced))

/** In a heading that is bold throughout, bold is how headings look, not a stress on its words. */
const withoutBold = (block: DraftBlock): DraftBlock =>
  isBold(block.lines) ? { ...block, lines: block.lines.map(plain) } : block

const plain = (line: Line): Line => ({
  ...line,
  words: line.words.map((word) => Object.assign({}, word, { style: { ...word.style, bold: false } })),
})
