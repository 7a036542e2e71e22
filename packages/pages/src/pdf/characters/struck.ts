import type { Box } from '@polyparse/document'
import type { TextStyle } from '../../font-style.ts'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import type { PageDrawing } from '../../pdfium/drawings.ts'
import { struck as parameters } from './parameters.ts'

/** What is drawn on a page: its characters, and its lines and areas. */
export type VisibleInk = { readonly characters: readonly Character[]; readonly drawings: readonly PageDrawing[] }

/**
 * The page with its struck characters marked as such, by lines through them and by annotations, and without those lines, which are
 * none of a table.
 */
export const withStruckText = ({ characters, drawings }: VisibleInk, strikeOuts: readonly Box[]): VisibleInk => {
  const strokes = drawings.filter(mayStrike).slice(0, parameters.maxStrokes)
  if (strokes.length === 0 && strikeOuts.length === 0) return { characters, drawings }
  const lines = linesOfText(characters)
  const budget = { characters: parameters.maxLookedAt }
  const found = new Set<Character>()
  const used = new Set<PageDrawing>()
  for (const stroke of strokes) {
    const through = charactersThrough(stroke.box, lines, budget)
    if (through.length === 0) continue
    used.add(stroke)
    for (const character of through) found.add(character)
  }
  for (const box of strikeOuts) for (const character of charactersWithin(box, lines, budget)) found.add(character)
  if (found.size === 0) return { characters, drawings }
  const toStruck = createStruckLooks()
  return {
    characters: characters.map((character) =>
      found.has(character) ? { ...character, look: toStruck(character.look) } : character,
    ),
    drawings: drawings.filter((drawing) => !used.has(drawing)),
  }
}

type PlacedCharacter = Character & { readonly box: Box }

/** What stands on one line, or on several side by side, and runs to the right. */
type BaseLine = { readonly baseline: number; readonly characters: PlacedCharacter[] }

const mayStrike = (drawing: PageDrawing): boolean => {
  const [left, top, right, bottom] = drawing.box
  return (
    (drawing.kind === 'line' || drawing.kind === 'area') &&
    right - left >= parameters.minLength &&
    bottom - top <= parameters.maxThickness &&
    (drawing.kind === 'line' ? drawing.thickness <= parameters.maxThickness : drawing.color !== 0xff_ff_ff)
  )
}

const linesOfText = (characters: readonly Character[]): readonly BaseLine[] => {
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

/** The characters of the lines that stand up to a distance below a height, as long as there is a budget to look at them. */
function* charactersBelow(
  top: number,
  lines: readonly BaseLine[],
  budget: { characters: number },
): Generator<PlacedCharacter> {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.baseline ?? 0) < top - 1) low = middle + 1
    else high = middle
  }
  for (let index = low; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined || line.baseline > top + parameters.maxDrop || budget.characters <= 0) return
    budget.characters -= line.characters.length
    yield* line.characters
  }
}

/** The characters that a line goes through, from the first one to the last. */
const charactersThrough = (
  [left, top, right, bottom]: Box,
  lines: readonly BaseLine[],
  budget: { characters: number },
): readonly PlacedCharacter[] => {
  const middle = (top + bottom) / 2
  const through: PlacedCharacter[] = []
  let [from, to, width, size] = [Infinity, -Infinity, 0, 0]
  for (const character of charactersBelow(middle, lines, budget)) {
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
    width > (right - left) * parameters.minCovered
  const isWord = through.length > 1 || through.some(({ text }) => /\p{N}/u.test(text))
  return isOfText && isWord && through.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) ? through : []
}

const charactersWithin = (
  [left, top, right, bottom]: Box,
  lines: readonly BaseLine[],
  budget: { characters: number },
): readonly PlacedCharacter[] =>
  [...charactersBelow(top, lines, budget)].filter(({ box, origin, look }) => {
    const [x, y] = [(box[0] + box[2]) / 2, origin[1] - look.size * parameters.middle]
    return x > left && x < right && y > top && y < bottom
  })

const createStruckLooks = (): ((look: CharacterLook) => CharacterLook) => {
  const looks = new Map<CharacterLook, CharacterLook>()
  const styles = new Map<TextStyle, TextStyle>()
  return (look) => {
    const style = styles.get(look.style) ?? { ...look.style, struck: true }
    styles.set(look.style, style)
    const known = looks.get(look) ?? { ...look, style }
    looks.set(look, known)
    return known
  }
}
