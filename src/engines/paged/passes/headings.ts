import { eachBlock, mainSize, textOfBlock, type Draft, type DraftBlock, type Line } from '../draft.ts'

/**
 * Levels of headings by their size in the whole document: the largest is level 1. One heading that is larger than all
 * others and stands first is the document's title.
 */
export const rankHeadings = (draft: Draft): Draft => {
  const body = bodySize(draft)
  const judged = eachBlock((block) => judge(block, body))(draft)
  const headings = judged.pages.flatMap((page) => page.blocks.filter(({ type }) => type === 'heading'))
  const sizes = [...new Set(headings.map(sizeOf))].toSorted((a, b) => b - a)
  const title = titleOf(headings, sizes)
  const rank = (block: DraftBlock): DraftBlock => {
    if (block.type !== 'heading') return block
    const level = Math.min(6, sizes.indexOf(sizeOf(block)) + 1)
    return { ...withoutBold(block), type: block === title ? 'title' : 'heading', level }
  }
  return eachBlock(rank)(judged)
}

const titleOf = (headings: readonly DraftBlock[], sizes: readonly number[]): DraftBlock | null => {
  const [first] = headings
  if (first === undefined || headings.length < 2 || sizeOf(first) !== sizes[0]) return null
  return headings.filter((heading) => sizeOf(heading) === sizes[0]).length === 1 ? first : null
}

/** To the half point, and a little apart for bold, which ranks above plain of the same size. */
const sizeOf = ({ lines }: DraftBlock): number => mainSize(lines) + (isBold(lines) ? 0.25 : 0)

const bodySize = (draft: Draft): number =>
  mainSize(
    draft.pages.flatMap(({ blocks }) =>
      blocks.filter(({ type }) => type === 'paragraph' || type === 'list_item').flatMap(({ lines }) => lines),
    ),
  )

const isBold = (lines: DraftBlock['lines']): boolean => {
  const words = lines.flatMap((line) => line.words)
  return words.length > 0 && words.every(({ style }) => style.bold)
}

/** A short paragraph clearly larger than the text, or a bold line of its own that ends like none, is a heading too. */
const judge = (block: DraftBlock, body: number): DraftBlock => {
  if (block.type !== 'paragraph' || body === 0) return block
  const text = textOfBlock(block)
  if (text.length > 120 || block.lines.length > 2 || !/\p{L}/u.test(text) || /[.,;:]$/u.test(text)) return block
  const size = mainSize(block.lines)
  const stands = size >= body * 1.15 || (block.lines.length === 1 && size >= body * 0.98 && isBold(block.lines))
  return stands ? { ...block, type: 'heading' } : block
}

/** In a heading that is bold throughout, bold is how headings look, not a stress on its words. */
const withoutBold = (block: DraftBlock): DraftBlock =>
  isBold(block.lines) ? { ...block, lines: block.lines.map(plain) } : block

const plain = (line: Line): Line => ({
  ...line,
  words: line.words.map((word) => Object.assign({}, word, { style: { ...word.style, bold: false } })),
})
