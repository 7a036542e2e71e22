import { type Box, mapCorners, mapPoint, type Matrix } from '@polyparse/document'
import { firstOf } from '@polyparse/document/items'
import type { FontStyle } from '../font-style.ts'
import { isRightToLeft } from '../language/direction.ts'
import { readFontName, readFontStyle } from './fonts.ts'
import type { Character, CharacterLook, Glyph } from './character.ts'
import { createGlyphs, isDash } from './glyphs.ts'
import type { Pdfium } from './library.ts'
import { floats, rgbAt, withRoom } from './memory.ts'
import { characterParameters, pdfiumLimits } from './parameters.ts'

/** FPDF_TEXTRENDERMODE_INVISIBLE and _CLIP of fpdfview.h. */
const unseenModes = new Set([3, 7])

/** FPDF_TEXTRENDERMODE_FILL_STROKE. */
const filledAndStroked = 2

/**
 * Tells whether it is one of PDFium's own codes for a hyphen that divides a word.
 * @example isDividingHyphen(2) // true
 */
export const isDividingHyphen = (code: number): boolean => code === 0x02 || code === 0xff_fe

/** The characters of an open page in the order of its content, which need not be the order of reading. */
export const readCharacters = (pdfium: Pdfium, page: number, display: Matrix): Character[] => {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return []
  try {
    return withRoom(pdfium, 128, (room) => {
      const count = Math.min(pdfiumLimits.characters, pdfium.FPDFText_CountChars(text))
      const looks = createLooks(pdfium, text, display, room)
      const glyphs = createGlyphs(pdfium, text, display, room)
      const characters: Character[] = []
      for (let index = 0; index < count; index += 1) {
        const code = pdfium.FPDFText_GetUnicode(text, index) >>> 0
        const object = pdfium.FPDFText_GetTextObject(text, index)
        const look = object === 0 ? looks.last() : looks.of(object, index)
        if (look === null) continue
        const isDrawn = object !== 0 && pdfium.FPDFText_IsGenerated(text, index) !== 1
        const origin: Character['origin'] = isDrawn ? originOf(pdfium, text, index, display, room) : [0, 0]
        const glyph = isDrawn && look.slant === 0 ? glyphs.of(index, code, looks.lastFont(), look, origin) : null
        if (code === 0 && (glyph === null || glyph.ink === null)) continue
        characters.push({
          text: isDividingHyphen(code) && !isUnknownGlyph(glyph) ? '-' : toText(code),
          box: isDrawn ? looseBoxOfCharacter(pdfium, text, index, display, room) : null,
          origin,
          look,
          glyph,
        })
      }
      return withLigaturesAsRead(characters)
    })
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

/** PDFium turns the order of the letters of Arabic text, that of the letters of one glyph as well. */
const withLigaturesAsRead = (characters: Character[]): Character[] => {
  for (let start = 0; start < characters.length;) {
    let end = start + 1
    while (isWithinRightToLeftGlyph(characters[end - 1], characters[end])) end += 1
    // PDFium puts lam first by itself where it knows the glyph without its font: most of these glyphs begin with it.
    if (end - start > 1 && characters[start]?.text !== '\u0644')
      characters.splice(start, end - start, ...characters.slice(start, end).toReversed())
    start = end
  }
  return characters
}

const isWithinRightToLeftGlyph = (one: Character | undefined, next: Character | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  one.look === next.look &&
  one.box !== null &&
  one.box[0] === next.box?.[0] &&
  one.box[2] === next.box[2] &&
  isRightToLeft(next.text) &&
  isRightToLeft(one.text)

/** PDFium's code for a dividing hyphen may as well be the code of a glyph without Unicode. */
const isUnknownGlyph = (glyph: Glyph | null): boolean =>
  glyph?.isUnmapped === true && glyph.ink !== null && !isDash(glyph)

/** Surrogates are kept: PDFium returns the halves of a pair one by one. */
const toText = (code: number): string => (code === 0 || code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code))

const looseBoxOfCharacter = (
  pdfium: Pdfium,
  text: number,
  index: number,
  display: Matrix,
  room: number,
): Box | null => {
  if (!pdfium.FPDFText_GetLooseCharBox(text, index, room)) return null
  const view = pdfium.view()
  return mapCorners(
    display,
    view.getFloat32(room, true),
    view.getFloat32(room + 12, true),
    view.getFloat32(room + 8, true),
    view.getFloat32(room + 4, true),
  )
}

const originOf = (
  pdfium: Pdfium,
  text: number,
  index: number,
  display: Matrix,
  room: number,
): readonly [number, number] => {
  if (!pdfium.FPDFText_GetCharOrigin(text, index, room, room + 8)) return [0, 0]
  const view = pdfium.view()
  return mapPoint(display, view.getFloat64(room, true), view.getFloat64(room + 8, true))
}

const createLooks = (pdfium: Pdfium, text: number, display: Matrix, room: number) => {
  const looks = new Map<number, CharacterLook>()
  const fonts = new Map<string, { style: FontStyle; font: string }>()
  let last: CharacterLook | null = null
  let lastFont = 0
  /** Characters that look alike share their style. */
  const fontOf = (font: number, { isThick, isSheared }: Record<'isThick' | 'isSheared', boolean>) => {
    const key = `${font} ${isThick} ${isSheared}`
    const known = fonts.get(key)
    if (known !== undefined) return known
    const { bold, italic, ...style } = readFontStyle(pdfium, font)
    const read = {
      style: { ...style, bold: bold || isThick, italic: italic || isSheared },
      font: readFontName(pdfium, font) || `#${font}`,
    }
    fonts.set(key, read)
    return read
  }
  const colorOf = (object: number, read: 'FPDFPageObj_GetFillColor' | 'FPDFPageObj_GetStrokeColor'): number | null =>
    pdfium[read](object, room, room + 4, room + 8, room + 12) ? rgbAt(pdfium, room) : null
  /** Tells whether the outline is drawn in the colour of the letters, as thick as makes them bold. */
  const isThickened = (object: number, size: number): boolean =>
    pdfium.FPDFPageObj_GetStrokeWidth(object, room) !== 0 &&
    firstOf(floats(pdfium, room, 1)) >= size * characterParameters.minBoldStroke &&
    colorOf(object, 'FPDFPageObj_GetFillColor') === colorOf(object, 'FPDFPageObj_GetStrokeColor')
  const read = (object: number, index: number): CharacterLook => {
    const [a = 1, b = 0, c = 0, d = 1] = pdfium.FPDFText_GetMatrix(text, index, room) ? floats(pdfium, room, 4) : []
    const raw = withDouble(pdfium.FPDFText_GetFontSize(text, index))
    const mark = pdfium.FPDFPageObj_GetMarkedContentID(object)
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
    const hidden = unseenModes.has(mode)
    const angle = angleOf(display, a, b)
    const direction = directionOf(angle)
    // The invisible words of a scan are turned as the sheet was.
    const slant = hidden ? 0 : slantOf(angle, direction)
    const size = raw * Math.hypot(c, d)
    const isThick = mode === filledAndStroked && isThickened(object, size)
    return {
      object,
      ...fontOf(pdfium.FPDFTextObj_GetFont(object), { isThick, isSheared: isLeaning([a, b, c, d]) }),
      size,
      stretch: Math.hypot(a, b) / (Math.hypot(c, d) || 1) || 1,
      direction,
      slant,
      color: colorOf(object, 'FPDFPageObj_GetFillColor') ?? 0,
      mark: mark < 0 ? null : mark,
      hidden,
    }
  }
  return {
    of: (object: number, index: number): CharacterLook => {
      // Most characters are of the object of the one before.
      if (last?.object === object) return last
      last = looks.get(object) ?? read(object, index)
      lastFont = pdfium.FPDFTextObj_GetFont(object)
      looks.set(object, last)
      return last
    },
    last: () => last,
    /** The font of the last object. */
    lastFont: () => lastFont,
  }
}

const withDouble = (size: number): number => (Number.isFinite(size) && size > 0 ? size : 1)

/** The direction in which text advances, in degrees clockwise as displayed, -180 to 180. */
const angleOf = ([a, b, c, d]: Matrix, x: number, y: number): number =>
  (Math.atan2(b * x + d * y, a * x + c * y) * 180) / Math.PI

const directionOf = (angle: number): CharacterLook['direction'] => {
  if (Math.abs(angle) <= 45) return 0
  if (Math.abs(angle) >= 135) return 180
  return angle > 0 ? 90 : 270
}

/** Tells whether text leans to the right because its letters are sheared, as those of a font that has no italic ones are. */
const isLeaning = ([a, b, c, d]: readonly [number, number, number, number]): boolean =>
  (a * c + b * d) / Math.abs(a * d - b * c) > characterParameters.minLean

const slantOf = (angle: number, direction: CharacterLook['direction']): number => {
  const slant = ((angle - direction + 540) % 360) - 180
  return Math.abs(slant) < characterParameters.minSlant ? 0 : slant
}
