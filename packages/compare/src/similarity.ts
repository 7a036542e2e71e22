import type { PairAgreement } from '@polyparse/contract'
import { commonLetters } from './common-letters.ts'
import { commonSubsequences } from './common-subsequences.ts'
import type { Alignment } from './align/alignment.ts'
import type { MatchedTables } from './tables/match-tables.ts'
import { teds } from './tables/teds.ts'
import type { Reading } from './reading.ts'
import type { PageTokens } from './tokens/page-tokens.ts'

/** Sums from which the figures of a pair are made, of a page or of all pages. */
export type Tally = {
  /** Letters and figures that both have, in the same order and anywhere, and all that there are on both sides. */
  readonly inOrder: number
  readonly common: number
  readonly all: number
  /** TEDS of the tables both have, added up, and how many tables there are, those of one alone counted too. */
  readonly tablesAlike: number
  readonly tables: number
}

export const noTally: Tally = { inOrder: 0, common: 0, all: 0, tablesAlike: 0, tables: 0 }

export const add = (one: Tally, other: Tally): Tally => ({
  inOrder: one.inOrder + other.inOrder,
  common: one.common + other.common,
  all: one.all + other.all,
  tablesAlike: one.tablesAlike + other.tablesAlike,
  tables: one.tables + other.tables,
})

export const tallyOf = (alignment: Alignment, tables: MatchedTables, one: Reading, other: Reading): Tally => {
  const { a, b, toB, toA, moves, scattered } = alignment
  const [movedA, movedB] = [new Uint8Array(a.length), new Uint8Array(b.length)]
  for (const { a: inA, b: inB, length } of [...moves, ...scattered]) {
    movedA.fill(1, inA, inA + length)
    movedB.fill(1, inB, inB + length)
  }
  const [ofA, ofB] = [weigh(a, toB, movedA), weigh(b, toA, movedB)]
  const alike = tables.pairs.reduce((sum, pair) => {
    const [left, right] = [one.tables[pair.a.table], other.tables[pair.b.table]]
    return left === undefined || right === undefined ? sum : sum + teds(left, right)
  }, 0)
  const letters = 2 * commonLetters(alignment)
  return {
    inOrder: ofA.inOrder + ofB.inOrder + letters,
    common: ofA.common + ofB.common + letters,
    all: ofA.all + ofB.all,
    tablesAlike: alike,
    tables: tables.pairs.length + tables.onlyA.length + tables.onlyB.length,
  }
}

/** What may be absent without that being a difference counts only where both have it. */
const weigh = (page: PageTokens, answers: Int32Array, moved: Uint8Array) => {
  let [inOrder, common, all] = [0, 0, 0]
  for (const [place, weight] of page.weight.entries()) {
    const isCommon = answers[place] !== -1
    if (isCommon) common += weight
    if (isCommon && moved[place] === 0) inOrder += weight
    if (isCommon || page.weak[place] === 0) all += weight
  }
  return { inOrder, common, all }
}

/** What the figures count for in the overall one. */
const weights = { text: 0.6, order: 0.15, tables: 0.15, headings: 0.1 }

type Figures = { readonly [Name in keyof typeof weights]?: number }

/** `text` is a normalised indel similarity: twice the letters in common and in order, of all letters of both. */
export const figuresOf = ({ inOrder, common, all, tablesAlike, tables }: Tally, headings: number | null): Figures => ({
  ...(all > 0 && { text: inOrder / all }),
  ...(common > 0 && { order: inOrder / common }),
  ...(tables > 0 && { tables: tablesAlike / tables }),
  ...(headings !== null && { headings }),
})

/** The weighted mean of the figures there are, or null. */
export const overallOf = ({ text, order, tables, headings }: Figures): number | null => {
  const figures = Object.entries({ text, order, tables, headings })
  let [sum, weight] = [0, 0]
  for (const [name, figure] of figures) {
    const own = Object.entries(weights).find(([known]) => known === name)?.[1] ?? 0
    if (figure === undefined) continue
    sum += figure * own
    weight += own
  }
  return weight === 0 ? null : sum / weight
}

const rounded = (figure: number): number => Math.round(figure * 10_000) / 10_000

export const pairAgreement = (
  providers: readonly [string, string],
  tally: Tally,
  headings: number | null,
): PairAgreement => {
  const figures = figuresOf(tally, headings)
  const overall = overallOf(figures)
  return {
    providers: [...providers],
    ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, rounded(figure)])),
    ...(overall !== null && { overall: rounded(overall) }),
  }
}

/** More headings than this are not compared: something else was taken for headings. */
const maxHeadings = 3_000

/** What a heading of another level counts for. */
const otherLevel = 0.75

/** How alike two readings' headings are, null when neither has any: those in common, and less for another level. */
export const headingSimilarity = (one: Reading, other: Reading): number | null => {
  const [headings, others] = [headingsOf(one), headingsOf(other)]
  if (headings.length + others.length === 0) return null
  let common = 0
  commonSubsequences(
    headings.length,
    others.length,
    (at, otherAt) => headings[at]?.key === others[otherAt]?.key,
    (length, at, otherAt) => {
      for (let step = 0; step < length; step += 1)
        common += headings[at + step]?.level === others[otherAt + step]?.level ? 1 : otherLevel
    },
  )
  return (2 * common) / (headings.length + others.length)
}

const headingsOf = ({ pages }: Reading): { key: string; level: number }[] =>
  pages
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'title' || type === 'heading')
    .slice(0, maxHeadings)
    .map(({ text, level, type }) => ({
      key: text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, ''),
      level: level ?? (type === 'title' ? 1 : 0),
    }))
