import { type SymbolTypeface, symbolTypefaceOf, textInFont } from '@polyparse/engine'
import type { Character, Glyph } from '../../pdfium/character.ts'

/*
 * Fonts whose glyphs are pictures, with codes of their own, which would otherwise be read as letters or control characters.
 */

/** Boxes, ticks and arrows; any other character of a font of pictures is an ornament or a bullet. */
const meaningfulSigns = new Set('☐☑☒✓✔✕✖✗✘○◉●■←→↑↓↔↕')
const bullet = '•'

const signsOfPictorialGlyphs = { box: '☐', 'ticked box': '☒', square: '■' } as const

type PicturedCharacter = Pick<Character, 'text'> & {
  readonly look: Pick<Character['look'], 'font'>
  readonly glyph: Pick<Glyph, 'picture'> | null
}

/** The character that a font of pictures or symbols shows, by its outline or its code; that of any other font as it is. */
export const asPictured = ({ text, look: { font }, glyph }: PicturedCharacter): string => {
  const picture = glyph?.picture ?? null
  if (picture !== null) return signsOfPictorialGlyphs[picture]
  const code = text.codePointAt(0) ?? 0
  const isPrivate = code >= 0xf000 && code <= 0xf0ff
  if (text.length !== 1 || (code > 0xff && !isPrivate)) return text
  const typeface = typefaceOfPdfFont(font)
  if (typeface === null) return text
  // A PDF itself says what these fonts show, unless they have private codes.
  if (typeface === 'Symbol' || typeface === 'MT Extra') return isPrivate ? textInFont(text, typeface) : text
  return signOfPicture(code & 0xff, typeface)
}

const signOfPicture = (code: number, typeface: SymbolTypeface): string => {
  const shown = textInFont(String.fromCharCode(0xf000 + code), typeface)
  // Word and others set bullets in these.
  const isBullet = typeface.startsWith('Wingdings') && shown === '●'
  return meaningfulSigns.has(shown) && !isBullet ? shown : bullet
}

/** The answer for the last font, which is that of most characters that follow. */
let last: { readonly font: string; readonly typeface: SymbolTypeface | null } | null = null

const typefaceOfPdfFont = (font: string): SymbolTypeface | null => {
  if (last?.font !== font) last = { font, typeface: symbolTypefaceOf(font) }
  return last.typeface
}
