import type { Character, CharacterLook } from './character.ts'
import { evenWidths as limits } from './parameters.ts'

/*
 * Finds fonts whose letters are of one width, although neither their name nor their descriptor says so: the fonts that
 * TeX draws as bitmaps have neither.
 */

/** Letters that are narrow in every font but those of one width. */
const narrow = /[fijlrtI]/
const isBasicLatinLetter = (text: string): boolean => {
  const code = text.length === 1 ? text.charCodeAt(0) | 0x20 : 0
  return code >= 0x61 && code <= 0x7a
}

/** The characters of a page, those in fonts of one width marked as monospaced. */
export const withEvenWidths = (characters: readonly Character[]): readonly Character[] => {
  const widths = new Map<string, Map<string, number>>()
  for (const { text, box, look } of characters) {
    if (box === null || look.style.monospaced || look.direction % 180 !== 0 || !isBasicLatinLetter(text)) continue
    const own = widths.get(look.font) ?? new Map<string, number>()
    own.set(text, (box[2] - box[0]) / (look.size * look.stretch))
    widths.set(look.font, own)
  }
  const even = new Set([...widths].flatMap(([font, own]) => (areEven(own) ? [font] : [])))
  if (even.size === 0) return characters
  const looks = new Map<CharacterLook, CharacterLook>()
  const monospaced = (look: CharacterLook): CharacterLook => {
    const known = looks.get(look) ?? { ...look, style: { ...look.style, monospaced: true } }
    looks.set(look, known)
    return known
  }
  return characters.map((character) =>
    even.has(character.look.font) ? { ...character, look: monospaced(character.look) } : character,
  )
}

/** Tells whether enough letters, narrow ones and others, have one width. A glyph drawn beyond its width seems wider. */
const areEven = (own: ReadonlyMap<string, number>): boolean => {
  const middle = [...own.values()].toSorted((a, b) => a - b)[own.size >> 1] ?? 0
  const even = [...own].flatMap(([one, width]) => (Math.abs(width - middle) < limits.tolerance ? [one] : []))
  return (
    even.length >= limits.minLetters &&
    even.length >= own.size * limits.minShare &&
    even.some((one) => narrow.test(one)) &&
    even.some((one) => !narrow.test(one))
  )
}
