import { setImmediate } from 'node:timers/promises'
import { align } from './align/align.ts'
import type { ComparedPair } from './disputes/group.ts'
import { pageDisputes, type PlacedDispute } from './disputes/disputes.ts'
import type { Compared } from './compared.ts'
import { allFindings } from './findings/all-findings.ts'
import type { ReadingBlock, ReadingPage } from './reading.ts'
import { tallyOf, type Tally } from './similarity.ts'
import { matchTables } from './tables/match-tables.ts'
import { newInterner, pageTokens, type PageTokens } from './tokens/page-tokens.ts'

/**
 * Of a page that readings differ on in more places than this, or than one in so many words, the less serious ones are not
 * told one by one.
 */
const maxDisputes = { page: 150, oneIn: 20, all: 2_000 }

/** Documents without pages are one: on a longer one other work of the process goes on in between. */
const longPage = 5_000

export type ComparedPage = {
  readonly disputes: readonly PlacedDispute[]
  /** Found, but not among `disputes`. */
  readonly leftOut: number
  readonly tallies: readonly PairTally[]
  /** Whether parts were too long and too different to be compared word by word. */
  readonly isCoarse: boolean
  /** How many words the readings have together. */
  readonly words: number
}

export type PairTally = { readonly one: number; readonly other: number; readonly tally: Tally }

/** Compares all readings of one page, each with each. A reading without the page has nothing on it. */
export const comparePage = async (
  compared: readonly Compared[],
  pages: readonly ReadingPage[],
  running: ReadonlySet<ReadingBlock>,
): Promise<ComparedPage> => {
  const interner = newInterner()
  const tokens: PageTokens[] = []
  for (const [index, page] of pages.entries()) {
    const { reading } = compared[index] ?? {}
    if (reading === undefined) continue
    tokens.push(pageTokens(reading, page, interner, (block) => running.has(block)))
    await breathe(tokens)
  }
  const tallies: PairTally[] = []
  const pairs: ComparedPair[] = []
  for (const [left, page] of tokens.entries())
    for (const [right, otherPage] of tokens.entries()) {
      if (left >= right) continue
      // The same pages are compared the same way, whoever comes first.
      const [one, a, other, b] = isFirst(page, otherPage)
        ? [left, page, right, otherPage]
        : [right, otherPage, left, page]
      const [reading, otherReading] = [compared[one]?.reading, compared[other]?.reading]
      if (reading === undefined || otherReading === undefined) continue
      const alignment = align(a, b)
      await breathe(tokens)
      const tables = matchTables(alignment)
      pairs.push({ one, other, alignment, findings: allFindings(alignment, tables) })
      await breathe(tokens)
      tallies.push({ one: left, other: right, tally: tallyOf(alignment, tables, reading, otherReading) })
      await breathe(tokens)
    }
  const providers = compared.map(({ provider }) => provider)
  const words = tokens.reduce((sum, { length }) => sum + length, 0)
  const longest = Math.max(0, ...tokens.map(({ length }) => length))
  const max = Math.min(maxDisputes.all, Math.max(maxDisputes.page, Math.ceil(longest / maxDisputes.oneIn)))
  return {
    ...pageDisputes(providers, tokens, pairs, max),
    tallies,
    isCoarse: pairs.some(({ alignment }) => alignment.coarse),
    words,
  }
}

const breathe = async (pages: readonly PageTokens[]): Promise<void> => {
  if (pages.some(({ length }) => length > longPage)) await setImmediate()
}

const isFirst = (one: PageTokens, other: PageTokens): boolean => {
  if (one.length !== other.length) return one.length > other.length
  const place = one.keys.findIndex((key, index) => key !== other.keys[index])
  return (one.tokens[place]?.plain ?? '') <= (other.tokens[place]?.plain ?? '')
}
