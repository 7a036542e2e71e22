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
 * control characters. They are known by their shape, where nothing is before them on their line and text follows after a gap. A dash
 * before a figure may be its sign, so it is given as a minus, which remains in the text.
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
  for (const { character, box, sign } of shaped) {
    const follower = followerOf({ ...character, box }, lines, budget)
    if (follower === null) continue
    if (isDashSign(sign) && /^[\p{N}\p{Sc}.,]/u.test(follower.text)) found.set(character, '−')
    else if (follower.gap >= character.look.size * parameters.minGap) found.set(character, sign)
  }
  return found
}

const isDashSign = (sign: string): boolean => /^[-–—]$/u.test(sign)

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

/**
 * The text after a sign that is the first of its line, or far from what is before it, and the gap to that text. Returns null where
 * other text is before it or none is near.
 */
const followerOf = (
  sign: PlacedCharacter,
  lines: readonly BaseLine[],
  budget: LookBudget,
): { readonly text: string; readonly gap: number } | null => {
  const { box, origin, look } = sign
  let next = { text: '', gap: Infinity }
  for (const other of charactersBetween(origin[1], origin[1], lines, budget)) {
    if (other.box[0] === box[0] && other.box[2] === box[2]) continue
    if (other.box[0] < box[0] && other.box[2] > box[0] - look.size * parameters.minClearance) return null
    const gap = other.box[0] - box[2]
    if (other.box[0] >= box[0] && gap < next.gap) next = { text: other.text, gap }
  }
  return next.gap <= look.size * parameters.maxGap ? next : null
}
