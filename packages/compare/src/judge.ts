import type { Dispute, PairAgreement } from '@polyparse/contract'
import type { Compared } from './compared.ts'
import type { Reading } from './reading.ts'

/** What speaks for a provider, as a figure and in words. */
export type Judged = {
  readonly provider: string
  readonly durationMs: number
  /** Its mean agreement with the others, from 0 to 1. */
  readonly agreement: number
  /** The agreement, less what speaks against it. */
  readonly score: number
  readonly reasons: readonly string[]
}

/** What is taken off a score, for one a page or for the whole of it. */
const weights = { outlier: 0.3, lacking: 0.15, warnings: 0.05, quality: 0.1 }

/** Warnings that say that text may be missing or wrong; that a page had to be recognized says neither. */
const telling = new Set(['low_text_yield', 'page_without_text', 'page_damaged', 'table_truncated'])

export const judge = (
  { provider, reading, durationMs }: Compared,
  compared: readonly Compared[],
  pairs: readonly PairAgreement[],
  disputes: readonly Dispute[],
): Judged => {
  const own = pairs.filter(({ providers }) => providers.includes(provider)).flatMap(({ overall }) => overall ?? [])
  const agreement = own.length === 0 ? 0 : own.reduce((sum, figure) => sum + figure, 0) / own.length
  const outlier = disputes.filter((dispute) => dispute.outlier === provider)
  const lacking = disputes.filter((dispute) => dispute.outlier === undefined && isLackedBy(dispute, provider))
  const warnings = reading.warnings.filter(({ code }) => telling.has(code)).length
  const quality = shareOf(reading.quality)
  const recognized = reading.warnings.filter(({ code }) => code === 'page_recognized').length
  const perPage = (amount: number): number => Math.min(1, amount / Math.max(1, reading.pages.length))
  const score =
    agreement -
    weights.outlier * perPage(severity(outlier)) -
    weights.lacking * perPage(severity(lacking)) -
    weights.warnings * perPage(warnings) -
    weights.quality * (1 - (quality ?? usualQuality(compared)))
  const isOneOfMany = compared.length > 2
  const reasons = [
    isOneOfMany && `It agrees with the others to ${percent(agreement)} on average.`,
    isOneOfMany &&
      (outlier.length === 0 ? 'It stands alone nowhere.' : `It stands alone in ${many(outlier.length, 'dispute')}.`),
    !isOneOfMany &&
      `It lacks something that the other has in ${lacking.length === 0 ? 'no dispute' : many(lacking.length, 'dispute')}.`,
    warnings === 0 ? 'It gave no warnings about its text.' : `It gave ${many(warnings, 'warning')} about its text.`,
    recognized > 0 && `It had to recognize ${many(recognized, 'page')} from the image.`,
    quality !== null && `It puts its own quality at ${percent(quality)}.`,
  ]
  return { provider, durationMs, agreement, score, reasons: reasons.filter((reason) => reason !== false) }
}

/** Providers that do not judge themselves are not the better for it: they count as those do that judge themselves. */
const usualQuality = (compared: readonly Compared[]): number => {
  const known = compared.flatMap(({ reading }) => shareOf(reading.quality) ?? [])
  return known.length === 0 ? 1 : known.reduce((sum, share) => sum + share, 0) / known.length
}

const severity = (disputes: readonly Dispute[]): number => disputes.reduce((sum, dispute) => sum + dispute.severity, 0)

const isLackedBy = ({ sides }: Dispute, provider: string): boolean =>
  sides.some((side) => side.provider === provider && side.text === '') && sides.some(({ text }) => text !== '')

/** A quality as a share of its scale, such as "0-5"; null where it is not known what it is a share of. */
const shareOf = (quality: Reading['quality']): number | null => {
  const [, lowest, highest] = /^(-?[\d.]+)-([\d.]+)$/.exec(quality?.scale ?? '') ?? []
  if (quality === undefined || lowest === undefined || highest === undefined) return null
  const share = (quality.score - Number(lowest)) / (Number(highest) - Number(lowest))
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : null
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const many = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
