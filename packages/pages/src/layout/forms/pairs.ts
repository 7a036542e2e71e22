import { type Box, union } from '@polyparse/document'
import type { DraftBlock, DraftWord, Line } from '../../paged/draft.ts'
import { makeLines } from '../layout-lines.ts'
import type { ContentWord } from '../page-content.ts'
import type { Segment } from './segments.ts'

/** A label with its value. */
export type Pair = { readonly label: Segment; readonly value: Segment }

/** A value of several lines as one segment, placed as its first line. */
export const joinSegments = (lines: readonly [Segment, ...Segment[]]): Segment => ({
  ...lines[0],
  words: lines.flatMap(({ words }) => words),
  text: lines.map(({ text }) => text).join(' '),
  box: union(lines.map(({ box }) => box)) ?? lines[0].box,
})

/**
 * @example boxOfPair({ label: { box: [0, 0, 10, 10] }, value: { box: [20, 0, 40, 10] } }) // [0, 0, 40, 10]
 */
export const boxOfPair = ({ label, value }: Pair): Box => union([label.box, value.box]) ?? label.box

export const wordsOfPair = ({ label, value }: Pair): ContentWord[] =>
  [label, value].flatMap(({ words, leader }) => [...words, ...leader])

/** A pair as a line of its own, `Label: value`. No pass takes it apart or for a heading. */
export const pairBlock = (pair: Pair): DraftBlock => {
  const box = boxOfPair(pair)
  const words = [...wordsOfPairPart(pair.label, 'label'), ...wordsOfPairPart(pair.value, 'value')]
  const line: Line = { box, size: pair.value.size, words }
  return { type: 'paragraph', box, lines: [line], known: true }
}

const wordsOfPairPart = ({ words }: Segment, part: 'label' | 'value'): DraftWord[] => {
  const own = makeLines(words).flatMap((line) =>
    line.words.map((word, index) => (index === 0 ? { ...word, spaced: true } : word)),
  )
  return own.map((word, index) => {
    const isLast = index === own.length - 1
    const text = part === 'label' && isLast && !/[:：?]$/u.test(word.text) ? `${word.text}:` : word.text
    const isColon = /^[:：]$/u.test(text)
    return { ...word, text, part, spaced: index === 0 ? part === 'value' : word.spaced && !isColon }
  })
}
