import { union } from '@polyparse/document'
import { mainSize, textOfBlock, textOfLine, type Draft, type DraftBlock, type DraftPage, type Line } from '../draft.ts'

type Edge = 'page_header' | 'page_footer'

/** Shares of the page's height in which text is looked for that other pages have too, and text that stands apart. */
const repeatedShare = 0.12
const lonelyShare = { upright: 0.085, wide: 0.12 }
/** In points: text no larger is nobody's heading. */
const smallPrint = 9
const pageNumber = /^\P{L}*(?:(?:page|seite|p\.?)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|von|\/)\s*\d{1,4})?\P{L}*$/iu

/**
 * Headers and footers: what stands at the edge of a page and, numbers aside, at the same place of another page too; page
 * numbers that stand alone there; and short lines at the very edge, no larger than the text, far from all other text.
 * They keep their words and change their type.
 */
export const findRunningText = (draft: Draft): Draft => {
  const counts = new Map<string, number>()
  for (const page of draft.pages) {
    for (const key of new Set(edges(page).map(({ key }) => key))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const needed = Math.max(2, Math.min(4, Math.ceil(draft.pages.length / 3)))
  const body = mainSize(draft.pages.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines)))
  return { ...draft, pages: draft.pages.map((page) => markPage(page, (key) => (counts.get(key) ?? 0) >= needed, body)) }
}

type EdgeBlock = { readonly block: DraftBlock; readonly edge: Edge; readonly key: string }

const markPage = (page: DraftPage, isRunning: (key: string) => boolean, body: number): DraftPage => {
  const candidates = edges(page)
  const found = new Map(
    candidates
      .filter(
        ({ key, block }) =>
          isRunning(key) || pageNumber.test(textOfBlock(block)) || isHead(block) || isLonely(block, page, body),
      )
      .map(({ block, edge }) => [block, edge]),
  )
  return {
    ...page,
    blocks: page.blocks.map((block) => {
      const edge = found.get(block)
      return edge === undefined ? block : { type: edge, box: block.box, lines: block.lines }
    }),
  }
}

const edges = (page: DraftPage): EdgeBlock[] =>
  page.blocks.flatMap((block) => {
    const edge = edgeOf(block, page, repeatedShare)
    const isCandidate =
      edge !== null &&
      block.known !== true &&
      block.lines.length > 0 &&
      block.lines.length <= 3 &&
      block.type !== 'table'
    return isCandidate ? [{ block, edge, key: keyOf(block, edge) }] : []
  })

const edgeOf = ({ box }: DraftBlock, { height }: DraftPage, share: number): Edge | null => {
  if (box[3] < height * share) return 'page_header'
  return box[1] > height * (1 - share) ? 'page_footer' : null
}

/** A line or two that no other text is near: a page of its own, without others to compare, tells no more. */
const isLonely = (block: DraftBlock, page: DraftPage, body: number): boolean => {
  const share = page.width > page.height ? lonelyShare.wide : lonelyShare.upright
  const edge = edgeOf(block, page, share)
  const text = textOfBlock(block)
  const size = mainSize(block.lines)
  if (
    edge === null ||
    block.lines.length > 2 ||
    text.length > 140 ||
    size > Math.max(body * 1.05, smallPrint) ||
    isBold(block) ||
    isNote(block, page)
  )
    return false
  if (/^\p{Ll}/u.test(text) && edge === 'page_header') return false
  const others = page.blocks.filter((other) => other.lines.length > 0 && edgeOf(other, page, share) !== edge)
  const gap = Math.min(
    ...others.map(({ box }) => (edge === 'page_header' ? box[1] - block.box[3] : block.box[1] - box[3])),
  )
  return others.length > 0 && gap > size * 1.5
}

const isHead = ({ lines }: DraftBlock): boolean => lines.length === 1 && lines.every(isRunningHead)

/** It begins with a raised figure, or with a figure although the number of the page stands elsewhere. */
const isNote = (block: DraftBlock, { blocks }: DraftPage): boolean => {
  const words = block.lines[0]?.words ?? []
  if (words.length < 2) return false
  const isNumberOfPage = (other: DraftBlock) => other !== block && pageNumber.test(textOfBlock(other))
  return words[0]?.raised === true || (/^\d{1,3}\s*\p{L}/u.test(textOfBlock(block)) && blocks.some(isNumberOfPage))
}

const isBold = ({ lines }: DraftBlock): boolean => lines.every(({ words }) => words.every(({ style }) => style.bold))

const keyOf = (block: DraftBlock, edge: Edge): string =>
  `${edge} ${Math.round(block.box[1] / 6)} ${textOfBlock(block).toLowerCase().replaceAll(/\d+/g, '#')}`

/** Of the page's height, from the top. */
const headShare = 0.13

/** A line of capitals with a page number at one of its ends, as books have it above every page. */
export const isRunningHead = (line: Line): boolean => {
  const text = textOfLine(line)
  const letters = text.match(/\p{L}/gu) ?? []
  const capitals = text.match(/\p{Lu}/gu) ?? []
  return (
    text.length < 80 &&
    letters.length >= 5 &&
    capitals.length > letters.length * 0.7 &&
    /^\[?(?:\d{1,4}|[ivxlc]{1,6})\b|\b(?:\d{1,4}|[ivxlc]{1,6})\]?\.?$/u.test(text)
  )
}

/** Cuts the running head off the text that stands close below it, so that it can be told from it. */
export const splitRunningHeads = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(splitOnPage) })

const splitOnPage = (page: DraftPage): DraftPage => ({
  ...page,
  blocks: page.blocks.flatMap((block): DraftBlock[] => {
    const [first, ...rest] = block.lines
    const isHead = first !== undefined && block.type !== 'table' && isAtTop(first, page) && isRunningHead(first)
    const box = union(rest.map((line) => line.box))
    if (!isHead || box === null) return [block]
    return [
      { type: 'page_header', box: first.box, lines: [first] },
      { ...block, box, lines: rest },
    ]
  }),
})

const isAtTop = ({ box }: Line, { height }: DraftPage): boolean => box[3] < height * headShare
