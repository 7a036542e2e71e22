import { itemAt } from '@polyparse/document/items'
import type { TextStyle } from '../../font-style.ts'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import { overprint as parameters } from './parameters.ts'

/*
 * Programs draw text twice for heavier type: at the same place, filled and then outlined, or a little to the right; right away, or
 * when the rest of the page is drawn.
 */

/** The characters without those that are drawn again at the same place. What a second drawing makes heavier is bold. */
export const withoutOverprint = (characters: readonly Character[]): readonly Character[] => {
  const places = createPlaces()
  const dropped = new Set<number>()
  const heavier = new Set<number>()
  for (let start = 0; start < characters.length;) {
    const end = endOfGlyph(characters, start)
    const first = itemAt(characters, start)
    if (first.box !== null && first.text.trim() !== '') {
      const text = end === start + 1 ? first.text : textOfGlyph(characters.slice(start, end))
      const before = places.drawnAt(text, first)
      if (before === null) places.add({ text, character: first, start, end })
      else {
        for (let index = start; index < end; index += 1) dropped.add(index)
        if (isBesideDrawing(before.character, first))
          for (let index = before.start; index < before.end; index += 1) heavier.add(index)
      }
    }
    start = end
  }
  if (dropped.size === 0) return characters
  const toBold = createBoldLooks()
  return characters.flatMap((character, index) => {
    if (dropped.has(index) || (character.box === null && isAmong(dropped, characters, index))) return []
    return [heavier.has(index) ? { ...character, look: toBold(character.look) } : character]
  })
}

const textOfGlyph = (characters: readonly Character[]): string => characters.reduce((all, { text }) => all + text, '')

type PlacedGlyph = {
  readonly text: string
  readonly character: Character
  /** Its characters, of which a ligature has several. */
  readonly start: number
  readonly end: number
}

/** A ligature comes as several characters of one origin. */
const endOfGlyph = (characters: readonly Character[], start: number): number => {
  let end = start + 1
  while (end < characters.length && areOfOneGlyph(itemAt(characters, end - 1), itemAt(characters, end))) end += 1
  return end
}

/** Each has the box of the glyph, or a part of it beside that of the last one, as in `ff`. */
const areOfOneGlyph = (a: Character, b: Character): boolean =>
  a.box !== null &&
  b.box !== null &&
  a.look === b.look &&
  a.origin[0] === b.origin[0] &&
  a.origin[1] === b.origin[1] &&
  (a.box[2] === b.box[2] || Math.abs(a.box[2] - b.box[0]) < parameters.partsTolerance)

/** The glyphs of a page by their places. */
const createPlaces = () => {
  const squares = new Map<number, PlacedGlyph[]>()
  const squareOf = (x: number, y: number): number =>
    Math.floor(y / parameters.square) * parameters.squaresOfRow + Math.floor(x / parameters.square)
  return {
    add: (glyph: PlacedGlyph): void => {
      const square = squareOf(...glyph.character.origin)
      const known = squares.get(square)
      if (known === undefined) squares.set(square, [glyph])
      else if (known.length < parameters.maxOfSquare) known.push(glyph)
    },
    /** The same glyph, drawn at this place before. */
    drawnAt: (text: string, character: Character): PlacedGlyph | null => {
      const reach = reachOf(character)
      const [x, y] = character.origin
      const isSame = (one: PlacedGlyph): boolean => one.text === text && isSameDrawing(one.character, character, reach)
      const first = squareOf(x - reach, y - reach)
      const last = squareOf(x + reach, y + reach)
      const found = squares.get(first)?.find(isSame)
      if (found !== undefined || first === last) return found ?? null
      const corners = [last, squareOf(x + reach, y - reach), squareOf(x - reach, y + reach)]
      for (const corner of corners) {
        const same = squares.get(corner)?.find(isSame)
        if (same !== undefined) return same
      }
      return null
    },
  }
}

/**
 * Returns how far apart two drawings of a character may be. Fonts claim any size, so it is no more than a part of its
 * width.
 */
const reachOf = ({ box, look }: Character): number => {
  const [left, top, right, bottom] = box ?? [0, 0, 0, 0]
  const advance = look.direction % 180 === 0 ? right - left : bottom - top
  return Math.min(look.size * parameters.maxShift, advance * parameters.maxShiftOfWidth, parameters.square / 2)
}

const isSameDrawing = (a: Character, b: Character, reach: number): boolean =>
  a.look.font === b.look.font &&
  Math.abs(a.look.size - b.look.size) < a.look.size * parameters.sizeTolerance &&
  Math.abs(a.origin[0] - b.origin[0]) <= reach &&
  Math.abs(a.origin[1] - b.origin[1]) <= reach

const isBesideDrawing = (a: Character, b: Character): boolean =>
  Math.max(Math.abs(a.origin[0] - b.origin[0]), Math.abs(a.origin[1] - b.origin[1])) >
  a.look.size * parameters.minBoldShift

/** Tells whether what PDFium put between characters is beside one that is dropped: it divides nothing that is left. */
const isAmong = (dropped: ReadonlySet<number>, characters: readonly Character[], index: number): boolean =>
  [-1, 1].some((step) => {
    let at = index + step
    while (characters[at]?.box === null && Math.abs(at - index) < parameters.maxUndrawn) at += step
    return dropped.has(at)
  })

const createBoldLooks = (): ((look: CharacterLook) => CharacterLook) => {
  const looks = new Map<CharacterLook, CharacterLook>()
  const styles = new Map<TextStyle, TextStyle>()
  return (look) => {
    const style = styles.get(look.style) ?? { ...look.style, bold: true }
    styles.set(look.style, style)
    const known = looks.get(look) ?? { ...look, style }
    looks.set(look, known)
    return known
  }
}
