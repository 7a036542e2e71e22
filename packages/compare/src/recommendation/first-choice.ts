import { recommending } from '../parameters.ts'
import type { ProviderScore } from './score.ts'

/** How much the first of two providers tears apart that the second keeps together; 0 unless it clearly does so more. */
export type Tears = (provider: string, other: string) => number

export const whatIsTorn = 'sentences, or labels and values,'

/**
 * The provider of the lowest rank, or one of its family that keeps together what that one often tears apart, if a reading of
 * another family keeps it together, too. Of the same rank, the one with the higher score. Null if none has a rank.
 */
export const firstChoice = (scores: readonly ProviderScore[], tears: Tears): ProviderScore | null => {
  const { manyTies } = recommending
  const [first] = scores
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank || other.score - one.score)
  if (first === undefined) return null
  const isWitnessed = scores.some(
    ({ family, provider }) => family !== first.family && tears(first.provider, provider) >= manyTies,
  )
  const better = siblingsOf(first, scores).find((one) => tears(first.provider, one.provider) >= manyTies)
  if (better === undefined || !isWitnessed) return first
  return {
    ...better,
    reasons: [`It keeps together ${whatIsTorn} that ${first.provider} tears apart.`, ...better.reasons],
  }
}

/** One of another family that is not known to be worse than the first choice; null if that has the lowest rank alone. */
export const rivalOf = (first: ProviderScore, scores: readonly ProviderScore[]): ProviderScore | null =>
  scores.some(({ rank }) => rank < first.rank)
    ? null
    : (scores.find(({ rank, family }) => rank === first.rank && family !== first.family) ?? null)

/** The others of the family of a provider. */
export const siblingsOf = (named: ProviderScore, scores: readonly ProviderScore[]): ProviderScore[] =>
  scores.filter((one) => one.family === named.family && one.provider !== named.provider)
