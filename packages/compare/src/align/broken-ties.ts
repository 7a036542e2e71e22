import type { Box } from '@polyparse/document/schema'
import { swapped, type Alignment } from './alignment.ts'
import { recommending } from '../parameters.ts'
import { standsIn } from '../pictures.ts'
import { unitAt, type PageTokens, type TokenUnit } from '../tokens/page-tokens.ts'

/**
 * The amount that either of two readings tears apart and the other keeps together: the words of a sentence, the halves
 * of a divided word, a label and its value.
 */
export type BrokenTies = { readonly one: number; readonly other: number }

/**
 * A sentence that stops in its middle and goes on elsewhere is wrong whoever reads it so, and so is a label that is
 * followed by another label; the reading that keeps them together is a witness that they belong together. This tells two
 * readings of the same words apart.
 */
export const brokenTiesOf = (alignment: Alignment, pictures: readonly Box[]): BrokenTies => ({
  one: brokenIn(alignment, pictures),
  other: brokenIn(swapped(alignment), pictures),
})

/**
 * Tells whether one of two readings of so many pages breaks off so many more that it is the worse one.
 * @example isClearlyMore(5, 1, 2) // true
 */
export const isClearlyMore = (count: number, other: number, pages: number): boolean =>
  count > recommending.clearRatio * other && count >= recommending.minBrokenPerPage * pages

const brokenIn = (alignment: Alignment, pictures: readonly Box[]): number =>
  dividedWords(alignment) + unfinishedBlocks(alignment, pictures) + partedLabels(alignment)

/** Words that are whole in the other reading, and here in two pieces with the hyphen of the end of a line between them. */
const dividedWords = ({ a, toB }: Alignment): number => {
  let divided = 0
  for (let place = 0; place + 1 < a.length; place += 1) {
    const unit = unitAt(a, place)
    const [counterpart, next] = [toB[place] ?? -1, toB[place + 1] ?? -1]
    if (unit === undefined || counterpart < 0 || counterpart !== next || place + 1 >= unit.end) continue
    if (/^[-‐\u00AD]+\s+$/.test(unit.text.slice(a.tokens[place]?.end, a.tokens[place + 1]?.start))) divided += 1
  }
  return divided
}

/** Blocks and cells that stop where the other reading goes on; what is in pictures is not in sentences. */
const unfinishedBlocks = ({ a, b, toA }: Alignment, pictures: readonly Box[]): number => {
  let broken = 0
  for (const unit of b.units)
    for (let place = unit.start; place + 1 < unit.end; place += 1) {
      const [last, first] = [toA[place] ?? -1, toA[place + 1] ?? -1]
      if (last < 0 || first < 0 || a.unitOf[last] === a.unitOf[first] || !isWithinPhrase(b, unit, place)) continue
      const [before, after] = [unitAt(a, last), unitAt(a, first)]
      if (before === undefined || after === undefined) continue
      if (standsIn(before.bbox, pictures) || standsIn(after.bbox, pictures)) continue
      if (before.end - 1 !== last || after.start !== first || areSeparate(before, after)) continue
      // Two rows in one cell may as well be rows that the other reading merges.
      const isTable = before.cell !== null && before.cell.table === after.cell?.table
      if ((isTable ? breaksOffMarked : breaksOff).test(before.text) && takesUp.test(after.text)) broken += 1
    }
  return broken
}

/** Tells whether a word and the next one in a block are of one sentence or one compound: both small, or joined by a hyphen. */
const isWithinPhrase = ({ tokens }: PageTokens, { type, text }: TokenUnit, place: number): boolean => {
  const [word, next] = [tokens[place], tokens[place + 1]]
  if (word === undefined || next === undefined || isCodeOrFormula(type)) return false
  const between = text.slice(word.end, next.start)
  if (between === '-') return true
  const areSmall = [word, next].every(({ start, end }) => smallWord.test(text.slice(start, end)))
  return areSmall && /^,?\s$/.test(between)
}

/** Labels after which another label comes here, and something else, such as their value, in the other reading. */
const partedLabels = ({ a, b, toB }: Alignment): number => {
  let parted = 0
  for (let place = 0; place + 1 < a.length; place += 1) {
    const counterpart = toB[place] ?? -1
    if (counterpart < 0 || !endsLabel(a, place) || !endsLabel(b, counterpart)) continue
    if (toB[place + 1] !== counterpart + 1 && startsLabel(a, place + 1) && !startsLabel(b, counterpart + 1)) parted += 1
  }
  return parted
}

const endsLabel = (page: PageTokens, place: number): boolean => {
  const unit = unitAt(page, place)
  return unit !== undefined && /^\s*:(?!\S)/.test(unit.text.slice(page.tokens[place]?.end))
}

/** Tells whether a label is complete within a few words of a block or cell. */
const startsLabel = (page: PageTokens, start: number): boolean => {
  const end = Math.min(start + recommending.maxLabelWords, unitAt(page, start)?.end ?? 0)
  for (let place = start; place < end; place += 1) if (endsLabel(page, place)) return true
  return false
}

/** Lines of code and formulas are no sentences, cells side by side are several, and some breaks are those of the page. */
const areSeparate = (before: TokenUnit, after: TokenUnit): boolean =>
  isCodeOrFormula(before.type) ||
  isCodeOrFormula(after.type) ||
  after.continues ||
  (before.cell !== null && before.cell.table === after.cell?.table && before.cell.row === after.cell.row)

const isCodeOrFormula = (type: TokenUnit['type']): boolean => type === 'code' || type === 'formula'

const smallWord = /^\p{Ll}{2,}$/u
const breaksOff = /\p{Ll}[,-]?\s*$/u
const breaksOffMarked = /\p{Ll}[,-]\s*$/u
const takesUp = /^\s*\p{L}{2,}(?:[\s,.;)]|$)/u
