import type { Box } from '@polyparse/document'
import type { Glyph } from '../../pdfium/character.ts'
import { shapes as parameters } from './parameters.ts'

/** The heights of the small and the tall letters of a font, in heights of the font; null for a font of one height. */
export type LetterHeights = { readonly low: number; readonly high: number } | null

/** Letters of the Latin alphabet by the outline of their ink; those that fonts draw in several ways are left out. */
const short = new Set('acemnorsuvwxz')
const tall = new Set('bdhklABCDEFGHIKLMNOPRSTUVWXYZ')
const deep = new Set('gpqy')
const onLine = new Set('abcdehklmnorsuvwxABCDEFGHIKLMNOPRSTUVWXYZ')

/** The heights of the letters of one font, by the ink of its glyphs with their characters, which need not be right. */
export const letterHeights = (glyphs: Iterable<readonly [text: string, glyph: Glyph]>): LetterHeights => {
  const tops: number[] = []
  for (const [text, { ink }] of glyphs)
    if (ink !== null && (short.has(text) || tall.has(text) || deep.has(text))) tops.push(ink[3])
  if (tops.length < parameters.minLetters) return null
  let [low, high] = [Math.min(...tops), Math.max(...tops)]
  for (let round = 0; round < parameters.rounds; round += 1) {
    const middle = (low + high) / 2
    low = meanOrNull(tops.filter((top) => top <= middle)) ?? low
    high = meanOrNull(tops.filter((top) => top > middle)) ?? high
  }
  return high - low < parameters.minHeightStep ? null : { low, high }
}

const meanOrNull = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/**
 * Tells whether a glyph cannot be the character. Only what holds in every ordinary typeface counts: how high and how deep a
 * letter reaches, and that signs are smaller than letters.
 */
export const contradicts = (text: string, glyph: Pick<Glyph, 'ink' | 'contours'>, heights: LetterHeights): boolean => {
  const { ink } = glyph
  if (ink === null) return false
  if (text.length === 1 && /[A-Za-z]/.test(text)) return isOtherLetter(text, ink, heights)
  if (/^\d$/.test(text)) return isOtherFigure(Number(text), glyph)
  return isOtherSign(text, ink) || isOtherAccent(text, ink, heights)
}

const isOtherLetter = (letter: string, [, bottom, , top]: Box, heights: LetterHeights): boolean => {
  if (deep.has(letter) && bottom > -parameters.minDepth) return true
  if (onLine.has(letter) && bottom < -parameters.maxDepth) return true
  if (heights === null) return false
  const middle = (heights.low + heights.high) / 2
  return (short.has(letter) && top > middle) || (tall.has(letter) && top < middle)
}

/** The minimum and maximum number of closed lines with which the figures 0 to 9 are drawn. */
const contours = [
  [2, 4],
  [1, 1],
  [1, 1],
  [1, 1],
  [1, 2],
  [1, 1],
  [1, 2],
  [1, 1],
  [2, 3],
  [1, 2],
] as const

const isOtherFigure = (figure: number, { ink, contours: drawn }: Pick<Glyph, 'ink' | 'contours'>): boolean => {
  if (ink !== null && ink[3] - ink[1] < parameters.minFigureHeight) return true
  const [min, max] = contours[figure] ?? [0, Infinity]
  return drawn !== null && (drawn < min || drawn > max)
}

/** Signs that hang above the middle of the letters, lie at their foot, or are flat. */
const high = new Set('\'"“”‘’^`´¨°ªº˚ˆ˜˘ˇ˙¯')
const low = new Set('.,…_¸˛‚„')
const flat = new Set('-–—−·')

const isOtherSign = (text: string, [, bottom, , top]: Box): boolean =>
  (high.has(text) && bottom < parameters.minHighBottom) ||
  (low.has(text) && top > parameters.maxLowTop) ||
  (flat.has(text) && top - bottom > parameters.maxFlatHeight)

/** Combining marks that are above their letter. */
const markAbove = /^\p{L}[\u0300-\u030C]$/u

const isOtherAccent = (text: string, [, bottom, , top]: Box, heights: LetterHeights): boolean => {
  if (heights === null) return false
  const parts = text.normalize('NFD')
  const letter = parts.charAt(0)
  if (!markAbove.test(parts) || !/[A-Za-z]/.test(letter)) return false
  if (/[A-Z]/.test(letter)) return top < heights.high + parameters.minAccent
  if (!short.has(letter)) return false
  return bottom < -parameters.maxDepth || bottom > parameters.minDepth || top < heights.low + parameters.minAccent
}
