import type { Box } from '@polyparse/document'
import type { Character } from '../../pdfium/character.ts'
import type { PageDrawing } from '../../pdfium/drawings.ts'
import { drawnMarks as parameters } from './parameters.ts'

export type PlacedCharacter = Character & { readonly box: Box }

/** The characters on one baseline that run to the right, on one line or on several side by side. */
export type BaseLine = { readonly baseline: number; readonly characters: PlacedCharacter[] }

/** The characters that may still be looked at for the marks of a page. */
export type LookBudget = { characters: number }

/** The lines of a page from the top. */
export const linesOfText = (characters: readonly Character[]): readonly BaseLine[] => {
  const lines = new Map<number, BaseLine>()
  for (const character of characters) {
    if (!isOnLine(character)) continue
    const baseline = Math.round(character.origin[1])
    const line = lines.get(baseline) ?? { baseline, characters: [] }
    lines.set(baseline, line)
    line.characters.push(character)
  }
  return [...lines.values()].toSorted((a, b) => a.baseline - b.baseline)
}

const isOnLine = (character: Character): character is PlacedCharacter =>
  character.box !== null && character.look.direction === 0 && character.look.slant === 0 && character.text.trim() !== ''

/** The characters of the lines whose baselines are between two heights, as long as there is a budget to look at them. */
export function* charactersBetween(
  from: number,
  to: number,
  lines: readonly BaseLine[],
  budget: LookBudget,
): Generator<PlacedCharacter> {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.baseline ?? 0) < from - 1) low = middle + 1
    else high = middle
  }
  for (let index = low; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined || line.baseline > to + 1 || budget.characters <= 0) return
    budget.characters -= line.characters.length
    yield* line.characters
  }
}

/** The characters whose middle is within a box, such as that of an annotation. */
export const charactersWithin = (
  [left, top, right, bottom]: Box,
  lines: readonly BaseLine[],
  budget: LookBudget,
): readonly PlacedCharacter[] =>
  [...charactersBetween(top, bottom + parameters.maxDistance, lines, budget)].filter(({ box, origin, look }) => {
    const [x, y] = [(box[0] + box[2]) / 2, origin[1] - look.size * parameters.middle]
    return x > left && x < right && y > top && y < bottom
  })

/** Tells whether a drawing is a line across, as one through or below words is drawn. */
export const isStroke = (drawing: PageDrawing): boolean => {
  const [left, top, right, bottom] = drawing.box
  return (
    (drawing.kind === 'line' || drawing.kind === 'area') &&
    right - left >= parameters.minLength &&
    bottom - top <= parameters.maxThickness &&
    (drawing.kind === 'line' ? drawing.thickness <= parameters.maxThickness : drawing.color !== 0xff_ff_ff)
  )
}
