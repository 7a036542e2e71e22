import { setImmediate } from 'node:timers/promises'
import type { Agreement, PageAgreement } from '@polyparse/contract'
import { comparePage } from './compare-page.ts'
import type { Compared } from './compared.ts'
import { acrossPages } from './disputes/across-pages.ts'
import type { PlacedDispute } from './disputes/disputes.ts'
import { gather } from './disputes/gather.ts'
import { pageAgreement } from './page-agreement.ts'
import type { ReadingPage } from './reading.ts'
import { recommend } from './recommend.ts'
import { add, headingSimilarity, noTally, pairAgreement, type Tally } from './similarity.ts'
import { runningBlocks } from './tokens/running-text.ts'

/** So many disputes are listed; nobody looks at more, and a result has to stay readable. */
const maxDisputes = 1_000

/** Of those found so far, no more than twice as many are kept: documents of thousands of pages may differ everywhere. */
const maxKept = 5_000

/**
 * How far readings of one document agree, what they contradict each other in, and which provider to trust.
 *
 * Works page by page and lets other work of the process go on between pages. Nothing but what it is given goes in, so
 * the same readings always give the same.
 */
export const agree = async (compared: readonly Compared[]): Promise<Agreement> => {
  const byNumber = compared.map(({ reading }) => new Map(reading.pages.map((page) => [page.number, page])))
  const numbers = [...new Set(byNumber.flatMap((pages) => [...pages.keys()]))].toSorted((one, other) => one - other)
  const running = new Set(compared.flatMap(({ reading }) => [...runningBlocks(reading)]))
  const totals = new Map<string, Tally>()
  const pages: PageAgreement[] = []
  let placed: readonly PlacedDispute[] = []
  const providers = compared.map(({ provider }) => provider)
  let [leftOut, words] = [0, 0]

  for (const number of numbers) {
    const ofPage = byNumber.map((known): ReadingPage => known.get(number) ?? { number, blocks: [] })
    const page = await comparePage(compared, ofPage, running)
    for (const { one, other, tally } of page.tallies)
      totals.set(`${one} ${other}`, add(totals.get(`${one} ${other}`) ?? noTally, tally))
    pages.push(pageAgreement(number, providers, page))
    const found = [...placed, ...page.disputes]
    placed = found.length > 2 * maxKept ? mostSevere(found) : found
    leftOut += page.leftOut + found.length - placed.length
    words += page.words
    await setImmediate()
  }

  const disputes = gather(acrossPages(placed))
    .map(({ dispute }) => dispute)
    .toSorted((one, other) => other.severity - one.severity || one.page - other.page)
  const pairs = compared.flatMap((left, one) =>
    compared.slice(one + 1).map((right, step) => {
      const tally = totals.get(`${one} ${one + 1 + step}`) ?? noTally
      return pairAgreement([left.provider, right.provider], tally, headingSimilarity(left.reading, right.reading))
    }),
  )
  return {
    pairs,
    pages,
    disputes: disputes.slice(0, maxDisputes),
    omittedDisputeCount: leftOut + Math.max(0, disputes.length - maxDisputes),
    ...recommend(compared, pairs, disputes, words),
  }
}

/** In the order in which they came: what follows looks at them page by page. */
const mostSevere = (found: readonly PlacedDispute[]): readonly PlacedDispute[] => {
  const kept = new Set(found.toSorted((one, other) => other.dispute.severity - one.dispute.severity).slice(0, maxKept))
  return found.filter((dispute) => kept.has(dispute))
}
