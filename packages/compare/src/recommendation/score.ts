import type { Dispute, PairAgreement } from '@polyparse/contract'
import { many, percent } from '../format.ts'
import { recommending } from '../parameters.ts'
import type { ProviderReading, Reading } from '../reading.ts'

/** What speaks for a provider, as a number and in sentences. */
export type ProviderScore = {
  readonly provider: string
  readonly durationMs: number
  /** The mean agreement with the others, less what speaks against the provider. */
  readonly score: number
  readonly reasons: readonly string[]
}

/** The codes of warnings that text may be missing or wrong. That a page had to be recognised says neither. */
const textWarnings = new Set(['low_text_yield', 'page_without_text', 'page_damaged', 'table_truncated'])

/** Scores one of the given readings; `pairs` and `disputes` are those of all of them. */
export const scoreProvider = (
  { provider, reading, durationMs }: ProviderReading,
  readings: readonly ProviderReading[],
  pairs: readonly PairAgreement[],
  disputes: readonly Dispute[],
): ProviderScore => {
  const { weights } = recommending
  const own = pairs.filter(({ providers }) => providers.includes(provider)).flatMap(({ overall }) => overall ?? [])
  const agreement = own.length === 0 ? 0 : own.reduce((sum, figure) => sum + figure, 0) / own.length
  const outlier = disputes.filter((dispute) => dispute.outlier === provider)
  const missing = disputes.filter((dispute) => dispute.outlier === undefined && isMissingFrom(dispute, provider))
  const warnings = reading.warnings.filter(({ code }) => textWarnings.has(code)).length
  const quality = qualityShare(reading.quality)
  const recognized = reading.warnings.filter(({ code }) => code === 'page_recognized').length
  const perPage = (amount: number): number => Math.min(1, amount / Math.max(1, reading.pages.length))
  const score =
    agreement -
    weights.outlier * perPage(totalSeverity(outlier)) -
    weights.missing * perPage(totalSeverity(missing)) -
    weights.warnings * perPage(warnings) -
    weights.quality * (1 - (quality ?? meanQuality(readings)))
  const isOneOfMany = readings.length > 2
  const reasons = [
    isOneOfMany && `It agrees with the others to ${percent(agreement)} on average.`,
    isOneOfMany &&
      (outlier.length === 0 ? 'It is never the outlier.' : `It is the outlier in ${many(outlier.length, 'dispute')}.`),
    !isOneOfMany &&
      (missing.length === 0
        ? 'It is missing nothing that the other has.'
        : `In ${many(missing.length, 'dispute')} it is missing something that the other has.`),
    warnings === 0
      ? 'It gave no warnings about missing text.'
      : `It gave ${many(warnings, 'warning')} about missing text.`,
    recognized > 0 && `It had to recognise ${many(recognized, 'page')} from an image.`,
    quality !== null && `It rates its own quality at ${percent(quality)}.`,
  ]
  return { provider, durationMs, score, reasons: reasons.filter((reason) => reason !== false) }
}

/** Providers that do not rate themselves gain nothing by it: they count like the average of those that do. */
const meanQuality = (readings: readonly ProviderReading[]): number => {
  const known = readings.flatMap(({ reading }) => qualityShare(reading.quality) ?? [])
  return known.length === 0 ? 1 : known.reduce((sum, share) => sum + share, 0) / known.length
}

const totalSeverity = (disputes: readonly Dispute[]): number =>
  disputes.reduce((sum, { severity }) => sum + severity, 0)

const isMissingFrom = ({ sides }: Dispute, provider: string): boolean =>
  sides.some((side) => side.provider === provider && side.text === '') && sides.some(({ text }) => text !== '')

/** A quality as a share of its scale, such as "0-5"; null when the scale is unknown. */
const qualityShare = (quality: Reading['quality']): number | null => {
  const [, min, max] = /^(-?[\d.]+)-([\d.]+)$/.exec(quality?.scale ?? '') ?? []
  if (quality === undefined || min === undefined || max === undefined) return null
  const share = (quality.score - Number(min)) / (Number(max) - Number(min))
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : null
}
