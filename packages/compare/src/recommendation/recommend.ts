import type { Agreement, Dispute, PairAgreement } from '@polyparse/contract'
import { listed } from '../format.ts'
import { recommending } from '../parameters.ts'
import type { ProviderReading, Reading } from '../reading.ts'
import { scoreProvider, type ProviderScore } from './score.ts'

type Verdict = Pick<Agreement, 'recommendation' | 'recommendationNote'>

/**
 * Which provider to trust: the one with the highest score, or, of tied ones that read the same, the fastest. None when the
 * evidence is thin, with a note that says why. `words` is the number of words of all readings together.
 */
export const recommend = (
  readings: readonly ProviderReading[],
  pairs: readonly PairAgreement[],
  disputes: readonly Dispute[],
  words: number,
): Verdict => {
  const { minWords, minAgreement, sameRecognition, tieMargin } = recommending
  const [only] = readings
  if (only === undefined) return note('No provider parsed the document.')
  if (readings.length === 1)
    return note(`Only ${only.provider} parsed the document, so there is nothing to compare it with.`)
  if (words === 0) return note('No provider found any text in the document.')
  const withText = readings.filter(({ reading }) => hasText(reading))
  if (withText.length === 1)
    return note(`Only ${withText[0]?.provider} found text in the document, so there is nothing to compare it with.`)
  if (words < minWords * withText.length)
    return note('The document has too little text to say which provider to trust.')
  if (pairs.every(({ text = 0 }) => text < minAgreement))
    return note(
      `${listed(readings.map(({ provider }) => provider))} hardly agree, and nothing shows which of them is right.`,
    )
  if (readings.some(({ reading }) => isRecognized(reading)) && pairs.every(({ text = 0 }) => text >= sameRecognition))
    return note(
      'Most pages have no text layer, and every provider recognised the same text in their images. Identical recognition does not show that it is right.',
    )
  const scores = readings
    .map((one) => scoreProvider(one, readings, pairs, disputes))
    .toSorted((one, other) => other.score - one.score)
  const [first, second] = scores
  if (first === undefined || second === undefined) return note('Nothing could be compared.')
  return first.score - second.score >= tieMargin ? chosen(first, []) : amongTied(scores, pairs)
}

const hasText = ({ pages, tables }: Reading): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => text.trim() !== '')) ||
  tables.some(({ cells }) => cells.some(({ text }) => text.trim() !== ''))

/** Whether most of its pages were read from their images. */
const isRecognized = ({ pages, warnings }: Reading): boolean =>
  warnings.filter(({ code }) => code === 'page_recognized').length > recommending.maxRecognizedShare * pages.length

const note = (recommendationNote: string): Verdict => ({ recommendationNote })

const chosen = ({ provider, reasons }: ProviderScore, more: readonly string[]): Verdict => ({
  recommendation: { provider, reasons: [...more, ...reasons] },
})

/** The fastest of the tied providers, or any of them if they read the same and another provider is worse. */
const amongTied = (scores: readonly ProviderScore[], pairs: readonly PairAgreement[]): Verdict => {
  const { tieMargin, sameReading, fasterFactor } = recommending
  const best = scores[0]?.score ?? 0
  const tied = scores
    .filter(({ score }) => best - score < tieMargin)
    .toSorted((one, other) => one.durationMs - other.durationMs || other.score - one.score)
  const names = tied.map(({ provider }) => provider)
  const between = pairs.filter(({ providers }) => providers.every((provider) => names.includes(provider)))
  const readTheSame = between.every(({ overall = 0 }) => overall >= sameReading)
  const [fastest, slowest] = [tied[0], tied.at(-1)]
  if (fastest === undefined || slowest === undefined) return note('Nothing could be compared.')
  const together = listed(names)
  if (!readTheSame) return note(`${together} differ, and nothing shows which of them is right: look at the disputes.`)
  if (fastest.durationMs * fasterFactor <= slowest.durationMs)
    return chosen(fastest, [
      `${together} give nearly the same reading, but ${fastest.provider} took ${seconds(fastest)} and ${slowest.provider} ${seconds(slowest)}.`,
    ])
  if (tied.length < scores.length)
    return chosen(fastest, [`${together} give nearly the same reading, so any of them will do.`])
  return note(`${together} give nearly the same reading in about the same time, so any of them will do.`)
}

const seconds = ({ durationMs }: ProviderScore): string =>
  `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`
