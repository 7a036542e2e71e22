import type { JudgedReading } from '@polyparse/contract/judgements'

export type ReadingCosts = {
  /** A page, in `currency`; null where nothing is charged. */
  readonly cost: number | null
  readonly currency: string | undefined
  readonly isEstimate: boolean
  /** Null where there was no page. */
  readonly millisecondsPerPage: number | null
}

/**
 * Returns what a page of a provider's readings cost and took, on average. Costs in another currency than the first are left
 * out.
 */
export const readingCosts = (readings: readonly JudgedReading[]): ReadingCosts => {
  const charged = readings.filter(({ cost = 0 }) => cost > 0)
  const currency = charged[0]?.currency
  const same = charged.filter((reading) => reading.currency === currency)
  const pagesOf = (some: readonly JudgedReading[]): number => some.reduce((sum, { pages }) => sum + pages, 0)
  const pages = pagesOf(readings)
  return {
    cost: same.length === 0 ? null : same.reduce((sum, { cost = 0 }) => sum + cost, 0) / Math.max(1, pagesOf(same)),
    currency,
    isEstimate: same.some(({ costIsEstimate }) => costIsEstimate === true),
    millisecondsPerPage: pages === 0 ? null : readings.reduce((sum, { durationMs }) => sum + durationMs, 0) / pages,
  }
}
