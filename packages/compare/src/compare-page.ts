import type { PairTally } from './agreement/figures.ts'
import { tallyOf } from './agreement/tally.ts'
import { alignPages } from './align/align.ts'
import { swapped } from './align/alignment.ts'
import { pageDisputes, type PageDispute } from './disputes/disputes.ts'
import type { ComparedPair } from './disputes/group.ts'
import { findDifferences } from './findings/find-differences.ts'
import { disputeParameters, running } from './parameters.ts'
import type { ProviderReading, ReadingBlock, ReadingPage } from './reading.ts'
import { brokenTiesOf, type BrokenTies } from './recommendation/broken-ties.ts'
import { isOfImages } from './recommendation/families.ts'
import { matchTables } from './tables/matched-tables.ts'
import { newInterner, pageTokens, type PageTokens } from './tokens/page-tokens.ts'

export type ComparedPage = {
  readonly disputes: readonly PageDispute[]
  /** The number of disputes that were found but are not in `disputes`. */
  readonly omitted: number
  /** What was found of every two readings, the one of the lower index first. */
  readonly pairs: readonly (PairTally & { readonly brokenTies: BrokenTies })[]
  /** Whether parts were too long and too different to be compared word by word. */
  readonly isApproximate: boolean
  /** The words of all readings together. */
  readonly words: number
}

/**
 * Compares all readings of one page with each other. `pages` is the page of each reading, without blocks where a reading
 * does not have it; `runningText` are blocks that other readings may have left out.
 */
export const comparePage = async (
  readings: readonly ProviderReading[],
  pages: readonly ReadingPage[],
  { runningText, pause }: { readonly runningText: ReadonlySet<ReadingBlock>; readonly pause: () => Promise<unknown> },
): Promise<ComparedPage> => {
  const interner = newInterner()
  const tokens: PageTokens[] = []
  /** A document without pages is one long page: other work goes on between its steps. */
  const pauseIfLong = async (): Promise<void> => {
    if (tokens.some(({ length }) => length > running.longPage)) await pause()
  }
  for (const [index, page] of pages.entries()) {
    const { reading } = readings[index] ?? {}
    if (reading === undefined) continue
    tokens.push(pageTokens(reading, page, interner, (block) => runningText.has(block)))
    await pauseIfLong()
  }
  const pictures = pages.flatMap((page) => page.pictures ?? [])
  const found: ComparedPage['pairs'][number][] = []
  const pairs: ComparedPair[] = []
  for (const [left, page] of tokens.entries())
    for (const [right, otherPage] of tokens.entries()) {
      if (left >= right) continue
      // The same two pages are always compared in the same direction, in whichever order they were given.
      const [one, a, other, b] = isFirst(page, otherPage)
        ? [left, page, right, otherPage]
        : [right, otherPage, left, page]
      const [reading, otherReading] = [readings[one]?.reading, readings[other]?.reading]
      if (reading === undefined || otherReading === undefined) continue
      const alignment = alignPages(a, b)
      await pauseIfLong()
      const tables = matchTables(alignment)
      pairs.push({ one, other, alignment, findings: findDifferences(alignment, tables) })
      await pauseIfLong()
      const tally = tallyOf(alignment, tables, reading, otherReading)
      found.push({
        one: left,
        other: right,
        tally,
        brokenTies: brokenTiesOf(left === one ? alignment : swapped(alignment), pictures),
      })
      await pauseIfLong()
    }
  const providers = readings.map(({ provider }) => provider)
  const recognized = new Set([...readings.keys()].filter((index) => isImage(readings[index])))
  return {
    ...pageDisputes(providers, tokens, pairs, pictures, recognized, maxDisputesOfPage(tokens)),
    pairs: found,
    isApproximate: pairs.some(({ alignment }) => alignment.isApproximate),
    words: tokens.reduce((sum, { length }) => sum + length, 0),
  }
}

const isImage = (reading: ProviderReading | undefined): boolean => reading !== undefined && isOfImages(reading)

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
