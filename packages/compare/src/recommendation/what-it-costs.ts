import { durationText, money } from '../format.ts'
import type { ProviderReading } from '../reading.ts'
import type { ProviderScore } from './score.ts'

/**
 * Returns what the named provider costs and takes a page, beside the one with the highest score of the others, as a
 * sentence; null where neither costs anything.
 */
export const whatItCosts = (
  named: string,
  scores: readonly ProviderScore[],
  readings: readonly ProviderReading[],
): string | null => {
  const [next] = scores
    .filter(({ provider }) => provider !== named)
    .toSorted((one, other) => other.score - one.score)
    .map(({ provider }) => provider)
  const find = (provider: string | undefined) => readings.find((one) => one.provider === provider)
  const [best, second] = [find(named), find(next)]
  if (best === undefined || second === undefined) return null
  if (best.reading.cost === undefined && second.reading.cost === undefined) return null
  return `It ${aPage(best)} a page; ${second.provider}, the next best, ${aPage(second)}.`
}

const aPage = ({ reading: { cost, pages }, durationMs }: ProviderReading): string => {
  const count = Math.max(1, pages.length)
  const price = cost === undefined ? 'nothing' : money(cost.amount / count, cost.currency)
  return `costs ${cost?.isEstimate === true ? 'about ' : ''}${price} and takes ${durationText(durationMs / count)}`
}
