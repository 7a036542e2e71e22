import { type Box, mapCorners, type Matrix } from '@polyparse/document'
import type { Character, CharacterLook, Glyph } from './character.ts'
import type { Pdfium } from './library.ts'
import { isPictorial } from './fonts.ts'
import { countContours, glyphPicture } from './glyph-outlines.ts'
import { glyphs as parameters } from './parameters.ts'

/** Finds the glyphs of the characters of an open text page; `room` has space for four doubles. */
export const createGlyphs = (pdfium: Pdfium, text: number, display: Matrix, room: number) => {
  const fonts = new Map<number, Map<number, Glyph[]>>()
  const inkOf = createInkReader(pdfium, text, display, room)
  return {
    of: (index: number, code: number, font: number, look: CharacterLook, origin: Character['origin']): Glyph => {
      let codes = fonts.get(font)
      if (codes === undefined) fonts.set(font, (codes = new Map()))
      let known = codes.get(code)
      if (known === undefined) codes.set(code, (known = []))
      const ink = inkOf(index, look, origin)
      for (const glyph of known) if (isSameInk(glyph.ink, ink)) return glyph
      const glyph: Glyph = {
        font: look.font,
        fontObject: font,
        code,
        isUnmapped: pdfium.FPDFText_HasUnicodeMapError(text, index) === 1,
        ink,
        contours: isAsciiDigitCode(code) ? countContours(pdfium, font, code) : null,
        picture: isPictorial(look.font) ? glyphPicture(pdfium, font, code) : null,
      }
      if (known.length < parameters.maxShapes) known.push(glyph)
      return glyph
    },
  }
}

/** The unit vector in which text of a direction advances, as displayed. */
const advances: Readonly<Record<CharacterLook['direction'], readonly [x: number, y: number]>> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
}

const createInkReader =
  (pdfium: Pdfium, text: number, display: Matrix, room: number) =>
  (index: number, look: CharacterLook, origin: Character['origin']): Box | null => {
    if (!pdfium.FPDFText_GetCharBox(text, index, room, room + 8, room + 16, room + 24)) return null
    const view = pdfium.view()
    const box = mapCorners(
      display,
      view.getFloat64(room, true),
      view.getFloat64(room + 16, true),
      view.getFloat64(room + 8, true),
      view.getFloat64(room + 24, true),
    )
    const advance = advances[look.direction]
    const dx = advance[0]
    const dy = advance[1]
    const left = box[0] - origin[0]
    const top = box[1] - origin[1]
    const right = box[2] - origin[0]
    const bottom = box[3] - origin[1]
    // Away from the origin along the line, and up from it.
    const start = left * dx + top * dy
    const end = right * dx + bottom * dy
    const low = left * dy - top * dx
    const high = right * dy - bottom * dx
    const ink: Box = [
      Math.min(start, end) / (look.size * look.stretch),
      Math.min(low, high) / look.size,
      Math.max(start, end) / (look.size * look.stretch),
      Math.max(low, high) / look.size,
    ]
    return ink[3] - ink[1] < parameters.minInk && ink[1] <= parameters.minInk && ink[3] <= parameters.minInk
      ? null
      : ink
  }

const isSameInk = (a: Box | null, b: Box | null): boolean =>
  a === null || b === null
    ? a === b
    : Math.abs(a[0] - b[0]) < parameters.tolerance &&
      Math.abs(a[1] - b[1]) < parameters.tolerance &&
      Math.abs(a[2] - b[2]) < parameters.tolerance &&
      Math.abs(a[3] - b[3]) < parameters.tolerance

const isAsciiDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Tells whether a glyph is a short flat line between the foot and the top of small letters. */
export const isDash = ({ ink }: Pick<Glyph, 'ink'>): boolean =>
  ink !== null &&
  ink[3] - ink[1] < parameters.maxDashThickness &&
  ink[2] - ink[0] > parameters.minDashWidth &&
  ink[1] > parameters.minDashHeight &&
  ink[3] < parameters.maxDashHeight
