import { setImmediate } from 'node:timers/promises'
import type { Agreement, PageAgreement } from '@polyparse/contract'
import { headingSimilarity, pageAgreement, pairAgreement } from './agreement/figures.ts'
import { addTallies, emptyTally, type Tally } from './agreement/tally.ts'
import { comparePage } from './compare-page.ts'
import { matchAcrossPages } from './disputes/across-pages.ts'
import { consolidate } from './disputes/consolidate.ts'
import type { PageDispute } from './disputes/disputes.ts'
import { disputeParameters } from './parameters.ts'
import type { ProviderReading, ReadingPage } from './reading.ts'
import { recommend } from './recommendation/recommend.ts'
import { runningBlocks } from './tokens/running-text.ts'

/**
 * Compares readings of one document: how far they agree, where they contradict each other, and which provider to trust.
 *
 * All figures and severities are shares from 0 to 1. The disputes are sorted, most severe first; at most 1,000 are
 * listed, and `omittedDisputeCount` counts the others. With fewer than two readings there are no pairs, no disputes and
 * no recommendation; `recommendationNote` then says why.
 *
 * The function is pure: the same readings give the same agreement. It works page by page and yields to the event loop
 * between pages. A large document takes a while all the same; `agreeInThread` of `@polyparse/compare/thread` keeps it off
 * the calling thread and limits its time and memory.
 *
 * @example
 * const agreement = await agree([
 *   { provider: 'ours', reading: readingOf(ourDocument), durationMs: 120 },
 *   { provider: 'theirs', reading: readingOf(theirDocument), durationMs: 2_300 },
 * ])
 * agreement.pairs[0]?.overall // 0.9663
 * agreement.disputes[0]?.message // ours reads “48,317”, theirs reads “8,317”.
 */
export const agree = async (readings: readonly ProviderReading[]): Promise<Agreement> => {
  const byNumber = readings.map(({ reading }) => new Map(reading.pages.map((page) => [page.number, page])))
  const numbers = [...new Set(byNumber.flatMap((pages) => [...pages.keys()]))].toSorted((one, other) => one - other)
  const runningText = new Set(readings.flatMap(({ reading }) => [...runningBlocks(reading)]))
  const providers = readings.map(({ provider }) => provider)
  const totals = new Map<string, Tally>()
  const pages: PageAgreement[] = []
  let kept: readonly PageDispute[] = []
  let [omitted, words] = [0, 0]

  for (const number of numbers) {
    const ofPage = byNumber.map((known): ReadingPage => known.get(number) ?? { number, blocks: [] })
    const page = await comparePage(readings, ofPage, runningText)
    for (const { one, other, tally } of page.tallies)
      totals.set(`${one} ${other}`, addTallies(totals.get(`${one} ${other}`) ?? emptyTally, tally))
    pages.push(pageAgreement(number, providers, page))
    const found = [...kept, ...page.disputes]
    // Sorting only now and then keeps the cost of long documents linear.
    kept = found.length > 2 * disputeParameters.maxKept ? mostSevere(found) : found
    omitted += page.omitted + found.length - kept.length
    words += page.words
    await setImmediate()
  }

  const disputes = consolidate(matchAcrossPages(kept))
    .map(({ dispute }) => dispute)
    .toSorted((one, other) => other.severity - one.severity || one.page - other.page)
  const pairs = readings.flatMap((left, one) =>
    readings.slice(one + 1).map((right, step) => {
      const tally = totals.get(`${one} ${one + 1 + step}`) ?? emptyTally
      return pairAgreement([left.provider, right.provider], tally, headingSimilarity(left.reading, right.reading))
    }),
  )
  return {
    pairs,
    pages,
    disputes: disputes.slice(0, disputeParameters.maxListed),
    omittedDisputeCount: omitted + Math.max(0, disputes.length - disputeParameters.maxListed),
    ...recommend(readings, pairs, disputes, words),
  }
}

/** The most severe disputes in the order in which they were found, as later steps go through them page by page. */
const mostSevere = (found: readonly PageDispute[]): readonly PageDispute[] => {
  const kept = new Set(
    found.toSorted((one, other) => other.dispute.severity - one.dispute.severity).slice(0, disputeParameters.maxKept),
  )
  return found.filter((dispute) => kept.has(dispute))
}
