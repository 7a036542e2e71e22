import type { TextStyle } from '../../font-style.ts'
import type { AnnotatedMark } from '../../pdfium/annotations.ts'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import type { PageDrawing } from '../../pdfium/drawings.ts'
import { findHighlighted } from './highlighted.ts'
import { charactersWithin, isStroke, linesOfText } from './lines-of-text.ts'
import { drawnMarks as parameters } from './parameters.ts'
import { findStruck } from './struck.ts'
import { findUnderlined } from './underlined.ts'

/** The drawings of a page: its characters, and its lines and areas. */
export type VisibleInk = { readonly characters: readonly Character[]; readonly drawings: readonly PageDrawing[] }

/**
 * The page with its struck, underlined and highlighted characters marked as such, by drawings and by annotations, and without the
 * lines through text, which are none of a table.
 */
export const withTextMarks = ({ characters, drawings }: VisibleInk, marks: readonly AnnotatedMark[]): VisibleInk => {
  if (drawings.length === 0 && marks.length === 0) return { characters, drawings }
  const strokes = drawings.filter(isStroke).slice(0, parameters.maxStrokes)
  const lines = linesOfText(characters)
  const budget = { characters: parameters.maxLookedAt }
  const through = findStruck(strokes, lines, budget)
  const below = findUnderlined(
    strokes.filter((stroke) => !through.strokes.has(stroke)),
    lines,
    budget,
  )
  const [struck, underlined] = [new Set<Character>(through.characters), new Set<Character>(below)]
  // Colours have a budget of their own: they take none from marks that change the meaning.
  const highlighted = new Map<Character, string>(
    findHighlighted(drawings, lines, { characters: parameters.maxLookedAt }),
  )
  for (const mark of marks)
    for (const character of charactersWithin(mark.box, lines, budget)) {
      if (mark.kind === 'highlight') highlighted.set(character, mark.color)
      else (mark.kind === 'strike out' ? struck : underlined).add(character)
    }
  if (struck.size === 0 && underlined.size === 0 && highlighted.size === 0) return { characters, drawings }
  const marked = createMarkedLooks()
  return {
    characters: characters.map((character) => {
      const highlight = highlighted.get(character)
      const isMarked = struck.has(character) || underlined.has(character) || highlight !== undefined
      if (!isMarked) return character
      const found = {
        ...(struck.has(character) && { struck: true }),
        ...(underlined.has(character) && { underlined: true }),
        ...(highlight !== undefined && { highlight }),
      }
      return { ...character, look: marked(character.look, found) }
    }),
    drawings: drawings.filter((drawing) => !through.strokes.has(drawing)),
  }
}

type FoundMarks = Pick<TextStyle, 'struck' | 'underlined' | 'highlight'>

/** Looks with marks: those of one look and the same marks are one object, and so are their styles, by which words end. */
const createMarkedLooks = (): ((look: CharacterLook, marks: FoundMarks) => CharacterLook) => {
  const looks = new Map<string, Map<CharacterLook, CharacterLook>>()
  const styles = new Map<string, Map<TextStyle, TextStyle>>()
  return (look, marks) => {
    const key = JSON.stringify(marks)
    const style = getOrMake(styles, key, look.style, () => ({ ...look.style, ...marks }))
    return getOrMake(looks, key, look, () => ({ ...look, style }))
  }
}

const getOrMake = <Value>(
  known: Map<string, Map<Value, Value>>,
  key: string,
  value: Value,
  make: () => Value,
): Value => {
  const ofKey = known.get(key) ?? new Map<Value, Value>()
  known.set(key, ofKey)
  const made = ofKey.get(value) ?? make()
  ofKey.set(value, made)
  return made
}
