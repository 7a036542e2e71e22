import type { Character, Glyph } from '../../pdfium/character.ts'
import { isPictorial } from '../../pdfium/fonts.ts'
import { isDividingHyphen } from '../../pdfium/characters.ts'
import { isDash } from '../../pdfium/glyphs.ts'
import { contradicts, letterHeights, type LetterHeights } from './shapes.ts'
import { smallCapitals } from './small-capitals.ts'
import { doubts as parameters } from './parameters.ts'

/** The doubts about the text layer of one page. */
export type Doubts = {
  /** Glyphs whose characters are not known, or not believed. */
  readonly glyphs: ReadonlySet<Glyph>
  /** The heights of letters by the object of their font. */
  readonly heights: ReadonlyMap<number, LetterHeights>
}

/**
 * The doubts about the visible characters of a page: glyphs without Unicode or with one that says nothing, glyphs whose
 * ink contradicts their character, and different shapes of one character. Null where there are none.
 */
export const findDoubts = (characters: readonly Character[]): Doubts | null => {
  const capitals = smallCapitals(characters)
  const fonts = Map.groupBy(distinctGlyphs(characters), ({ fontObject }) => fontObject)
  const heights = new Map<number, LetterHeights>()
  const doubted = new Set<Glyph>()
  const believed = new Set<Glyph>()
  for (const [font, glyphs] of fonts) {
    const found = letterHeights(glyphs.map((glyph) => [textOfPlaced(glyph), glyph]))
    heights.set(font, found)
    const { contrary, isBelieved } = judgeFont(glyphs, found, capitals)
    for (const glyph of contrary) doubted.add(glyph)
    if (isBelieved) for (const glyph of glyphs) if (isPrintable(glyph)) believed.add(glyph)
  }
  for (const glyph of unknownGlyphs(characters)) if (!believed.has(glyph)) doubted.add(glyph)
  return doubted.size === 0 ? null : { glyphs: doubted, heights }
}

/** The glyphs that are drawn alone. A ligature comes as several characters in one place, with the ink of all. */
const distinctGlyphs = (characters: readonly Character[]): Glyph[] => {
  const seen = new Set<Glyph>()
  for (const [index, character] of characters.entries()) {
    if (character.glyph === null || seen.has(character.glyph) || isPictorial(character.glyph.font)) continue
    const { origin } = character
    const isShared = [characters[index - 1], characters[index + 1]].some(
      (other) =>
        other !== undefined && other.glyph !== null && other.origin[0] === origin[0] && other.origin[1] === origin[1],
    )
    if (!isShared) seen.add(character.glyph)
  }
  return [...seen]
}

/** The glyphs that are not what the font says, and whether the codes of a font without Unicode are believed. */
const judgeFont = (
  glyphs: readonly Glyph[],
  heights: LetterHeights,
  capitals: ReadonlySet<Glyph>,
): { readonly contrary: readonly Glyph[]; readonly isBelieved: boolean } => {
  const contrary = glyphs.filter((glyph) => !capitals.has(glyph) && contradicts(textOfPlaced(glyph), glyph, heights))
  const judged = glyphs.filter((glyph) => (isLetter(glyph) && heights !== null) || glyph.contours !== null).length
  const wrong = contrary.filter((glyph) => isLetter(glyph) || isDigitGlyph(glyph)).length
  const unknown = glyphs.filter((glyph) => glyph.ink !== null && (isUnknown(glyph) || isDingbat(glyph))).length
  const isBelieved = judged >= parameters.minJudged && contrary.length <= glyphs.length * parameters.maxBelievedShare
  const isWrong = wrong >= parameters.minContradicting && wrong >= judged * parameters.minContradictingShare
  const isUnmapped = unknown >= parameters.minUnknown && unknown >= glyphs.length * parameters.minUnknownShare
  if (isWrong || (isUnmapped && !isBelieved)) return { contrary: glyphs, isBelieved: false }
  const figures = contrary.some(isDigitGlyph) ? glyphs.filter(isDigitGlyph) : []
  return {
    contrary: [...contrary, ...figures, ...twoShapes(glyphs.filter((glyph) => !capitals.has(glyph)))],
    isBelieved,
  }
}

/**
 * Letters and figures that the font draws in more than one shape; none where most have several, as in text that is
 * distorted.
 */
const twoShapes = (glyphs: readonly Glyph[]): readonly Glyph[] => {
  const known = glyphs.filter((glyph) => glyph.ink !== null && (isLetter(glyph) || isDigitGlyph(glyph)))
  const codes = [...Map.groupBy(known, ({ code }) => code).values()]
  const several = codes.filter((same) => same.length > 1 && !areNarrowed(same))
  return several.length > codes.length * parameters.maxSeveralShare ? [] : several.flat()
}

/** Tells whether shapes are those of `f`, which fonts draw narrower before a letter with an accent, and as high. */
const areNarrowed = (same: readonly Glyph[]): boolean => {
  const inks = same.flatMap(({ code, ink }) => (code === 0x66 && ink !== null ? [ink] : []))
  const rangeOf = (side: 1 | 2 | 3): number => {
    const sides = inks.map((ink) => ink[side])
    return Math.max(...sides) - Math.min(...sides)
  }
  return (
    inks.length === same.length &&
    Math.max(rangeOf(1), rangeOf(3)) < parameters.maxHeightStep &&
    rangeOf(2) < parameters.maxNarrowing
  )
}

/** Glyphs without a Unicode that says something, wherever they are: left out in silence, they may be a letter or a figure. */
const unknownGlyphs = (characters: readonly Character[]): Glyph[] => {
  const distinct = new Set(characters.flatMap(({ glyph }) => glyph ?? []))
  return [...distinct].filter((glyph) => isUnknown(glyph) && !isPictorial(glyph.font))
}

/** A character that fonts of pictures have. Where others have many, they got the names of their glyphs wrong. */
const isDingbat = ({ code }: Glyph): boolean => code >= 0x27_00 && code <= 0x27_bf

const saysNothing = /^[\p{Cc}\p{Co}\p{Cn}\uFFFD]$/u

/** Tells whether the font does not say which character a glyph is. */
export const isUnknown = (glyph: Glyph): boolean =>
  glyph.isUnmapped ||
  (saysNothing.test(textOfPlaced(glyph)) &&
    !/\s/.test(textOfPlaced(glyph)) &&
    !(isDividingHyphen(glyph.code) && isDash(glyph)))

const isPrintable = ({ code }: Glyph): boolean => code > 0x20 && code < 0x7f

/**
 * The character that a font claims for a glyph.
 * @example textOfPlaced({ code: 65 }) // 'A'
 */
export const textOfPlaced = ({ code }: Pick<Glyph, 'code'>): string =>
  code === 0 || code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code)

const isLetter = ({ code }: Glyph): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isDigitGlyph = ({ code }: Glyph): boolean => code >= 0x30 && code <= 0x39
