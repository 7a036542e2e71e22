import { oppositeOf, unmatchedRanges, type Alignment, type TokenRange } from '../align/alignment.ts'
import { commonSubsequences } from '../align/common-subsequences.ts'
import { agreementParameters } from '../parameters.ts'
import type { Reading } from '../reading.ts'
import type { MatchedTables } from '../tables/matched-tables.ts'
import type { PageTokens } from '../tokens/page-tokens.ts'
import { teds } from './teds.ts'

/** The sums from which the figures of a pair are made, for one page or for several. */
export type Tally = {
  /** Letters and digits of both sides: common and in order, common in any order, and all. */
  readonly inOrder: number
  readonly common: number
  readonly all: number
  /** The sum of the similarities of matched tables, and the number of tables, unmatched ones included. */
  readonly tableSimilarity: number
  readonly tables: number
}

export const emptyTally: Tally = { inOrder: 0, common: 0, all: 0, tableSimilarity: 0, tables: 0 }

export const addTallies = (one: Tally, other: Tally): Tally => ({
  inOrder: one.inOrder + other.inOrder,
  common: one.common + other.common,
  all: one.all + other.all,
  tableSimilarity: one.tableSimilarity + other.tableSimilarity,
  tables: one.tables + other.tables,
})

/** The tally of one page of two readings. Marks the alignment as approximate when there are too many letters to compare. */
export const tallyOf = (alignment: Alignment, tables: MatchedTables, one: Reading, other: Reading): Tally => {
  const { a, b, toB, toA, movedPassages, movedWords } = alignment
  const [movedA, movedB] = [new Uint8Array(a.length), new Uint8Array(b.length)]
  for (const { a: inA, b: inB, length } of [...movedPassages, ...movedWords]) {
    movedA.fill(1, inA, inA + length)
    movedB.fill(1, inB, inB + length)
  }
  const [sumsA, sumsB] = [sumsOf(a, toB, movedA), sumsOf(b, toA, movedB)]
  const tableSimilarity = tables.pairs.reduce((sum, pair) => {
    const [left, right] = [one.tables[pair.a.table], other.tables[pair.b.table]]
    return left === undefined || right === undefined ? sum : sum + teds(left, right)
  }, 0)
  const letters = 2 * commonLetters(alignment)
  return {
    inOrder: sumsA.inOrder + sumsB.inOrder + letters,
    common: sumsA.common + sumsB.common + letters,
    all: sumsA.all + sumsB.all,
    tableSimilarity,
    tables: tables.pairs.length + tables.onlyA.length + tables.onlyB.length,
  }
}

/** Tokens whose absence is not a difference count only if both sides have them. */
const sumsOf = (page: PageTokens, counterparts: Int32Array, moved: Uint8Array) => {
  let [inOrder, common, all] = [0, 0, 0]
  for (const [place, weight] of page.weights.entries()) {
    const isCommon = counterparts[place] !== -1
    if (isCommon) common += weight
    if (isCommon && moved[place] === 0) inOrder += weight
    if (isCommon || page.optional[place] === 0) all += weight
  }
  return { inOrder, common, all }
}

/** Counts how many letters and digits of unmatched words are common with what is in their place. */
const commonLetters = (alignment: Alignment): number => {
  const { a, b, toB } = alignment
  let common = 0
  let pairsLeft: number = agreementParameters.maxLetterPairs
  for (const range of unmatchedRanges(toB)) {
    const opposite = oppositeOf(alignment, range)
    if (opposite === null) continue
    const [one, other] = [lettersOfTokenRange(a, range), lettersOfTokenRange(b, opposite)]
    if (Math.max(one.length, other.length) > agreementParameters.maxLetters) continue
    pairsLeft -= one.length * other.length
    if (pairsLeft < 0) {
      alignment.isApproximate = true
      break
    }
    commonSubsequences(
      one.length,
      other.length,
      (at, otherAt) => one[at] === other[otherAt],
      (length) => (common += length),
    )
  }
  return common
}

const lettersOfTokenRange = ({ tokens, optional }: PageTokens, { start, end }: TokenRange): string =>
  tokens
    .slice(start, end)
    .map(({ plain }, index) => (optional[start + index] === 1 ? '' : plain))
    .join('')
