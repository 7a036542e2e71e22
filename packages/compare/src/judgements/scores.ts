import { judging } from '../parameters.ts'
import type { JudgedDocument } from '@polyparse/contract/judgements'

/** The ends of the interval, each from 0 to 1. */
export type Interval = readonly [number, number]

/** The score of a provider by settled disputes. */
export type JudgedScore = {
  readonly provider: string
  /** Documents with a settled dispute in which it takes part. */
  readonly documents: number
  readonly settled: number
  readonly right: number
  /** The share of settled disputes in which it is right, and where that share lies with 95 % confidence. */
  readonly share: number
  readonly shareInterval: Interval
  /** The share of words read right, assuming that undisputed ones are; null where the number of words is unknown. */
  readonly accuracy: number | null
  readonly accuracyInterval: Interval | null
}

/** The score of a provider by settled values of a schema that it has filled. */
export type JudgedFieldScore = {
  readonly provider: string
  /** Documents with a settled value that it was asked for. */
  readonly documents: number
  readonly settled: number
  readonly right: number
  /** Those that it has left empty, though the document has them. The others are wrong. */
  readonly missing: number
  /** The share of settled values that it has right, and where that share lies with 95 % confidence. */
  readonly share: number
  readonly shareInterval: Interval
}

/** The number of the settled disputes of a document, and of those that a provider reads right. */
type SettlementCount = { readonly right: number; readonly settled: number }

type WordCount = SettlementCount & { readonly words: JudgedDocument['words'] }

/** The scores of all providers of judged documents, in order of first appearance. What was skipped does not count. */
export const judgedScores = (documents: readonly JudgedDocument[]): JudgedScore[] =>
  [...new Set(documents.flatMap(({ readings }) => readings.map(({ provider }) => provider)))].flatMap((provider) => {
    const counts = documents.flatMap((document) => countOf(document, provider) ?? [])
    return counts.length === 0 ? [] : [scoreOfJudgements(provider, counts)]
  })

/** The scores of all that have filled schemas in judged documents, in order of first appearance. What was skipped does not count. */
export const judgedFieldScores = (documents: readonly JudgedDocument[]): JudgedFieldScore[] => {
  const judged = documents.map(({ fields = [] }) => fields.filter(({ answer }) => answer !== 'skip'))
  const providers = new Set(judged.flat().flatMap(({ sides }) => sides.map(({ provider }) => provider)))
  return [...providers].map((provider) => {
    const counts = judged.flatMap((fields) => {
      const own = fields.filter(({ sides }) => sides.some((side) => side.provider === provider))
      const right = own.filter((settlement) => settlement.right.includes(provider)).length
      const missing = own.filter(({ sides, truth }) =>
        sides.some((side) => side.provider === provider && side.value === null && truth !== null),
      ).length
      return own.length === 0 ? [] : [{ settled: own.length, right, missing }]
    })
    return {
      provider,
      documents: counts.length,
      ...shareRight(counts),
      missing: sumOfJudgedFigures(counts.map((count) => count.missing)),
    }
  })
}

const countOf = ({ settlements, words }: JudgedDocument, provider: string): WordCount | null => {
  const judged = settlements.filter(
    ({ answer, sides }) => answer !== 'skip' && sides.some((side) => side.provider === provider),
  )
  const right = judged.filter((settlement) => settlement.right.includes(provider)).length
  return judged.length === 0 ? null : { right, settled: judged.length, words }
}

const sumOfJudgedFigures = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0)

const shareRight = (
  counts: readonly SettlementCount[],
): Pick<JudgedScore, 'settled' | 'right' | 'share' | 'shareInterval'> => {
  const settled = sumOfJudgedFigures(counts.map((count) => count.settled))
  const right = sumOfJudgedFigures(counts.map((count) => count.right))
  const share = right / settled
  return { settled, right, share, shareInterval: wilson(share, effectiveSize(counts, share, settled)) }
}

const scoreOfJudgements = (provider: string, counts: readonly WordCount[]): JudgedScore => {
  const { settled, right, share, shareInterval } = shareRight(counts)
  const known = counts.flatMap(({ words }) => words ?? [])
  const all = sumOfJudgedFigures(known.map((words) => words.all))
  const disputed = all === 0 ? 0 : sumOfJudgedFigures(known.map((words) => words.disputed)) / all
  const accuracyAt = (at: number): number => 1 - disputed * (1 - at)
  return {
    provider,
    documents: counts.length,
    settled,
    right,
    share,
    shareInterval,
    accuracy: all === 0 ? null : accuracyAt(share),
    accuracyInterval: all === 0 ? null : [accuracyAt(shareInterval[0]), accuracyAt(shareInterval[1])],
  }
}

/** The interval of Wilson: where a share lies that was observed in `size` independent cases. */
export const wilson = (share: number, size: number): Interval => {
  const { normalQuantile: z } = judging
  const spread = z ** 2 / size
  const centre = (share + spread / 2) / (1 + spread)
  const half = (z / (1 + spread)) * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/**
 * Returns how many independent cases the disputes are worth: a provider that is wrong once in a document is often wrong in
 * all of it. The design effect is the variance between documents over that of independent disputes, and never below 1.
 */
const effectiveSize = (counts: readonly SettlementCount[], share: number, settled: number): number => {
  const independent = (share * (1 - share)) / settled
  if (counts.length < 2 || independent === 0) return settled
  const deviations = counts.map((count) => (count.right - share * count.settled) ** 2)
  const between = ((counts.length / (counts.length - 1)) * sumOfJudgedFigures(deviations)) / settled ** 2
  return Math.max(1, settled / Math.max(1, between / independent))
}
