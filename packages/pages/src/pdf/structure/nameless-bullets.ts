import type { Box } from '@polyparse/document'
import type { Character } from '../../pdfium/character.ts'
import { isDash } from '../../pdfium/glyphs.ts'
import {
  type BaseLine,
  charactersBetween,
  linesOfText,
  type LookBudget,
  type PlacedCharacter,
} from '../characters/lines-of-text.ts'
import { isUnknown } from '../verdict/doubts.ts'
import { namelessBullets as parameters } from './parameters.ts'

/**
 * The bullets and dashes of lists that the font names as no character, as those of the bitmap fonts of TeX, which would be left out as
 * control characters. They are known by their shape, where nothing is before them on their line and text follows after a gap.
 */
export const findNamelessBullets = (characters: readonly Character[]): ReadonlyMap<Character, string> => {
  const found = new Map<Character, string>()
  const shaped = characters.flatMap((character) => {
    const sign = signOfShape(character)
    return sign !== null && character.box !== null ? [{ character, box: character.box, sign }] : []
  })
  if (shaped.length === 0) return found
  const lines = linesOfText(characters)
  const budget = { characters: parameters.maxLookedAt }
  for (const { character, box, sign } of shaped)
    if (isBeforeText({ ...character, box }, lines, budget)) found.set(character, sign)
  return found
}

/** Codes of fonts without Unicode that are their characters all the same, as those of typewriter fonts. */
const isBulletByCode = (text: string): boolean => /^[-*•·–—]$/u.test(text)

const signOfShape = ({ text, glyph, look }: Character): string | null => {
  if (glyph === null || glyph.ink === null || look.hidden || look.direction !== 0 || !isUnknown(glyph)) return null
  if (isBulletByCode(text)) return text
  if (isDash(glyph)) return '–'
  return isDotShaped(glyph.ink) ? '•' : null
}

const isDotShaped = ([left, bottom, right, top]: Box): boolean => {
  const [across, high] = [right - left, top - bottom]
  return (
    Math.min(across, high) >= parameters.minSide &&
    Math.max(across, high) <= parameters.maxSide &&
    Math.max(across, high) <= Math.min(across, high) * parameters.maxRatio &&
    bottom >= parameters.minRaise
  )
}

/** Tells whether a sign is the first of its line, or far from what is before it, and text begins after a gap. */
const isBeforeText = (sign: PlacedCharacter, lines: readonly BaseLine[], budget: LookBudget): boolean => {
  const { box, origin, look } = sign
  let next = Infinity
  for (const other of charactersBetween(origin[1], origin[1], lines, budget)) {
    if (other.box[0] === box[0] && other.box[2] === box[2]) continue
    if (other.box[0] < box[0] && other.box[2] > box[0] - look.size * parameters.minClearance) return false
    if (other.box[0] >= box[0]) next = Math.min(next, other.box[0] - box[2])
  }
  return next >= look.size * parameters.minGap && next <= look.size * parameters.maxGap
}
