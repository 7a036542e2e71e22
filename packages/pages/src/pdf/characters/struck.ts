import type { Box } from '@polyparse/document'
import type { PageDrawing } from '../../pdfium/drawings.ts'
import { type BaseLine, charactersBetween, type LookBudget, type PlacedCharacter } from './lines-of-text.ts'
import { drawnMarks, struck as parameters } from './parameters.ts'

/** The characters that lines are drawn through, and those lines, which are none of a table. */
export const findStruck = (
  strokes: readonly PageDrawing[],
  lines: readonly BaseLine[],
  budget: LookBudget,
): { readonly characters: ReadonlySet<PlacedCharacter>; readonly strokes: ReadonlySet<PageDrawing> } => {
  const characters = new Set<PlacedCharacter>()
  const used = new Set<PageDrawing>()
  for (const stroke of strokes) {
    const through = charactersThrough(stroke.box, lines, budget)
    if (through.length === 0) continue
    used.add(stroke)
    for (const character of through) characters.add(character)
  }
  return { characters, strokes: used }
}

/** The characters that a line goes through, from the first one to the last. */
const charactersThrough = (
  [left, top, right, bottom]: Box,
  lines: readonly BaseLine[],
  budget: LookBudget,
): readonly PlacedCharacter[] => {
  const middle = (top + bottom) / 2
  const through: PlacedCharacter[] = []
  let [from, to, width, size] = [Infinity, -Infinity, 0, 0]
  for (const character of charactersBetween(middle, middle + drawnMarks.maxDistance, lines, budget)) {
    const { box, origin, look } = character
    const rise = (origin[1] - middle) / look.size
    const centre = (box[0] + box[2]) / 2
    const isThrough = rise > parameters.minRise && rise < parameters.maxRise && centre > left && centre < right
    if (!isThrough || bottom - top > look.size * parameters.maxThicknessOfSize) continue
    through.push(character)
    from = Math.min(from, box[0])
    to = Math.max(to, box[2])
    width += box[2] - box[0]
    size = Math.max(size, look.size)
  }
  const isOfText =
    from - left < size * parameters.maxBeyond &&
    right - to < size * parameters.maxBeyond &&
    width > (right - left) * drawnMarks.minCovered
  const isWord = through.length > 1 || through.some(({ text }) => /\p{N}/u.test(text))
  return isOfText && isWord && through.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) ? through : []
}
