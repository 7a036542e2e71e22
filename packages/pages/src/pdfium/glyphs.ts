import { type Box, mapBox, type Matrix } from '@polyparse/document'
import type { Character, CharacterLook, Glyph } from './character.ts'
import type { Pdfium } from './library.ts'
import { isPictorial } from './fonts.ts'
import { countContours, glyphPicture } from './glyph-outlines.ts'
import { doubles } from './memory.ts'
import { glyphs as parameters } from './parameters.ts'

type GlyphOccurrence = {
  readonly index: number
  readonly code: number
  readonly font: number
  readonly look: CharacterLook
  readonly origin: Character['origin']
}

/** Finds the glyphs of the characters of an open text page; `room` has space for four doubles. */
export const createGlyphs = (pdfium: Pdfium, text: number, display: Matrix, room: number) => {
  const fonts = new Map<number, Map<number, Glyph[]>>()
  return {
    of: ({ index, code, font, look, origin }: GlyphOccurrence): Glyph => {
      let codes = fonts.get(font)
      if (codes === undefined) fonts.set(font, (codes = new Map()))
      let known = codes.get(code)
      if (known === undefined) codes.set(code, (known = []))
      const ink = inkBoxOfGlyph(pdfium, text, index, { display, room, look, origin })
      const same = known.find((glyph) => isSameInk(glyph.ink, ink))
      if (same !== undefined) return same
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

const inkBoxOfGlyph = (
  pdfium: Pdfium,
  text: number,
  index: number,
  {
    display,
    room,
    look,
    origin,
  }: Pick<GlyphOccurrence, 'look' | 'origin'> & { readonly display: Matrix; readonly room: number },
): Box | null => {
  if (!pdfium.FPDFText_GetCharBox(text, index, room, room + 8, room + 16, room + 24)) return null
  const [left = 0, right = 0, bottom = 0, top = 0] = doubles(pdfium, room, 4)
  const [x0, y0, x1, y1] = mapBox(display, [left, bottom, right, top])
  const [dx, dy] = advances[look.direction]
  // Away from the origin along the line, and up from it.
  const along = [(x0 - origin[0]) * dx + (y0 - origin[1]) * dy, (x1 - origin[0]) * dx + (y1 - origin[1]) * dy]
  const up = [(x0 - origin[0]) * dy - (y0 - origin[1]) * dx, (x1 - origin[0]) * dy - (y1 - origin[1]) * dx]
  const ink: Box = [
    Math.min(...along) / (look.size * look.stretch),
    Math.min(...up) / look.size,
    Math.max(...along) / (look.size * look.stretch),
    Math.max(...up) / look.size,
  ]
  return ink[3] - ink[1] < parameters.minInk && ink[1] <= parameters.minInk && ink[3] <= parameters.minInk ? null : ink
}

const isSameInk = (a: Box | null, b: Box | null): boolean =>
  a === null || b === null ? a === b : a.every((side, index) => Math.abs(side - (b[index] ?? 0)) < parameters.tolerance)

const isAsciiDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Whether a glyph is a short flat line between the foot and the top of small letters. */
export const isDash = ({ ink }: Pick<Glyph, 'ink'>): boolean =>
  ink !== null &&
  ink[3] - ink[1] < parameters.maxDashThickness &&
  ink[2] - ink[0] > parameters.minDashWidth &&
  ink[1] > parameters.minDashHeight &&
  ink[3] < parameters.maxDashHeight
