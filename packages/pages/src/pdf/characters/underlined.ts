import type { PageDrawing } from '../../pdfium/drawings.ts'
import { type BaseLine, charactersBetween, type LookBudget, type PlacedCharacter } from './lines-of-text.ts'
import { drawnMarks, underlineParameters as parameters } from './parameters.ts'

/**
 * The characters that lines are drawn below, from the first letter to the last one of a stretch. A line that goes on beyond its text is
 * a rule, and one below figures is that of a sum.
 */
export const findUnderlined = (
  strokes: readonly PageDrawing[],
  lines: readonly BaseLine[],
  budget: LookBudget,
): ReadonlySet<PlacedCharacter> => {
  const found = new Set<PlacedCharacter>()
  const byHeight = Map.groupBy(strokes, ({ box }) => Math.round(heightOf(box)))
  for (const row of byHeight.values()) {
    const pieces = joined(row)
    const [first] = pieces
    if (first === undefined) continue
    const text = [...charactersBetween(first.height - drawnMarks.maxDistance, first.height, lines, budget)]
      .filter((character) => isAbove(character, first.height))
      .toSorted((a, b) => a.box[0] - b.box[0])
    const covered = new Set<PlacedCharacter>()
    for (const piece of pieces) {
      if (budget.characters <= 0) return found
      budget.characters -= text.length
      for (const character of charactersOver(piece, text)) covered.add(character)
    }
    for (const stretch of stretchesOf(text, covered)) for (const character of stretch) found.add(character)
  }
  return found
}

type Piece = { readonly left: number; readonly right: number; readonly height: number; readonly thickness: number }

const heightOf = ([, top, , bottom]: PageDrawing['box']): number => (top + bottom) / 2

/** The strokes of one height from the left, those that touch as one. */
const joined = (strokes: readonly PageDrawing[]): readonly Piece[] => {
  const pieces: Piece[] = []
  for (const { box } of strokes.toSorted((a, b) => a.box[0] - b.box[0])) {
    const [left, top, right, bottom] = box
    const last = pieces.at(-1)
    if (last !== undefined && left <= last.right + parameters.maxGapInPoints)
      pieces[pieces.length - 1] = { ...last, right: Math.max(last.right, right) }
    else pieces.push({ left, right, height: heightOf(box), thickness: bottom - top })
  }
  return pieces
}

const isAbove = ({ origin, look }: PlacedCharacter, height: number): boolean => {
  const drop = (height - origin[1]) / look.size
  return drop > parameters.minDrop && drop < parameters.maxDrop
}

const charactersOver = ({ left, right, thickness }: Piece, text: readonly PlacedCharacter[]): PlacedCharacter[] => {
  const over = text.filter(({ box }) => {
    const middle = (box[0] + box[2]) / 2
    return middle > left && middle < right
  })
  const [first, last] = [over[0], over.at(-1)]
  if (first === undefined || last === undefined) return []
  const { size } = first.look
  const isOfText =
    thickness <= size * parameters.maxThicknessOfSize &&
    first.box[0] - left < size * parameters.maxBeyond &&
    right - last.box[2] < size * parameters.maxBeyond
  const width = over.reduce((sum, { box }) => sum + box[2] - box[0], 0)
  return isOfText && width > (right - left) * drawnMarks.minCovered ? over : []
}

/** Browsers leave the line out where a letter reaches below it: `g`. */
const reachesBelow = /^[gjpqyQ,;()[\]/]$/

/** The covered characters of a row, with those that reach through the line, that are words and no sums. */
const stretchesOf = (
  text: readonly PlacedCharacter[],
  covered: ReadonlySet<PlacedCharacter>,
): readonly (readonly PlacedCharacter[])[] => {
  const stretches: PlacedCharacter[][] = [[]]
  for (const [index, character] of text.entries()) {
    const isLeftOut = reachesBelow.test(character.text) && isBeside(text, index, covered)
    if (covered.has(character) || isLeftOut) stretches.at(-1)?.push(character)
    else stretches.push([])
  }
  return stretches.filter(isWords)
}

/** Tells whether the line goes on after characters that reach below it, or ended with the word that they are the end of. */
const isBeside = (text: readonly PlacedCharacter[], index: number, covered: ReadonlySet<PlacedCharacter>): boolean => {
  const next = (step: 1 | -1): PlacedCharacter | undefined => {
    for (let at = index + step; Math.abs(at - index) <= parameters.maxLeftOut; at += step) {
      const [before, character] = [text[at - step], text[at]]
      if (before === undefined || character === undefined || areApart(before, character)) return undefined
      if (covered.has(character) || !reachesBelow.test(character.text)) return character
    }
    return undefined
  }
  const sides = [next(-1), next(1)].filter((side) => side !== undefined)
  return sides.some((side) => covered.has(side)) && sides.every((side) => covered.has(side))
}

const areApart = (a: PlacedCharacter, b: PlacedCharacter): boolean =>
  Math.max(a.box[0] - b.box[2], b.box[0] - a.box[2]) > a.look.size * parameters.maxGap

const isWords = (stretch: readonly PlacedCharacter[]): boolean => {
  const letters = stretch.filter(({ text }) => /\p{L}/u.test(text)).length
  const figures = stretch.filter(({ text }) => /\p{N}/u.test(text)).length
  return letters >= parameters.minLetters && letters > figures
}
