import type { Box } from '@polyparse/document/schema'
import type { PairTally } from './agreement/figures.ts'
import { tallyOf } from './agreement/tally.ts'
import { alignPages } from './align/align.ts'
import { swapped } from './align/alignment.ts'
import { pageDisputes, type PageDispute } from './disputes/disputes.ts'
import type { ComparedPair } from './disputes/group.ts'
import { findDifferences } from './findings/find-differences.ts'
import { disputeParameters, running } from './parameters.ts'
import type { ProviderReading, Reading, ReadingBlock, ReadingPage } from './reading.ts'
import { brokenTiesOf, type BrokenTies } from './align/broken-ties.ts'
import { isOfImages } from './families.ts'
import { matchTables } from './tables/matched-tables.ts'
import { newInterner, pageTokens, type PageTokens } from './tokens/page-tokens.ts'

export type ComparedPage = {
  readonly disputes: readonly PageDispute[]
  /** The number of disputes that were found but are not in `disputes`. */
  readonly omitted: number
  /** The comparison of every two readings, the one of the lower index first. */
  readonly pairs: readonly (PairTally & { readonly brokenTies: BrokenTies })[]
  /** True if parts were too long and too different to be compared word by word. */
  readonly isApproximate: boolean
  /** The words of all readings together. */
  readonly words: number
}

/** One reading of the page. */
type ReadSide = { readonly index: number; readonly reading: Reading; readonly tokens: PageTokens }

/** Lets other work go on. */
type Pause = () => Promise<unknown>

/**
 * Compares all readings of one page with each other. `pages` is the page of each reading, without blocks where a reading
 * does not have it; `runningText` are blocks that other readings may have left out.
 */
export const comparePage = async (
  readings: readonly ProviderReading[],
  pages: readonly ReadingPage[],
  { runningText, pause }: { readonly runningText: ReadonlySet<ReadingBlock>; readonly pause: Pause },
): Promise<ComparedPage> => {
  const interner = newInterner()
  const sides: ReadSide[] = []
  /** A document without pages is one long page: other work goes on between its steps. */
  const pauseIfLong = async (): Promise<void> => {
    if (sides.some(({ tokens }) => tokens.length > running.longPage)) await pause()
  }
  for (const [index, { reading }] of readings.entries()) {
    const page = pages[index]
    if (page === undefined) throw new RangeError(`reading ${index} has no page`)
    sides.push({ index, reading, tokens: pageTokens(reading, page, interner, (block) => runningText.has(block)) })
    await pauseIfLong()
  }
  const pictures = pages.flatMap((page) => page.pictures ?? [])
  const pairs: ComparedPage['pairs'][number][] = []
  const aligned: ComparedPair[] = []
  for (const left of sides)
    for (const right of sides.slice(left.index + 1)) {
      const { pair, alignedPair } = await compareSides(left, right, pictures, pauseIfLong)
      pairs.push(pair)
      aligned.push(alignedPair)
    }
  const providers = readings.map(({ provider }) => provider)
  const tokens = sides.map((side) => side.tokens)
  const recognized = new Set(readings.flatMap((reading, index) => (isOfImages(reading) ? [index] : [])))
  return {
    ...pageDisputes(providers, tokens, aligned, pictures, recognized, maxDisputesOfPage(tokens)),
    pairs,
    isApproximate: aligned.some(({ alignment }) => alignment.isApproximate),
    words: tokens.reduce((sum, { length }) => sum + length, 0),
  }
}

const compareSides = async (left: ReadSide, right: ReadSide, pictures: readonly Box[], pause: Pause) => {
  // The same two pages are always compared in the same direction, in whichever order they were given.
  const [one, other] = isFirst(left.tokens, right.tokens) ? [left, right] : [right, left]
  const alignment = alignPages(one.tokens, other.tokens)
  await pause()
  const tables = matchTables(alignment)
  const findings = findDifferences(alignment, tables)
  await pause()
  const tally = tallyOf(alignment, tables, one.reading, other.reading)
  const brokenTies = brokenTiesOf(one === left ? alignment : swapped(alignment), pictures)
  await pause()
  return {
    alignedPair: { one: one.index, other: other.index, alignment, findings },
    pair: { one: left.index, other: right.index, tally, brokenTies },
  }
}

/** The disputes of one page that are listed one by one; the less severe ones are only counted. */
const maxDisputesOfPage = (pages: readonly PageTokens[]): number => {
  const { maxPerPage, wordsPerDispute, maxOnAnyPage } = disputeParameters
  const words = Math.max(0, ...pages.map(({ length }) => length))
  return Math.min(maxOnAnyPage, Math.max(maxPerPage, Math.ceil(words / wordsPerDispute)))
}

const isFirst = (one: PageTokens, other: PageTokens): boolean => {
  if (one.length !== other.length) return one.length > other.length
  const place = one.keys.findIndex((key, index) => key !== other.keys[index])
  return (one.tokens[place]?.plain ?? '') <= (other.tokens[place]?.plain ?? '')
}
