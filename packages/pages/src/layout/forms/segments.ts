import { isLeader } from '../../language/leaders.ts'
import { type Box, union } from '@polyparse/document'
import { maxOf } from '@polyparse/engine'
import type { ContentWord } from '../page-content.ts'
import { segments as limits } from './parameters.ts'

/** Words that are close together on one line: a label, a value, or a stretch of text between two gaps. */
export type Segment = {
  readonly words: readonly ContentWord[]
  /** The dots after them, which are drawing. */
  readonly leader: readonly ContentWord[]
  readonly text: string
  readonly box: Box
  readonly baseline: number
  readonly size: number
}

/** The segments of a page, line by line from the top, each line from the left. */
export const segmentsOf = (words: readonly ContentWord[]): Segment[][] => {
  const lines: ContentWord[][] = []
  for (const word of words.toSorted((a, b) => a.baseline - b.baseline)) {
    const [first] = lines.at(-1) ?? []
    if (
      first !== undefined &&
      word.baseline - first.baseline < limits.baselineTolerance * Math.min(first.size, word.size)
    )
      lines.at(-1)?.push(word)
    else lines.push([word])
  }
  return lines.map((line) => divided(line.toSorted((a, b) => a.box[0] - b.box[0])))
}

const divided = (line: readonly ContentWord[]): Segment[] => {
  const groups: { words: ContentWord[]; leader: ContentWord[] }[] = []
  for (const word of line) {
    const group = groups.at(-1)
    const before = group?.words.at(-1)
    if (group === undefined || before === undefined) groups.push({ words: [word], leader: [] })
    else if (isLeader(word.text)) group.leader.push(word)
    // A colon in a column of its own belongs to the label before it.
    else if (colon.test(word.text)) group.words.push(word)
    else if (group.leader.length > 0 || colon.test(before.text) || isSegmentBreak(before, word))
      groups.push({ words: [word], leader: [] })
    else group.words.push(word)
  }
  return groups.map(segmentOf)
}

const isSegmentBreak = (before: ContentWord, word: ContentWord): boolean =>
  word.box[0] - before.box[2] > Math.max(word.size, before.size) * limits.minGap

const colon = /^[:：]$/u

const segmentOf = ({ words, leader }: Pick<Segment, 'words' | 'leader'>): Segment => ({
  words,
  leader,
  text: words.map(({ text }) => text).join(' '),
  box: union(words.map(({ box }) => box)) ?? [0, 0, 0, 0],
  baseline: maxOf(words.map(({ baseline }) => baseline)),
  size: maxOf(words.map(({ size }) => size)),
})
