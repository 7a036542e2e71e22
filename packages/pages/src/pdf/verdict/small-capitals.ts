import type { Character, Glyph } from '../../pdfium/character.ts'
import { isInked } from './votes.ts'
import { shapes as parameters } from './parameters.ts'

/**
 * The glyphs of small letters that a font draws as small capitals, perhaps beside ordinary ones. In all words that have
 * them no small letter is taller or deeper than the others, nor is one of them in any other word: a wrong letter has
 * right ones beside it, which are in words of every shape.
 */
export const smallCapitals = (characters: readonly Character[]): ReadonlySet<Glyph> => {
  const even: Glyph[][] = []
  const ordinary = new Set<Glyph>()
  for (const word of smallLetters(characters)) {
    if (hasEvenHeight(word)) even.push(word)
    else for (const glyph of word) ordinary.add(glyph)
  }
  for (let before = -1; ordinary.size > before;) {
    before = ordinary.size
    for (const word of even)
      if (word.some((glyph) => ordinary.has(glyph))) for (const glyph of word) ordinary.add(glyph)
  }
  const capitals = even.filter((word) => new Set(word).size > 1).flat()
  return new Set(capitals).difference(ordinary)
}

/** The small letters of each word that is in one font. */
const smallLetters = (characters: readonly Character[]): Glyph[][] => {
  const words: Glyph[][] = []
  let font: number | null = null
  for (const character of characters) {
    const { glyph } = character
    const own = isInked(character) && /\p{L}/u.test(character.text) ? character.glyph.fontObject : null
    if (own !== null && own !== font) words.push([])
    if (own !== null && glyph !== null && isLowercaseGlyph(glyph)) words.at(-1)?.push(glyph)
    font = own
  }
  return words.filter((word) => word.length > 0)
}

const isLowercaseGlyph = ({ code }: Glyph): boolean => code >= 0x61 && code <= 0x7a

/** Capitals with a tail. */
const tailed = new Set(Array.from('jq', (letter) => letter.charCodeAt(0)))

const hasEvenHeight = (word: readonly Glyph[]): boolean => {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const { code, ink } of word) {
    if (ink === null) continue
    if (ink[1] <= -parameters.maxDepth && !tailed.has(code)) return false
    lowest = Math.min(lowest, ink[3])
    highest = Math.max(highest, ink[3])
  }
  return highest - lowest < parameters.smallCapitalTolerance
}
