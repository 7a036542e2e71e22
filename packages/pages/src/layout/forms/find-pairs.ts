import { type Box, union } from '@polyparse/document'
import type { ContentWord, PageContent } from '../page-content.ts'
import { pairsAbove } from './above.ts'
import { pairsBeside } from './beside.ts'
import { boxOfPair, type Pair, wordsOfPair } from './pairs.ts'
import { formGroupParameters as limits } from './parameters.ts'

/** Pairs of labels and values that belong together, in reading order. */
export type PairGroup = {
  readonly box: Box
  readonly pairs: readonly Pair[]
  readonly words: ReadonlySet<ContentWord>
}

/** The labels of a page that are paired with their values, in groups. */
export const findPairs = ({ words, rules }: PageContent): PairGroup[] => {
  if (words.length > limits.maxWords) return []
  const above = pairsAbove(words)
  const paired = new Set(above.flatMap(wordsOfPair))
  const left = words.filter((word) => !paired.has(word))
  return [...grouped(above, words), ...grouped(pairsBeside(left, rules), words)]
}

/** Groups of pairs with nothing else between them, from the top. */
const grouped = (pairs: readonly Pair[], words: readonly ContentWord[]): PairGroup[] => {
  const paired = new Set(pairs.flatMap(wordsOfPair))
  const others = words.filter((word) => !paired.has(word))
  const open: Pair[][] = []
  for (const pair of pairs) {
    const group = open.find((one) =>
      isFree(union([...one.slice(-limits.maxLast), pair].map(boxOfPair)), others, pair, one),
    )
    if (group === undefined) open.push([pair])
    else group.push(pair)
  }
  return open.map((group) => ({
    box: union(group.map(boxOfPair)) ?? [0, 0, 0, 0],
    pairs: group,
    words: new Set(group.flatMap(wordsOfPair)),
  }))
}

const isFree = (box: Box | null, others: readonly ContentWord[], pair: Pair, group: readonly Pair[]): boolean => {
  const last = group.at(-1)
  if (box === null || last === undefined) return false
  if (boxOfPair(pair)[1] - boxOfPair(last)[3] > pair.value.size * limits.maxGap) return false
  return !others.some(
    ({ box: [x0, y0, x1, y1] }) =>
      Math.min(x1, box[2]) > Math.max(x0, box[0]) && (y0 + y1) / 2 > box[1] && (y0 + y1) / 2 < box[3],
  )
}
