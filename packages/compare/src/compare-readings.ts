import type { Agreement, Dispute, PageAgreement, PairAgreement } from '@polyparse/contract'
import { headingSimilarity, pageAgreement, pairAgreement } from './agreement/figures.ts'
import { addTallies, emptyTally, type Tally } from './agreement/tally.ts'
import { comparePage } from './compare-page.ts'
import { matchAcrossPages } from './disputes/across-pages.ts'
import { consolidate } from './disputes/consolidate.ts'
import type { PageDispute } from './disputes/disputes.ts'
import { disputeParameters } from './parameters.ts'
import type { ProviderReading, ReadingPage } from './reading.ts'
import { runningBlocks } from './tokens/running-text.ts'

/** The outcome of a comparison of readings; the most severe disputes come first. */
export type ComparedReadings = {
  readonly pairs: PairAgreement[]
  readonly pages: PageAgreement[]
  readonly disputes: Dispute[]
  /** Less severe disputes that are not in `disputes`. */
  readonly omitted: number
  /** The words of all readings together. */
  readonly words: number
  /** Returns how much the first of two providers tears apart that the second keeps together. */
  readonly brokenTies: (provider: string, other: string) => number
}

/** Compares readings page by page. Between pages, and the steps of a long one, it lets others work by `pause`. */
export const compareReadings = async (
  readings: readonly ProviderReading[],
  pause: () => Promise<unknown>,
): Promise<ComparedReadings> => {
  const byNumber = readings.map(({ reading }) => new Map(reading.pages.map((page) => [page.number, page])))
  const numbers = [...new Set(byNumber.flatMap((pages) => [...pages.keys()]))].toSorted((one, other) => one - other)
  const runningText = new Set(readings.flatMap(({ reading }) => [...runningBlocks(reading)]))
  const providers = readings.map(({ provider }) => provider)
  const totals = new Map<string, Tally>()
  const broken = new Map<string, number>()
  const pages: PageAgreement[] = []
  let kept: readonly PageDispute[] = []
  let [omitted, words] = [0, 0]

  for (const number of numbers) {
    const ofPage = byNumber.map((known): ReadingPage => known.get(number) ?? { number, blocks: [] })
    const page = await comparePage(readings, ofPage, { runningText, pause })
    for (const { one, other, tally, brokenTies } of page.pairs) {
      const [pair, reverse] = [`${one} ${other}`, `${other} ${one}`]
      totals.set(pair, addTallies(totals.get(pair) ?? emptyTally, tally))
      broken.set(pair, (broken.get(pair) ?? 0) + brokenTies.one)
      broken.set(reverse, (broken.get(reverse) ?? 0) + brokenTies.other)
    }
    pages.push(pageAgreement(number, providers, { tallies: page.pairs, isApproximate: page.isApproximate }))
    const found = [...kept, ...page.disputes]
    // Sorting only now and then keeps the cost of long documents linear.
    kept = found.length > 2 * disputeParameters.maxKept ? mostSevere(found) : found
    omitted += page.omitted + found.length - kept.length
    words += page.words
    await pause()
  }

  return {
    pairs: readings.flatMap((left, one) =>
      readings.slice(one + 1).map((right, step) => {
        const tally = totals.get(`${one} ${one + 1 + step}`) ?? emptyTally
        return pairAgreement([left.provider, right.provider], tally, headingSimilarity(left.reading, right.reading))
      }),
    ),
    pages,
    disputes: consolidate(matchAcrossPages(kept))
      .map(({ dispute }) => dispute)
      .toSorted((one, other) => other.severity - one.severity || one.page - other.page),
    omitted,
    words,
    brokenTies: (provider, other) => broken.get(`${providers.indexOf(provider)} ${providers.indexOf(other)}`) ?? 0,
  }
}

/** Returns what was found as callers get it, without a word about which reading to trust. */
export const listedDisputes = ({ pairs, pages, disputes, omitted }: ComparedReadings): Agreement => ({
  pairs,
  pages,
  disputes: disputes.slice(0, disputeParameters.maxListed),
  omittedDisputeCount: omitted + Math.max(0, disputes.length - disputeParameters.maxListed),
})

/** The most severe disputes in the order in which they were found, as later steps go through them page by page. */
const mostSevere = (found: readonly PageDispute[]): readonly PageDispute[] => {
  const kept = new Set(
    found.toSorted((one, other) => other.dispute.severity - one.dispute.severity).slice(0, disputeParameters.maxKept),
  )
  return found.filter((dispute) => kept.has(dispute))
}
