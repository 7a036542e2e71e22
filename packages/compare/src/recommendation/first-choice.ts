import { recommending } from '../parameters.ts'
import type { ProviderScore } from './score.ts'

/** Counts the ties that the first of two providers breaks and the second keeps; 0 unless the reverse is clearly rarer. */
export type Tears = (provider: string, other: string) => number

export const whatIsTorn = 'sentences, or labels and values,'

/**
 * Returns the provider of the lowest rank, or one of its family that keeps ties which that one often breaks, if a reading
 * of another family keeps them, too. Among equal ranks, the higher score wins. Null if none has a rank.
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

/** Finds another family's provider of the same lowest rank as the first choice; null if there is none. */
export const rivalOf = (first: ProviderScore, scores: readonly ProviderScore[]): ProviderScore | null =>
  scores.some(({ rank }) => rank < first.rank)
    ? null
    : (scores.find(({ rank, family }) => rank === first.rank && family !== first.family) ?? null)

/** Returns the others of the family of a provider. */
export const siblingsOf = (named: ProviderScore, scores: readonly ProviderScore[]): ProviderScore[] =>
  scores.filter((one) => one.family === named.family && one.provider !== named.provider)
