import { union } from '@polyparse/document'
import { textOfLine, type Draft, type DraftBlock, type DraftPage, type Line } from '../draft.ts'

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
