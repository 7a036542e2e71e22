import { itemAt } from '@polyparse/document/items'
import type { Character, Glyph } from '../../pdfium/character.ts'
import { isDash } from '../../pdfium/glyphs.ts'
import { explainByCodePage } from './code-pages.ts'
import { type Doubts, isUnknown, textOfPlaced } from './doubts.ts'
import { contradicts, letterHeights } from './shapes.ts'
import { elected, isInked, type Seen, vote } from './votes.ts'
import { dashesOfVerdict, verdictTrust, votes as parameters } from './parameters.ts'

/** The characters that doubted glyphs are. */
export type Meanings = Map<Glyph, string>

/** Returns what is certain about doubted glyphs without a look at the page: spaces, dashes and mistakes in all codes alike. */
export const meaningsByShape = (characters: readonly Character[], { glyphs, heights }: Doubts): Meanings => {
  const meanings: Meanings = new Map()
  const all = new Set(characters.flatMap(({ glyph }) => glyph ?? []))
  for (const [font, own] of Map.groupBy(all, ({ fontObject }) => fontObject)) {
    if (!own.some((glyph) => glyphs.has(glyph))) continue
    for (const [glyph, text] of explainByCodePage(own, glyphs, heights.get(font) ?? null)) meanings.set(glyph, text)
  }
  const beforeFigures = countBeforeFigures(characters)
  for (const glyph of glyphs) {
    if (glyph.ink === null) meanings.set(glyph, ' ')
    else if (isDash(glyph)) meanings.set(glyph, dashOf(glyph, beforeFigures.get(glyph) ?? 0))
  }
  return meanings
}

/** The share of its places in which each glyph has a figure right after it. */
const countBeforeFigures = (characters: readonly Character[]): ReadonlyMap<Glyph, number> => {
  const counts = new Map<Glyph, { all: number; figures: number }>()
  for (const [index, { glyph }] of characters.entries()) {
    if (glyph === null || !isDash(glyph)) continue
    const count = counts.get(glyph) ?? { all: 0, figures: 0 }
    counts.set(glyph, count)
    count.all += 1
    if (/^[\d.,]/.test(characters[index + 1]?.text ?? '')) count.figures += 1
  }
  return new Map([...counts].map(([glyph, { all, figures }]) => [glyph, figures / all]))
}

const dashOf = ({ code, ink }: Glyph, beforeFigures: number): string => {
  const claimed = String.fromCodePoint(Math.min(code, 0x10_ff_ff))
  if (/^[-\u2010-\u2015\u2212]$/.test(claimed)) return claimed
  const width = inkWidthOfGlyph({ ink })
  if (width < dashesOfVerdict.minLong) return '-'
  if (beforeFigures >= dashesOfVerdict.minBeforeFigures) return '−'
  return width < dashesOfVerdict.minVeryLong ? '–' : '—'
}

/** Returns what the recognised words of a page say about its doubted glyphs, added to what is known of them. */
export const meaningsByVote = (
  seen: readonly Seen[],
  { glyphs }: Doubts,
  known: ReadonlyMap<Glyph, string>,
): Meanings => {
  const meanings: Meanings = new Map(known)
  const isOfText = textFonts(glyphsIn(seen))
  const meaningOf = (glyph: Glyph): string | null =>
    meanings.get(glyph) ?? (glyphs.has(glyph) ? null : textOfPlaced(glyph))
  // The second round reads ligatures, once the letters beside them are known.
  for (let round = 0; round < 2; round += 1) {
    const counted = vote(seen, meaningOf)
    for (const glyph of glyphs) {
      if (meanings.has(glyph) || !isOfText(glyph)) continue
      const text = elected(counted.get(glyph))
      if (text !== null && !contradicts(text, glyph, null))
        meanings.set(glyph, isLike(text, textOfPlaced(glyph)) && !isUnknown(glyph) ? textOfPlaced(glyph) : text)
    }
  }
  correctCase(meanings)
  return continueShift(meanings, glyphs)
}

const glyphsIn = (seen: readonly Seen[]): ReadonlySet<Glyph> =>
  new Set(seen.flatMap(({ characters }) => characters.map(({ glyph }) => glyph)))

/** Tells whether the font of a glyph shows text: several of the glyphs, and not a sign or two. */
export const textFonts = (glyphs: ReadonlySet<Glyph>): ((glyph: Glyph) => boolean) => {
  const counts = Map.groupBy(glyphs, ({ fontObject }) => fontObject)
  return ({ fontObject }) => (counts.get(fontObject)?.length ?? 0) >= parameters.minGlyphsOfText
}

/**
 * Tells whether recognition may have read a character for another: it misses accents, and confuses cases, quotes and
 * dashes.
 * @example isLike('e', 'é') // true
 */
export const isLike = (a: string, b: string): boolean => foldTextForMending(a) === foldTextForMending(b)

