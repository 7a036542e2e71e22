import type { Document, Page } from '@polyparse/document'
import { tallyOf } from './agreement/tally.ts'
import { alignPages } from './align/align.ts'
import type { Alignment } from './align/alignment.ts'
import { preferring, recommending } from './parameters.ts'
import { type Reading, type ReadingPage, readingOf } from './reading.ts'
import { textWarnings } from './recommendation/text-warnings.ts'
import { type MatchedTables, matchTables } from './tables/matched-tables.ts'
import { teds } from './agreement/teds.ts'
import { isNumericToken, newInterner, pageTokens, type PageTokens } from './tokens/page-tokens.ts'

/**
 * The pages, ascending, that `other` has probably read better than `own`, of those that both have. `own` says of each
 * block how probable it is that the block is right; a block without a confidence counts as right. `other` need not say
 * anything of itself.
 *
 * Two readers who know nothing of each other agree where both are right. So how often `other` agrees with what `own` is
 * sure of shows how often `other` is right, and that decides between them where they disagree. Readings that have too
 * little in common are of different things, and the page stays with `own`; but with garbage, of which `own` is hardly sure,
 * no reading has anything in common, and one that says that it is sure of itself is better. So is one that has all of a page
 * and more, if what is written there by hand was not read.
 *
 * @example betterPages(ours, theirs) // such as [3]
 */
export const betterPages = (own: Document, other: Document): number[] => {
  const [reading, otherReading] = [readingOf(own), readingOf(other)]
  const others = new Map(otherReading.pages.map((page) => [page.number, page]))
  return own.pages.flatMap((page, index) => {
    const [one, theirs] = [reading.pages[index], others.get(page.number)]
    if (one === undefined || theirs === undefined) return []
    if (isGarbagePage(page) && isSureOfItself(other.pages.find(({ number }) => number === page.number)))
      return [page.number]
    const pair = pairOf({ reading, page: one }, { reading: otherReading, page: theirs })
    const codes = own.warnings.filter((warning) => warning.page === page.number).map(({ code }) => code)
    const lacks = {
      text: codes.some((code) => textWarnings.has(code)),
      handwriting: codes.includes('handwriting_not_read'),
    }
    return isBetter(pair, passagesOfPage(page, pair), lacks) ? [page.number] : []
  })
}

const isGarbagePage = ({ blocks }: Page): boolean => {
  const sure = sureOf(blocks.map(({ text, confidence = 1 }) => ({ text, confidence })))
  return sure !== null && sure < preferring.maxGarbage
}

const isSureOfItself = (page: Page | undefined): boolean => {
  const said = page?.blocks.flatMap(({ text, confidence }) => (confidence === undefined ? [] : [{ text, confidence }]))
  return (sureOf(said ?? []) ?? 0) >= preferring.minSureOfItself
}

/** The share of the letters of some blocks that are probably right; null where there are none. */
const sureOf = (blocks: readonly { readonly text: string; readonly confidence: number }[]): number | null => {
  const letters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  return letters === 0
    ? null
    : blocks.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters
}

type ComparedPageSide = { readonly reading: Reading; readonly page: ReadingPage }
type ComparedPagePair = {
  readonly own: ComparedPageSide
  readonly other: ComparedPageSide
  readonly alignment: Alignment
  readonly tables: MatchedTables
}

const pairOf = (own: ComparedPageSide, other: ComparedPageSide): ComparedPagePair => {
  const interner = newInterner()
  const tokensOf = ({ reading, page }: ComparedPageSide): PageTokens => pageTokens(reading, page, interner, () => false)
  const alignment = alignPages(tokensOf(own), tokensOf(other))
  return { own, other, alignment, tables: matchTables(alignment) }
}

/** A block of the one reading, with a table as a whole, and what the other makes of it. */
type Passage = {
  readonly isTable: boolean
  readonly letters: number
  readonly confidence: number
  readonly agrees: boolean
}

/** What a page is known to lack: some text, or what was written by hand. */
type Lacks = { readonly text: boolean; readonly handwriting: boolean }

const isBetter = (pair: ComparedPagePair, passages: readonly Passage[], lacks: Lacks): boolean => {
  const tally = tallyOf(pair.alignment, pair.tables, pair.own.reading, pair.other.reading)
  const letters = passages.reduce((sum, passage) => sum + passage.letters, 0)
  const hasMore = lacks.handwriting && weightOfSide(pair.alignment.b) > weightOfSide(pair.alignment.a)
  if (letters === 0) return hasMore
  const sure = passages.reduce((sum, passage) => sum + passage.letters * passage.confidence, 0) / letters
  // Text that both sides read rightly is in common, so an unsure reading can expect less.
  const inCommon = lacks.text ? shareKnown(pair.alignment) : tally.common / tally.all
  if (inCommon < Math.min(recommending.minAgreement, sure)) return false
  // A provider that reads text well need not read tables well.
  const [tables, texts] = [passages.filter(({ isTable }) => isTable), passages.filter(({ isTable }) => !isTable)]
  const gained = gainOf(texts) + gainOf(tables)
  return gained > 0 || (gained === 0 && hasMore)
}

