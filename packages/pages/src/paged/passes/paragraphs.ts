import { isTickSign } from '../../language/tick-signs.ts'
import { union, type Box } from '@polyparse/document'
import { itemAt, pairwise } from '@polyparse/document/items'
import { canEndParagraph, endsSentence } from '@polyparse/engine'
import { rightEdgeOfColumn } from './column-edge.ts'
import { eachBlock, textOfBlock, textOfLine, type Draft, type DraftBlock, type DraftPage, type Line } from '../draft.ts'
import { pagedParagraphParameters as limits } from '../parameters.ts'

/*
 * Corrects where paragraphs and items begin, by where sentences end.
 */

/**
 * Returns items to the text they were cut from. A line of running text may begin with a number and a full stop; when
 * the sentence before it has not ended, and the number does not continue a list, it is not an item; but it is one where
 * it lies left of the item above: no line of that one begins there, or below its marker, if the item ends with room for it.
 */
export const rejoinItems = (draft: Draft): Draft => {
  const last = { number: 0 }
  return { ...draft, pages: draft.pages.map((page) => rejoinOnPage(page, last)) }
}

const rejoinOnPage = (page: DraftPage, last: { number: number }): DraftPage => {
  const blocks: DraftBlock[] = []
  for (const block of page.blocks) {
    const number = numberOfListItem(block)
    const above = blocks.at(-1)
    const isCounted = number === 1 || number === last.number + 1
    const isCut =
      above !== undefined &&
      hasOpenSentence(above) &&
      !isLeftOfItem(above, block) &&
      !isBelowShortItem(above, block, page)
    if (isCut && number !== null && !isCounted) {
      blocks.pop()
      blocks.push({
        ...above,
        box: union([above.box, block.box]) ?? above.box,
        lines: [...above.lines, ...withMarker(block)],
      })
    } else {
      if (number !== null) last.number = number
      blocks.push(block)
    }
  }
  return { ...page, blocks }
}

const numberOfListItem = ({ type, marker, known }: DraftBlock): number | null => {
  const digits = type === 'list_item' && known !== true ? /^(\d+)[.)]$/.exec(marker ?? '')?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

const isLeftOfItem = (above: DraftBlock, block: DraftBlock): boolean =>
  above.type === 'list_item' && block.box[0] < above.box[0] - limits.minOutdent * (block.lines[0]?.size ?? 0)

/** Tells whether a marker is below that of an item whose last line has room for it: no sentence was broken there. */
const isBelowShortItem = (above: DraftBlock, block: DraftBlock, page: DraftPage): boolean => {
  const [end, first] = [above.lines.at(-1), block.lines[0]]
  const text = first?.words[0]?.box[0]
  if (end === undefined || first === undefined || text === undefined || above.type !== 'list_item') return false
  return (
    Math.abs(block.box[0] - above.box[0]) < first.size * limits.minOutdent &&
    rightEdgeOfColumn(above, page) - end.box[2] > text - block.box[0] + end.size
  )
}

/** Tells whether a block is text whose last sentence has not ended. The label of a box to tick is no sentence. */
const hasOpenSentence = (block: DraftBlock): boolean =>
  (block.type === 'paragraph' || block.type === 'list_item') &&
  !isTickSign(block.lines[0]?.words[0]?.text ?? '') &&
  !canEndParagraph(textOfBlock(block))

/** The lines of a block as they are printed: those of an item with its marker as their first word. */
export const withMarker = ({ lines, marker }: DraftBlock): readonly Line[] => {
  const [first, ...rest] = lines
  const [word] = first?.words ?? []
  if (first === undefined || word === undefined || marker === undefined) return lines
  const [left, top, , bottom] = first.box
  const number = { ...word, text: marker, box: [left, top, Math.max(left, word.box[0]), bottom] as const, spaced: true }
  return [{ ...first, words: [number, { ...word, spaced: true }, ...first.words.slice(1)] }, ...rest]
}

/** The text of a block as it is printed, with the marker of an item. */
export const printedText = (block: DraftBlock): string => textOfBlock({ ...block, lines: withMarker(block) })

/**
 * Splits paragraphs that the layout took for one: where a sentence ends and the next line is further below than usual
 * in the block, or where the text after a list item returns to the margin.
 */
export const splitParagraphs = eachBlock((block) => {
  if (block.known === true || (block.type !== 'paragraph' && block.type !== 'list_item')) return block
  const usual = usualGap(block.lines)
  const starts = block.lines.flatMap((line, index) => {
    const above = block.lines[index - 1]
    return above !== undefined && isStart(block, line, above, usual) ? [index] : []
  })
  if (starts.length === 0) return block
  const [first, ...rest] = [0, ...starts].map((start, index) => block.lines.slice(start, starts[index]))
  return [
    { ...block, ...boxed(first ?? [], block.box) },
    ...rest.map((lines): DraftBlock => Object.assign({ type: 'paragraph' as const }, boxed(lines, block.box))),
  ]
})

const boxed = (lines: readonly Line[], otherwise: Box): Pick<DraftBlock, 'lines' | 'box'> => ({
  lines,
  box: union(lines.map((line) => line.box)) ?? otherwise,
})

const isStart = (block: DraftBlock, line: Line, above: Line, usual: number): boolean => {
  if (!endsSentence(textOfLine(above))) return false
  if (block.type === 'list_item') return line.box[0] < (textStart(block.lines) ?? 0) - line.size * limits.minOutdent
  return gap(above, line) > usual + Math.max(limits.minExtraWhiteInPoints, line.size * limits.minExtraWhite)
}

const textStart = ([first]: readonly Line[]): number | undefined => first?.words[0]?.box[0]

const gap = (above: Line, line: Line): number => line.box[1] - above.box[1]

/**
 * The median distance between lines in points, the smaller of two; infinite with fewer than two, where none is unusual.
 */
const usualGap = (lines: readonly Line[]): number => {
  const gaps = pairwise(lines)
    .map(([above, below]) => gap(above, below))
    .toSorted((a, b) => a - b)
  return gaps.length < 2 ? Number.POSITIVE_INFINITY : itemAt(gaps, Math.floor((gaps.length - 1) / 2))
}
