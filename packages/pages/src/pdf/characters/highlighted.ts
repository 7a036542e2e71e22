import { hexColor, isHighlightColor, maxOf, minOf } from '@polyparse/engine'
import type { FilledArea, PageDrawing } from '../../pdfium/drawings.ts'
import {
  type BaseLine,
  charactersBetween,
  charactersWithin,
  type LookBudget,
  type PlacedCharacter,
} from './lines-of-text.ts'
import { drawnMarks, highlightParameters as parameters } from './parameters.ts'

/**
 * The characters on grounds in which people highlight text, with the colour of each: grounds of one line that end where their words
 * end, or that have a little more room and lie in running text. Others are those of cells, titles and labels.
 */
export const findHighlighted = (
  drawings: readonly PageDrawing[],
  lines: readonly BaseLine[],
  budget: LookBudget,
): ReadonlyMap<PlacedCharacter, string> => {
  const found = new Map<PlacedCharacter, string>()
  const grounds = drawings.filter(
    (drawing): drawing is FilledArea =>
      drawing.kind === 'area' && !drawing.isOfFrame && isHighlightColor(drawing.color) && hasWidth(drawing),
  )
  for (const { box, color } of grounds.slice(0, drawnMarks.maxStrokes)) {
    const over = charactersWithin(box, lines, budget)
    if (isOfWords(box, over) && (isTight(box, over) || isInLine(box, over, lines, budget)))
      for (const character of over) found.set(character, hexColor(color))
  }
  return found
}

const hasWidth = ({ box: [left, , right] }: FilledArea): boolean => right - left >= drawnMarks.minLength

const sizeOf = (over: readonly PlacedCharacter[]): number => maxOf(over.map(({ look }) => look.size))

/** Tells whether a ground is as high as one line of text, and the text is not code. */
const isOfWords = ([, top, , bottom]: FilledArea['box'], over: readonly PlacedCharacter[]): boolean => {
  if (over.every(({ look }) => look.style.monospaced)) return false
  const size = sizeOf(over)
  const baselines = over.map(({ origin }) => origin[1])
  return (
    bottom - top > size * parameters.minHeight &&
    bottom - top < size * parameters.maxHeight &&
    maxOf(baselines) - minOf(baselines) < size * parameters.maxShift &&
    over.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
  )
}

const roomOf = ([left, , right]: FilledArea['box'], over: readonly PlacedCharacter[]): number =>
  Math.max(0, minOf(over.map(({ box }) => box[0])) - left) + Math.max(0, right - maxOf(over.map(({ box }) => box[2])))

const isTight = (box: FilledArea['box'], over: readonly PlacedCharacter[]): boolean =>
  roomOf(box, over) <= sizeOf(over) * parameters.tightRoom

/** Tells whether the line of the words goes on right beside their ground. */
const isInLine = (
  box: FilledArea['box'],
  over: readonly PlacedCharacter[],
  lines: readonly BaseLine[],
  budget: LookBudget,
): boolean => {
  const size = sizeOf(over)
  if (roomOf(box, over) > size * parameters.maxRoom) return false
  const own = new Set(over)
  const baseline = minOf(over.map(({ origin }) => origin[1]))
  return [...charactersBetween(baseline, baseline, lines, budget)].some(
    (character) =>
      !own.has(character) &&
      Math.max(character.box[0] - box[2], box[0] - character.box[2]) < size * parameters.maxGapToLine,
  )
}