const weightOfSide = ({ weights }: Alignment['a']): number => weights.reduce((sum, weight) => sum + weight, 0)

const gainOf = (passages: readonly Passage[]): number => {
  const share = shareRight(passages)
  return passages.reduce((sum, passage) => sum + gain(passage, share), 0)
}

/** The letters that the other probably has right and the one not, less those of which it is the other way round. */
const gain = ({ letters, confidence, agrees }: Passage, share: number): number =>
  agrees ? 0 : (letters * (share - confidence)) / (1 - share * confidence)

/**
 * The share of passages that the other has right, by its agreement with the one, from 0 to 1: the mean of all shares,
 * each with its likelihood, because nothing is known beforehand. A long passage says more than a short one.
 */
const shareRight = (passages: readonly Passage[]): number => {
  const letters = passages.reduce((sum, passage) => sum + passage.letters, 0)
  const weighted = shares.map((share) => {
    const likelihood = passages.reduce((sum, { letters: own, confidence, agrees }) => {
      const agreement = confidence * share
      return (
        sum +
        ((own * passages.length) / Math.max(letters, 1)) * Math.log(agrees ? Math.max(agreement, tiny) : 1 - agreement)
      )
    }, 0)
    return { share, likelihood }
  })
  const highest = Math.max(...weighted.map(({ likelihood }) => likelihood))
  let [sum, total] = [0, 0]
  for (const { share, likelihood } of weighted) {
    const weight = Math.exp(likelihood - highest)
    sum += share * weight
    total += weight
  }
  return sum / total
}

const tiny = 1e-9
const shares = Array.from({ length: preferring.shares }, (_, index) => (index + 0.5) / preferring.shares)

/** The share of the letters of the one that the other has too. */
const shareKnown = ({ a, toB }: Alignment): number => {
  let [known, all] = [0, 0]
  for (const [place, weight] of a.weights.entries()) {
    if (toB[place] !== -1) known += weight
    if (toB[place] !== -1 || a.optional[place] === 0) all += weight
  }
  return all === 0 ? 1 : known / all
}

const passagesOfPage = ({ blocks }: Page, pair: ComparedPagePair): Passage[] => {
  const { alignment } = pair
  const moved = movedIn(alignment)
  const { reading, page } = pair.own
  const confidences = blocks.filter(({ type }) => type !== 'picture').map(({ confidence = 1 }) => confidence)
  let unit = 0
  return page.blocks.flatMap(({ type, table }, index): Passage[] => {
    if (type === 'page_header' || type === 'page_footer') return []
    const units = alignment.a.units.slice(
      unit,
      unit + (table === undefined ? 1 : (reading.tables[table]?.cells.length ?? 0)),
    )
    unit += units.length
    const [first, last] = [units[0]?.start ?? 0, units.at(-1)?.end ?? 0]
    const { letters, different, isNumberMissing } = countPassageLetters(alignment, moved, first, last)
    const isTextSame = !isNumberMissing && different <= letters * preferring.maxDifferingLetters
    const agrees = isTextSame && (table === undefined || isSameTable(table, pair))
    return [{ isTable: table !== undefined, letters, confidence: confidences[index] ?? 1, agrees }]
  })
}

/** The letters of a passage, and those that the other has not, or elsewhere. */
const countPassageLetters = ({ a, toB }: Alignment, moved: Uint8Array, start: number, end: number) => {
  let [letters, different, isNumberMissing] = [0, 0, false]
  for (let place = start; place < end; place += 1) {
    if (a.optional[place] === 1) continue
    const weight = a.weights[place] ?? 0
    letters += weight
    const isMissing = toB[place] === -1
    if (isMissing || moved[place] === 1) different += weight
    if (isMissing) isNumberMissing ||= isNumericToken(a.tokens[place]?.kind ?? 'word')
  }
  return { letters, different, isNumberMissing }
}

const movedIn = ({ a, movedPassages, movedWords }: Alignment): Uint8Array => {
  const moved = new Uint8Array(a.length)
  for (const { a: start, length } of [...movedPassages, ...movedWords]) moved.fill(1, start, start + length)
  return moved
}

const isSameTable = (table: number, { own, other, tables }: ComparedPagePair): boolean => {
  const matched = tables.pairs.find(({ a }) => a.table === table)
  const [one, theirs] = [own.reading.tables[table], other.reading.tables[matched?.b.table ?? -1]]
  return one !== undefined && theirs !== undefined && teds(one, theirs) >= preferring.minSameTable
}
