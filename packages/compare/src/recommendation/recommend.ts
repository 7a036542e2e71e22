import type { PairAgreement } from '@polyparse/contract'
import type { ComparedReadings } from '../compare-readings.ts'
import { enumeration, percent } from '../format.ts'
import { recommending } from '../parameters.ts'
import type { ProviderReading, Reading } from '../reading.ts'
import { amongTied } from './among-tied.ts'
import { isClearlyMore } from '../align/broken-ties.ts'
import { familyOf, isRecognized } from '../families.ts'
import { firstChoice, rivalOf, siblingsOf, type Tears, whatIsTorn } from './first-choice.ts'
import { scoreProvider, type ProviderScore } from './score.ts'
import { lookYourself, noComparison, recommended, type ComparisonVerdict } from './verdict.ts'
import { whatItCosts } from './what-it-costs.ts'

/**
 * Decides which provider to trust: of those that have a rank the one of the lowest, if a reading of another family
 * confirms it; of all others, the one with the highest score, or of tied ones that read the same, the fastest.
 * Recommends none when the evidence is thin or contradicts itself, with a note that gives the reason.
 */
export const recommend = (readings: readonly ProviderReading[], compared: ComparedReadings): ComparisonVerdict => {
  const { pairs, disputes, words } = compared
  const nothing = withoutEvidence(readings, pairs, words)
  if (nothing !== null) return nothing
  const scores = readings
    .filter(({ reading }) => hasText(reading))
    .map((one) => scoreProvider(one, readings, pairs, disputes))
  const verdict = verdictOn(scores, compared)
  const { recommendation } = verdict
  const costs = recommendation === undefined ? null : whatItCosts(recommendation.provider, scores, readings)
  return recommendation === undefined || costs === null
    ? verdict
    : recommended(recommendation.provider, [...recommendation.reasons, costs])
}

const verdictOn = (
  scores: readonly ProviderScore[],
  { pairs, pages, brokenTies }: Pick<ComparedReadings, 'pairs' | 'pages' | 'brokenTies'>,
): ComparisonVerdict => {
  const tears: Tears = (one, other) => {
    const [torn, reverse] = [brokenTies(one, other), brokenTies(other, one)]
    return isClearlyMore(torn, reverse, pages.length) ? torn : 0
  }
  const known = firstChoice(scores, tears)
  const candidates = [...(known === null ? [] : [known]), ...scores.filter(({ rank }) => rank === Infinity)].toSorted(
    (one, other) => other.score - one.score,
  )
  const rival = known !== null && candidates.length === 1 ? rivalOf(known, scores) : null
  if (known !== null && rival !== null)
    return lookYourself(
      `${known.provider} and ${rival.provider} read in different ways, of which neither is known to be better: look at the disputes.`,
    )
  const [best] = candidates
  if (best === undefined) return noComparison('Nothing could be compared.')
  const tied = candidates.filter(({ score }) => best.score - score < recommending.tieMargin)
  const named = tied.find((one) => one === known) ?? best
  if (named !== known && tied.length > 1) return amongTied(tied, candidates, pairs)
  return (
    objection(named, scores, pairs, tears) ?? recommended(named.provider, [...named.reasons, ...apart(named, scores)])
  )
}

/** The verdict where there is nothing from which another could be drawn; null if there is. */
const withoutEvidence = (
  readings: readonly ProviderReading[],
  pairs: readonly PairAgreement[],
  words: number,
): ComparisonVerdict | null => {
  const { minWords, minAgreement, sameRecognition } = recommending
  const [only] = readings
  if (only === undefined) return noComparison('No provider parsed the document.')
  if (readings.length === 1)
    return noComparison(`Only ${only.provider} parsed the document, so there is nothing to compare it with.`)
  if (words === 0) return noComparison('No provider found any text in the document.')
  const withText = readings.filter(({ reading }) => hasText(reading))
  const names = enumeration(withText.map(({ provider }) => provider))
  if (withText.length === 1)
    return lookYourself(`Only ${names} found text in the document, so there is nothing to compare it with.`)
  if (words < minWords * withText.length)
    return lookYourself('The document has too little text to say which provider to trust.')
  if (pairs.every(({ text = 0 }) => text < minAgreement))
    return lookYourself(
      `${enumeration(readings.map(({ provider }) => provider))} hardly agree, and nothing shows which of them is right.`,
    )
  const isOneFamily = new Set(withText.map(familyOf)).size === 1
  const areUnknown = withText.every(({ family }) => family === undefined)
  const isOneText = pairs.every(({ text = 0 }) => text >= sameRecognition)
  if (readings.some(({ reading }) => isRecognized(reading)) && isOneText && (isOneFamily || areUnknown))
    return lookYourself(
      'Most pages have no text layer, and every provider recognised the same text in their images. Identical recognition does not show that it is right.',
    )
  if (isOneFamily)
    return lookYourself(
      `${names} take their words from the same place, so that none of them shows that another is right.`,
    )
  return null
}

const hasText = ({ pages, tables }: Reading): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => text.trim() !== '')) ||
  tables.some(({ cells }) => cells.some(({ text }) => text.trim() !== ''))

/** Returns what speaks against naming a provider although it is the first choice; null if nothing does. */
const objection = (
  named: ProviderScore,
  scores: readonly ProviderScore[],
  pairs: readonly PairAgreement[],
  tears: Tears,
): ComparisonVerdict | null => {
  const { minSupport, siblingMargin, minHeadings } = recommending
  const { provider } = named
  if (named.support < minSupport)
    return lookYourself(
      `No other way of reading the document confirms ${provider}: at most ${percent(named.support)} of the text is the same.`,
    )
  const closer = siblingsOf(named, scores).find(
    (one) => one.agreement - named.agreement >= siblingMargin && tears(one.provider, provider) === 0,
  )
  if (closer !== undefined)
    return lookYourself(
      `${provider} and ${closer.provider} take their words from the same place and arrange them differently, and the others agree more with ${closer.provider}.`,
    )
  const whole = scores.find((other) => tears(provider, other.provider) > 0)
  if (whole !== undefined)
    return lookYourself(
      `${provider} would be the first choice, but it tears apart ${whatIsTorn} that ${whole.provider} keeps together.`,
    )
  const headings = pairs
    .filter(({ providers }) => providers.includes(provider))
    .filter(({ providers }) => scores.some((one) => one.family !== named.family && providers.includes(one.provider)))
    .flatMap((pair) => pair.headings ?? [])
  return headings.length > 0 && Math.max(...headings) < minHeadings
    ? lookYourself(`${provider} would be the first choice, but it finds other headings than all that could confirm it.`)
    : null
}

/** Returns why others that read the same do not count. */
const apart = (named: ProviderScore, scores: readonly ProviderScore[]): string[] => {
  const siblings = siblingsOf(named, scores)
  if (siblings.length === 0) return []
  const names = enumeration([named, ...siblings].map(({ provider }) => provider))
  return [`${names} take their words from the same place, so they do not count as confirming each other.`]
}
