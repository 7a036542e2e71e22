import { union } from '@polyparse/document'
import { hasPageNumber, isPageNumber } from '../../language/page-numbers.ts'
import { textOfLine, type Draft, type DraftBlock, type DraftPage, type DraftWord, type Line } from '../draft.ts'
import { runningHeads, runningText as limits } from '../parameters.ts'

/*
 * Tells the heads of pages by the number in them, which is set apart from the words at one of their ends.
 */

/**
 * Tells whether a line has capitals and a page number at one of its ends, as books have it above every page. Figures that the
 * words own, as in `INVOICE 1001`, are none: unless they are set apart, or are the number of this page.
 */
export const isRunningHead = (line: Line, pageNumber: number): boolean => {
  const text = textOfLine(line)
  const letters = text.match(/\p{L}/gu) ?? []
  const capitals = text.match(/\p{Lu}/gu) ?? []
  return (
    text.length < runningHeads.maxCharacters &&
    letters.length >= runningHeads.minLetters &&
    capitals.length > letters.length * runningHeads.minCapitalShare &&
    hasPageNumber(text) &&
    (hasNumberApart([line]) ||
      !/^\d|\d\.?$/.test(text) ||
      [...text.matchAll(/\d+/g)].some(([digits]) => Number(digits) === pageNumber))
  )
}

/** Tells whether the number at one end of the first line is set apart from its other words. */
export const hasNumberApart = ([line]: readonly Line[]): boolean => line !== undefined && numbersApart(line).length > 0

/** The numbers of pages that are set apart from the other words of a line, at its ends: `12`, `Page 3`, `1/10`. */
export const numbersApart = (line: Line): number[] => {
  const parts: DraftWord[][] = []
  for (const word of line.words) {
    const left = parts.at(-1)?.at(-1)?.box[2] ?? -Infinity
    if (word.box[0] - left > line.size * limits.minNumberGap) parts.push([word])
    else parts.at(-1)?.push(word)
  }
  const ends = parts.length < 2 ? [] : [parts.at(0), parts.at(-1)]
  return ends.flatMap((words = []) => {
    const text = textOfLine({ words })
    const digits = /\d+/.exec(text)?.[0]
    return digits !== undefined && isPageNumber(text) ? [Number(digits)] : []
  })
}

/** Tells whether the next line has the next number at the same end: lines are numbered, or listed with their pages. */
export const isCounted = (line: Line, { blocks }: DraftPage): boolean => {
  const lines = blocks.flatMap((block) => block.lines)
  const next = lines[lines.indexOf(line) + 1]
  if (next === undefined) return false
  const [first, last] = [line.words[0]?.text, line.words.at(-1)?.text].map(numberOfText)
  const [nextFirst, nextLast] = [next.words[0]?.text, next.words.at(-1)?.text].map(numberOfText)
  return nextFirst === (first ?? NaN) + 1 || (nextLast ?? NaN) >= (last ?? NaN)
}

const numberOfText = (text = ''): number => (/^\d{1,4}$/.test(text) ? Number(text) : NaN)

/** Cuts running heads off the text close below them. */
export const splitRunningHeads = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(splitOnPage) })

const splitOnPage = (page: DraftPage): DraftPage => ({
  ...page,
  blocks: page.blocks.flatMap((block): DraftBlock[] => {
    const [first, ...rest] = block.lines
    const isHead =
      first !== undefined &&
      block.type !== 'table' &&
      isAtTop(first, page) &&
      isRunningHead(first, page.number) &&
      !isCounted(first, page)
    const box = union(rest.map((line) => line.box))
    if (!isHead || box === null) return [block]
    return [
      { type: 'page_header', box: first.box, lines: [first] },
      { ...block, box, lines: rest },
    ]
  }),
})

const isAtTop = ({ box }: Line, { height }: DraftPage): boolean => box[3] < height * runningHeads.maxShare
