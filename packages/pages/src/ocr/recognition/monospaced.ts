import { type Box, centre, holds } from '@polyparse/document'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'
import { monospacedRecognition as parameters } from '../parameters.ts'

/**
 * The lines set in letters of one width, as code is, and the step from letter to letter in each, in pixels. A line with
 * enough words shows it by its even steps; a short one by the width of its words near such lines, or because it is
 * between them or on the same shaded ground.
 */
export const findMonospaced = (
  lines: readonly RecognizedLine[],
  grounds: readonly Box[],
): ReadonlyMap<RecognizedLine, number> => {
  const maxSize = commonSize(lines) * parameters.maxSizeRatio
  // A line that is only a brace does not show its size.
  const small = lines.filter((line) => line.size < maxSize || lineLengthForMonospace(line) <= parameters.maxBraces)
  const steps = new Map(small.map((line) => [line, evenStep(line)]))
  const isSure = (line: RecognizedLine, step: number): boolean => {
    const isShared = small.some(
      (other) => other !== line && Math.abs((steps.get(other) ?? 0) / step - 1) < parameters.sharedTolerance,
    )
    return lineLengthForMonospace(line) >= (isShared ? parameters.minLettersShared : parameters.minLetters)
  }
  const sure = small.flatMap((line) => {
    const step = steps.get(line) ?? null
    return step !== null && isSure(line, step) ? [{ line, step }] : []
  })
  const found = new Set(sure.map(({ line }) => line))
  const isNear = (line: RecognizedLine): boolean => [...found].some((other) => isNext(line, other))
  for (const line of small) {
    const isAlike = sure.some(
      (known) => Math.abs(line.size / known.line.size - 1) < parameters.sizeTolerance && fits(line, known.step),
    )
    if (isAlike && (lineLengthForMonospace(line) >= parameters.minLettersAlone || isNear(line))) found.add(line)
  }
  for (const line of small) {
    const beside = [...found].filter((other) => isNext(line, other))
    const isBetween =
      beside.some(({ baseline }) => baseline < line.baseline) && beside.some(({ baseline }) => baseline > line.baseline)
    if (isBetween || (lineLengthForMonospace(line) <= parameters.maxBraces && beside.length > 0)) found.add(line)
  }
  for (const ground of grounds) {
    const own = small.filter(({ box }) => holds(ground, centre(box)))
    if (own.filter((line) => found.has(line)).length > own.length * parameters.minGroundShare)
      for (const line of own) found.add(line)
  }
  return new Map([...found].map((line) => [line, stepOf(line, sure)]))
}

type Sure = { readonly line: RecognizedLine; readonly step: number }

/** The median of the steps that are nearly that of the nearest sure line: each measure is a little off. */
const stepOf = (line: RecognizedLine, sure: readonly Sure[]): number => {
  const apart = (other: Sure): number => Math.abs(other.line.baseline - line.baseline)
  const nearest = sure.reduce(
    (best, other) => (apart(other) < apart(best) ? other : best),
    sure[0] ?? { line, step: 0 },
  )
  const alike = sure
    .map(({ step }) => step)
    .filter((step) => Math.abs(step / nearest.step - 1) < parameters.averageTolerance)
  return alike.toSorted((one, other) => one - other)[alike.length >> 1] ?? nearest.step
}

/** A word as wide as its letters' places with the white around them, so that its columns can be counted. */
export const onGrid = (word: RecognizedWord, step: number): RecognizedWord => {
  const [x0, y0, x1, y1] = word.box
  const slack = word.text.length * step - (x1 - x0)
  return Math.abs(slack) < step ? { ...word, box: [x0 - slack / 2, y0, x1 + slack / 2, y1] } : word
}

/** The median size of the words. */
const commonSize = (lines: readonly RecognizedLine[]): number => {
  const sorted = lines.flatMap((line) => line.words.map(() => line.size)).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

const lineLengthForMonospace = ({ words }: RecognizedLine): number =>
  words.reduce((sum, { text }) => sum + text.length, 0)

/**
 * The step from letter to letter when all words are where it puts them, by least squares; null when they do not, and
 * for a single word.
 */
const evenStep = ({ words, size }: RecognizedLine): number | null => {
  const last = words.at(-1)
  if (words.length < 2 || last === undefined) return null
  let column = 0
  const places = words.map(({ text, box }): readonly [column: number, x: number] => {
    const place = [column, box[0]] as const
    column += text.length + 1
    return place
  })
  places.push([column - 1, last.box[2]])
  const middle = (index: 0 | 1): number => places.reduce((sum, place) => sum + place[index], 0) / places.length
  const [middleColumn, middleX] = [middle(0), middle(1)]
  const spread = places.reduce((sum, [at]) => sum + (at - middleColumn) ** 2, 0)
  const step = places.reduce((sum, [at, x]) => sum + (at - middleColumn) * (x - middleX), 0) / spread
  const off = Math.sqrt(
    places.reduce((sum, [at, x]) => sum + (x - middleX - step * (at - middleColumn)) ** 2, 0) / places.length,
  )
  return isStep(step, size) && off < step * parameters.maxDeviation ? step : null
}

const isStep = (step: number, size: number): boolean =>
  step > size * parameters.minStep && step < size * parameters.maxStep

/** Tells whether most of a line's letters are in words as wide as letters with this step make them. */
const fits = (line: RecognizedLine, step: number): boolean => {
  if (!isStep(step, line.size)) return false
  const matching = line.words.filter((word) => isAsWide(word, step))
  const length = matching.reduce((sum, { text }) => sum + text.length, 0)
  return length >= parameters.minFittingLetters && length > lineLengthForMonospace(line) * parameters.minFittingShare
}

const isAsWide = ({ text, box }: RecognizedWord, step: number): boolean => {
  const slack = (text.length * step - (box[2] - box[0])) / step
  return slack > -parameters.maxWider && slack < parameters.maxNarrower
}

const isNext = (line: RecognizedLine, other: RecognizedLine): boolean => {
  const apart = Math.abs(line.baseline - other.baseline)
  const isBeside = line.box[0] > other.box[0] - other.size * parameters.maxOutdent && line.box[0] < other.box[2]
  return isBeside && apart > 0 && apart < other.size * parameters.maxLineStep
}
