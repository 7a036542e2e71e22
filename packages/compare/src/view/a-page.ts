import type { ParseResult, ProviderEntry } from '@polyparse/contract'
import { durationText, money } from '../format.ts'

/** Returns what a page of a result has cost, in its currency; null where nothing was charged. */
export const pageCostOf = ({ usage, pageCount }: ParseResult): number | null =>
  usage?.cost === undefined ? null : usage.cost / Math.max(1, usage.pages, pageCount)

/** The same as it is shown: `0.0125 USD`, or `~0.0125 USD` where it is an estimate; `—` without a cost. */
export const pageCostText = (result: ParseResult): string => {
  const cost = pageCostOf(result)
  if (cost === null) return '—'
  return `${result.usage?.costIsEstimate === true ? '~' : ''}${money(cost, result.usage?.currency)}`
}

/** Returns how long a page took, on average, of an entry with a result. */
export const pageTimeText = ({ durationMs, result }: Extract<ProviderEntry, { status: 'parsed' }>): string =>
  durationText(durationMs / Math.max(1, result.pageCount))
