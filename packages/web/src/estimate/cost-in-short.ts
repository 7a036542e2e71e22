import { formatMoney } from '../design/format.ts'
import { readMessages } from '../language/messages.ts'
import type { Estimate } from './estimate.ts'

/** The sum in a few words, for the place where the job is submitted. */
export const costInShort = ({ pages, cost, unknown, refusals, providers }: Estimate): string => {
  const words = readMessages().estimate
  if (refusals.length > 0) return words.exceedsLimit
  if (pages === 0) return unknown > 0 ? words.costUnknown : ''
  const isBound = providers.every(({ atMost }) => atMost)
  return isBound ? words.atMost(formatMoney(cost)) : words.about(formatMoney(cost))
}
