import type { Column } from './column.ts'
import type { Effort } from './effort.ts'
import { movedWords } from './moved.ts'
import { pairWords } from './pair-words.ts'

/**
 * How a word stands to the other columns: `unmatched` no other has it, `some` not all have it, `moved` all have it, but one
 * of them in another place.
 */
export type Mark = 'unmatched' | 'some' | 'moved'

export type Marks = {
  /** By the number of the word. */
  readonly words: ReadonlyMap<number, Mark>
  /** Where most of the others have words and this one has nothing: before which word, and how many. */
  readonly gaps: ReadonlyMap<number, number>
}

/** The differences of the columns of a page, for each of them. */
export const marksOf = (columns: readonly Column[], effort: Effort): Marks[] => {
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
      const { toOther, toOne } = pairWords(one, other, effort)
      const [moved, otherMoved] = [movedWords(one, toOther, other, toOne), movedWords(other, toOne, one, toOther)]
      note(at, one, toOther, moved)
      note(at + 1 + step, other, toOne, otherMoved)
      noteGaps(at, gapsIn(other, toOne, otherMoved, one.words.length))
      noteGaps(at + 1 + step, gapsIn(one, toOther, moved, other.words.length))
    }
  const others = columns.length - 1
  return columns.map((column, index) => {
    const count = counts[index]
    const words = new Map<number, Mark>()
    for (const [word, { isRunning }] of column.words.entries()) {
      const mark = isRunning ? null : markOf(count?.had[word] ?? 0, count?.elsewhere[word] ?? 0, others)
      if (mark !== null) words.set(word, mark)
    }
    const gaps = [...(count?.gaps ?? [])].filter(([, lengths]) => lengths.length > others / 2)
    return { words, gaps: new Map(gaps.map(([before, lengths]) => [before, Math.max(...lengths)])) }
  })
}

const markOf = (had: number, elsewhere: number, others: number): Mark | null => {
  if (had === others) return null
  if (had + elsewhere === others) return 'moved'
  return had + elsewhere === 0 ? 'unmatched' : 'some'
}

/** Where the partner of a column has nothing between two words that follow each other, and how much the column has. */
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