const foldTextForMending = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’‚‛`´′]/gu, "'")
    .replaceAll(/[“”„‟″]/gu, '"')
    .replaceAll(/[-\u2010-\u2015\u2212]/gu, '-')
    .toLowerCase()

/** Recognition confuses small letters and capitals of one form, which the height of their ink tells apart. */
const correctCase = (meanings: Meanings): void => {
  for (const own of Map.groupBy(meanings, ([glyph]) => glyph.fontObject).values()) {
    const heights = letterHeights(own.map(([glyph, text]) => [text, glyph]))
    for (const [glyph, text] of own) {
      if (!/^[A-Za-z]$/.test(text) || !contradicts(text, glyph, heights)) continue
      const other = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
      if (!contradicts(other, glyph, heights) && !isAccented(glyph, text, own)) meanings.set(glyph, other)
    }
  }
}

/** Tells whether a glyph that is too tall for a small letter is as wide as it: an accent was not read. */
const isAccented = (glyph: Glyph, text: string, own: readonly (readonly [Glyph, string])[]): boolean =>
  own.some(
    ([other, same]) =>
      other !== glyph &&
      same === text &&
      Math.abs(inkWidthOfGlyph(other) - inkWidthOfGlyph(glyph)) < parameters.maxWidthDifference,
  )

const inkWidthOfGlyph = ({ ink }: Pick<Glyph, 'ink'>): number => (ink === null ? 0 : ink[2] - ink[0])

/**
 * Continues a shift: where the codes of a font are all shifted by one number, so are those of its rare glyphs that were
 * not read.
 */
export const continueShift = (known: ReadonlyMap<Glyph, string>, glyphs: ReadonlySet<Glyph>): Meanings => {
  const meanings = new Map(known)
  for (const own of Map.groupBy(glyphs, ({ fontObject }) => fontObject).values()) {
    const shifts = own.flatMap((glyph) => {
      const text = meanings.get(glyph)
      return text !== undefined && /^[!-~]$/.test(text) ? [(text.codePointAt(0) ?? 0) - glyph.code] : []
    })
    const [usual] = [...Map.groupBy(shifts, (shift) => shift)].toSorted((a, b) => b[1].length - a[1].length)
    if (usual === undefined || usual[1].length < parameters.minShifted) continue
    if (usual[1].length < shifts.length * parameters.minShiftedShare) continue
    for (const glyph of own) {
      const code = glyph.code + usual[0]
      if (!meanings.has(glyph) && code > 0x20 && code < 0x7f) meanings.set(glyph, String.fromCodePoint(code))
    }
  }
  return meanings
}

/** The layer of a page with its doubted characters replaced. */
export type MendedLayer = {
  /** The texts by the index of the character among the visible ones; all others are right as they are. */
  readonly texts: ReadonlyMap<number, string>
  /** Characters that were read in the image only, and those that remain unknown. */
  readonly read: number
  readonly unknown: number
  /** Characters that draw something. */
  readonly inked: number
  /** Characters whose text changes. */
  readonly changed: number
}

export const mendLayer = (
  characters: readonly Character[],
  { glyphs }: Doubts,
  meanings: ReadonlyMap<Glyph, string>,
  seen: readonly Seen[],
): MendedLayer => {
  const inPlace = readInPlace(seen)
  const isOfText = textFonts(glyphsIn(seen))
  const texts = new Map<number, string>()
  let [read, unknown, inked, changed] = [0, 0, 0, 0]
  for (const [index, character] of characters.entries()) {
    const { glyph } = character
    if (glyph === null) continue
    if (glyph.ink !== null) inked += 1
    const meaning = meanings.get(glyph)
    if (meaning === undefined && !glyphs.has(glyph)) continue
    const place = isInked(character) && isOfText(glyph) ? inPlace.get(character) : undefined
    const here = meaning ?? (place !== undefined && !contradicts(place, glyph, null) ? place : undefined)
    if (meaning === undefined && here !== undefined) read += 1
    if (here === undefined) unknown += 1
    const text = here ?? (isUnknown(glyph) ? '\uFFFD' : character.text)
    if (text !== character.text) changed += 1
    texts.set(index, text)
  }
  return { texts, read, unknown, inked, changed }
}

/** Returns what was read in the place of each character, where a word has as many characters as there are. */
const readInPlace = (seen: readonly Seen[]): ReadonlyMap<Character, string> => {
  const texts = new Map<Character, string>()
  for (const { word, characters } of seen) {
    const read = Array.from(word.text)
    if (word.confidence < parameters.minConfidence || read.length !== characters.length) continue
    for (const [index, character] of characters.entries()) texts.set(character, itemAt(read, index))
  }
  return texts
}

/** The share of the words with doubted glyphs that a mended layer has as they were recognised; 1 where there is none. */
export const agreement = (seen: readonly Seen[], { glyphs }: Doubts, meanings: ReadonlyMap<Glyph, string>): number => {
  const judged = seen.filter(
    ({ word, characters }) =>
      word.confidence >= verdictTrust.minConfidence && characters.some(({ glyph }) => glyphs.has(glyph)),
  )
  const same = judged.filter(({ word, characters }) =>
    isLike(word.text, characters.map(({ glyph }) => meanings.get(glyph) ?? textOfPlaced(glyph)).join('')),
  )
  return judged.length === 0 ? 1 : same.length / judged.length
}
