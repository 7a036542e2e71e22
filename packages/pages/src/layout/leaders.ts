import { union } from '@polyparse/document'
import { isPartOfLeader } from '../language/leaders.ts'
import type { TextLine } from './layout-lines.ts'
import { leaders as limits } from './parameters.ts'

/*
 * Lines of a list of contents and the like, where dots lead from a text to the number of a page.
 */

/** Tells whether dots lead from the text of a line to what is at its end. Such a line ends there. */
export const hasLeader = (line: TextLine): boolean => leaderOf(line) !== null

/** The line with one ellipsis in the place of its leader. */
export const withShortLeader = (line: TextLine): TextLine => {
  const leader = leaderOf(line)
  const [first] = leader === null ? [] : line.words.slice(leader.from)
  if (leader === null || first === undefined) return line
  const { from, to } = leader
  const box = union(line.words.slice(from, to).map((word) => word.box)) ?? first.box
  const [before, after] = [line.words.slice(0, from), line.words.slice(to)]
  const words = [...before, { ...first, box, text: '…', spaced: true }, ...after.map(toSpaced)]
  return { ...line, words }
}

const toSpaced = <Word extends { readonly spaced: boolean }>(word: Word, index: number): Word =>
  index === 0 ? { ...word, spaced: true } : word

/** The first of the words that are dots, and the one after the last of them. */
const leaderOf = ({ words }: TextLine): { readonly from: number; readonly to: number } | null => {
  const last = words.findLastIndex(({ text }) => isPartOfLeader(text))
  const from = words.findLastIndex(({ text }, index) => index < last && !isPartOfLeader(text)) + 1
  const dots = words.slice(from, last + 1).reduce((sum, { text }) => sum + text.length, 0)
  return from > 0 && last < words.length - 1 && dots >= limits.minDots ? { from, to: last + 1 } : null
}
