import { pairWords, type WorkBudget } from './pair-words.ts'
import type { Column } from './words.ts'
import { marking } from '../parameters.ts'

/**
 * The relation of a word to the other columns: `unmatched`: no other has it; `partial`: some have it; `moved`: all have
 * it, but at least one in another place.
 */
export type TextMark = 'unmatched' | 'partial' | 'moved'

export type TextMarks = {
  /** The marks by the index of the word. */
  readonly words: ReadonlyMap<number, TextMark>
  /**
   * The number of words that most of the others have where this one has none, by the index of the word after the gap.
   */
  readonly gaps: ReadonlyMap<number, number>
}

/** The marks of each column of a page. */
export const marksOfText = (columns: readonly Column[], budget: WorkBudget): TextMarks[] => {
  const counts = columns.map(({ words }) => ({
    had: new Uint8Array(words.length),
    elsewhere: new Uint8Array(words.length),
    gaps: new Map<number, number[]>(),
  }))
  const note = (index: number, column: Column, partners: Int32Array, moved: ReadonlySet<number>): void => {
    const count = counts[index]
    if (count === undefined) return
    for (const word of column.words.keys()) {
      if (partners[word] !== -1) count.had[word] = (count.had[word] ?? 0) + 1
      else if (moved.has(word)) count.elsewhere[word] = (count.elsewhere[word] ?? 0) + 1
    }
  }
  const noteGaps = (index: number, gaps: ReadonlyMap<number, number>): void => {
    for (const [before, length] of gaps) {
      const all = counts[index]?.gaps
      all?.set(before, [...(all.get(before) ?? []), length])
    }
  }
  for (const [at, one] of columns.entries())
    for (const [step, other] of columns.slice(at + 1).entries()) {
      const { toOther, toOne } = pairWords(one, other, budget)
      const [moved, otherMoved] = [movedWords(one, toOther, other, toOne), movedWords(other, toOne, one, toOther)]
      note(at, one, toOther, moved)
      note(at + 1 + step, other, toOne, otherMoved)
      noteGaps(at, gapsIn(other, toOne, otherMoved, one.words.length))
      noteGaps(at + 1 + step, gapsIn(one, toOther, moved, other.words.length))
    }
  const others = columns.length - 1
  return columns.map((column, index) => {
    const count = counts[index]
    const words = new Map<number, TextMark>()
    for (const [word, { isRunning }] of column.words.entries()) {
      const mark = isRunning ? null : markOfWordCounts(count?.had[word] ?? 0, count?.elsewhere[word] ?? 0, others)
      if (mark !== null) words.set(word, mark)
    }
    const gaps = [...(count?.gaps ?? [])].filter(([, lengths]) => lengths.length > others * marking.gapMajority)
    return { words, gaps: new Map(gaps.map(([before, lengths]) => [before, Math.max(...lengths)])) }
  })
}

const markOfWordCounts = (had: number, elsewhere: number, others: number): TextMark | null => {
  if (had === others) return null
  if (had + elsewhere === others) return 'moved'
  return had + elsewhere === 0 ? 'unmatched' : 'partial'
}

/** The gaps of a column's partner: between which of its words, and how many words the column has there. */
const gapsIn = (
  { words }: Column,
  toPartner: Int32Array,
  moved: ReadonlySet<number>,
  partnerLength: number,
): Map<number, number> => {
  const gaps = new Map<number, number>()
  let [before, length] = [-1, 0]
  const close = (next: number): void => {
    if (length > 0 && next === before + 1) gaps.set(next, length)
    length = 0
  }
  for (const [index, { isRunning }] of words.entries()) {
    const partner = toPartner[index] ?? -1
    if (partner >= 0) {
      close(partner)
      before = partner
    } else if (!isRunning && !moved.has(index)) length += 1
  }
  close(partnerLength)
  return gaps
}

/** The unmatched words that the other column has in another place, as part of a passage. */
const movedWords = (one: Column, toOther: Int32Array, other: Column, toOne: Int32Array): ReadonlySet<number> => {
  const known = new Set(findUnmatchedPassages(other, toOne).map(({ key }) => key))
  return new Set(
    findUnmatchedPassages(one, toOther)
      .filter(({ key }) => known.has(key))
      .flatMap(({ start }) => Array.from({ length: marking.minMoveLength }, (_, step) => start + step)),
  )
}

/** Every stretch of unmatched words of the minimal length. */
const findUnmatchedPassages = ({ words }: Column, partners: Int32Array): { key: string; start: number }[] => {
  const found: { key: string; start: number }[] = []
  let run = 0
  for (const index of words.keys()) {
    run = partners[index] === -1 ? run + 1 : 0
    if (run < marking.minMoveLength) continue
    const start = index - marking.minMoveLength + 1
    const key = words
      .slice(start, index + 1)
      .map((word) => word.key)
      .join(' ')
    found.push({ key, start })
  }
  return found
}
