import { falseLayers as parameters } from './parameters.ts'

/** Letters beside figures or signs that words do not have within them, as in noise. */
const tangled =
  /\p{L}\d\p{L}|\d\p{L}+\d|\p{L}\d$|[\p{L}\d][!;^~|\\<>{}=_%&$#@]+[\p{L}\d]|[!;^~|\\<>{}=]{2}|[.,;:!]\p{L}/u

/**
 * Tells whether the invisible text of a scan is noise: many of its words mix letters with figures and signs.
 * @example isNoise(['The', 'harbour', 'light', 'ferries']) // false
 */
export const isNoise = (words: readonly string[]): boolean => tangledShare(words) >= parameters.minNoise

/**
 * Tells whether so many of them do that another reading of the scan may be better.
 * @example isPoor(['The', 'harbour', 'light', 'ferries']) // false
 */
export const isPoor = (words: readonly string[]): boolean => tangledShare(words) >= parameters.minPoor

type Recognised = { readonly text: string; readonly confidence: number }

/**
 * Tells whether the text that was recognised in a scan is as long as its text layer, likely right, and clearly less
 * tangled.
 */
export const isClearer = (recognised: readonly Recognised[], layer: readonly string[]): boolean => {
  const texts = recognised.map(({ text }) => text)
  const sure = recognised.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  const [length, held] = [texts.join('').length, layer.join('').length]
  return (
    length >= held * parameters.minRead &&
    sure >= length * parameters.minConfidence &&
    tangledShare(texts) <= tangledShare(layer) * parameters.maxStillTangled
  )
}

const tangledShare = (words: readonly string[]): number => {
  const long = words.filter((word) => word.length >= parameters.minLength)
  return long.length < parameters.minWords ? 0 : long.filter((word) => tangled.test(word)).length / long.length
}
