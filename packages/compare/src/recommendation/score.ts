import type { Dispute, PairAgreement } from '@polyparse/contract'
import { enumeration, many, percent } from '../format.ts'
import { recommending } from '../parameters.ts'
import type { ProviderReading, Reading } from '../reading.ts'
import { familyOf } from '../families.ts'
import { isMissingFrom } from './missing.ts'
import { textWarningsOf } from './text-warnings.ts'

/** The evidence for a provider, as a number and in sentences. */
export type ProviderScore = {
  readonly provider: string
  readonly family: string
  readonly rank: number
  readonly durationMs: number
  /** The mean agreement with the other families, and the same less what speaks against the provider. */
  readonly agreement: number
  readonly score: number
  /** The highest agreement in text with a reading of another family; 0 if there is none. */
  readonly support: number
  readonly reasons: readonly string[]
}

/** Scores one of the given readings; `pairs` and `disputes` are those of all of them. */
export const scoreProvider = (
  one: ProviderReading,
  readings: readonly ProviderReading[],
  pairs: readonly PairAgreement[],
  disputes: readonly Dispute[],
): ProviderScore => {
  const { provider, reading, durationMs } = one
  const { weights } = recommending
  const family = familyOf(one)
  const families = new Map(readings.map((each) => [each.provider, familyOf(each)]))
  const others = readings.filter((each) => families.get(each.provider) !== family)
  const pairWith = (other: ProviderReading): PairAgreement | undefined =>
    pairs.find(({ providers }) => providers.includes(provider) && providers.includes(other.provider))
  // The members of a family are one witness: the one that agrees most speaks for all.
  const byFamily = [...Map.groupBy(others, (other) => families.get(other.provider)).values()]
  const agreement = meanOfScores(
    byFamily.map((members) => Math.max(...members.map((each) => pairWith(each)?.overall ?? 0))),
  )
  const outlier = disputes.filter((dispute) => isOutvoted(dispute, provider, families))
  const missing = disputes.filter((dispute) => dispute.outlier === undefined && isMissingFrom(dispute, provider))
  const warnings = textWarningsOf(reading)
  const quality = qualityShare(reading.quality)
  const recognized = reading.warnings.filter(({ code }) => code === 'page_recognized').length
  const perPage = (amount: number): number => Math.min(1, amount / Math.max(1, reading.pages.length))
  const score =
    agreement -
    weights.outlier * perPage(totalSeverity(outlier)) -
    weights.missing * perPage(totalSeverity(missing)) -
    weights.warnings * perPage(warnings) -
    weights.quality * (1 - (quality ?? meanQuality(readings)))
  const isOneOfMany = byFamily.length > 1
  const reasons = [
    `${isOneOfMany ? 'It agrees with the others' : `It agrees with ${enumeration(others.map((other) => other.provider))}`} to ${percent(agreement)}${isOneOfMany ? ' on average' : ''}.`,
    isOneOfMany &&
      (outlier.length === 0 ? 'It is never the outlier.' : `It is the outlier in ${many(outlier.length, 'dispute')}.`),
    readings.length === 2 &&
      (missing.length === 0
        ? 'It is missing nothing that the other has.'
        : `In ${many(missing.length, 'dispute')} it is missing something that the other has.`),
    warnings === 0
      ? 'It gave no warnings about missing text.'
      : `It gave ${many(warnings, 'warning')} about missing text.`,
    recognized > 0 && `It had to recognise ${many(recognized, 'page')} from an image.`,
    quality !== null && `It rates its own quality at ${percent(quality)}.`,
  ]
  return {
    provider,
    family,
    rank: one.family?.rank ?? Infinity,
    durationMs,
    score,
    agreement,
    support: Math.max(0, ...others.map((other) => pairWith(other)?.text ?? 0)),
    reasons: reasons.filter((reason) => reason !== false),
  }
}

/** Tells whether it differs from several that agree, not only because they are of one family, and not about a picture. */
const isOutvoted = (
  { outlier, sides, fromImages }: Dispute,
  provider: string,
  families: ReadonlyMap<string, string>,
): boolean =>
  fromImages !== true &&
  outlier === provider &&
  new Set(sides.flatMap((side) => (side.provider === provider ? [] : [families.get(side.provider)]))).size > 1

/** Providers that do not rate themselves gain nothing by it: they count like the average of those that do. */
const meanQuality = (readings: readonly ProviderReading[]): number => {
  const known = readings.flatMap(({ reading }) => qualityShare(reading.quality) ?? [])
  return known.length === 0 ? 1 : meanOfScores(known)
}

const meanOfScores = (figures: readonly number[]): number =>
  figures.length === 0 ? 0 : figures.reduce((sum, figure) => sum + figure, 0) / figures.length

const totalSeverity = (disputes: readonly Dispute[]): number =>
  disputes.reduce((sum, { severity }) => sum + severity, 0)

/** A quality as a share of its scale, such as "0-5"; null when the scale is unknown. */
const qualityShare = (quality: Reading['quality']): number | null => {
  const [, min, max] = /^(-?[\d.]+)-([\d.]+)$/.exec(quality?.scale ?? '') ?? []
  if (quality === undefined || min === undefined || max === undefined) return null
  const share = (quality.score - Number(min)) / (Number(max) - Number(min))
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : null
}
