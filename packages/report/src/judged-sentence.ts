import { enumeration, many, percent } from '@polyparse/compare/format'
import type { JudgedFieldScore, JudgedScore } from '@polyparse/compare/judgements'

/** The scores of providers by settled disputes as an English sentence. */
export const judgedSentence = (scores: readonly JudgedScore[]): string => {
  const documents = Math.max(0, ...scores.map((score) => score.documents))
  const parts = scores
    .toSorted((one, other) => other.share - one.share)
    .map(({ provider, accuracy, accuracyInterval, share, shareInterval, right, settled }) => {
      const [low, high] = accuracyInterval ?? shareInterval
      return `${provider} ${percent(accuracy ?? share)} (${percent(low)} to ${percent(high)}, right in ${right} of ${settled})`
    })
  return `On ${many(documents, 'judged document')}: ${enumeration(parts)}.`
}

/** The scores of those that have filled a schema, by settled values, as an English sentence. */
export const judgedFieldsSentence = (scores: readonly JudgedFieldScore[]): string => {
  const documents = Math.max(0, ...scores.map((score) => score.documents))
  const parts = scores
    .toSorted((one, other) => other.share - one.share)
    .map(({ provider, share, shareInterval: [low, high], right, missing, settled }) => {
      const wrong = settled - right - missing
      return `${provider} ${percent(share)} (${percent(low)} to ${percent(high)}, ${right} right, ${wrong} wrong and ${missing} missing of ${settled})`
    })
  return `Of the settled values of ${many(documents, 'document')}: ${enumeration(parts)}.`
}
