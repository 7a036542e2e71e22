import type { Character } from '../../pdfium/character.ts'

/*
 * Fonts whose glyphs are pictures, with codes of their own, which would otherwise be read as letters or control characters.
 */

/** Boxes, ticks and arrows by their codes; any other character of these fonts is an ornament or a bullet. */
const fonts: readonly (readonly [name: RegExp, signs: Readonly<Record<number, string>>])[] = [
  [/wingdings ?2/i, { 0x4f: '✗', 0x50: '✓', 0x51: '☒', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0xa3: '☐' }],
  [/wingdings ?3/i, {}],
  [
    /wingdings/i,
    {
      0x6e: '■',
      0x6f: '☐',
      0x70: '☐',
      0x71: '☐',
      0x72: '☐',
      0x78: '☒',
      0xa1: '○',
      0xa4: '◉',
      0xa8: '☐',
      0xfb: '✗',
      0xfc: '✓',
      0xfd: '☒',
      0xfe: '☑',
      0xdf: '←',
      0xe0: '→',
    },
  ],
  [/webdings/i, { 0x61: '✓', 0x63: '☐', 0x67: '■', 0x72: '✗' }],
  [
    /dingbats/i,
    {
      0x33: '✓',
      0x34: '✔',
      0x35: '✕',
      0x36: '✖',
      0x37: '✗',
      0x38: '✘',
      0x6c: '●',
      0x6d: '○',
      0x6e: '■',
      0x6f: '☐',
      0x70: '☐',
      0x71: '☐',
      0x72: '☐',
    },
  ],
]

const signsOfPictorialGlyphs = { box: '☐', 'ticked box': '☒', square: '■' } as const

/** The character that a font of pictures shows, by its outline or its code; that of any other font as it is. */
export const asPictured = ({ text, look: { font }, glyph }: Character): string => {
  const picture = glyph?.picture ?? null
  if (picture !== null) return signsOfPictorialGlyphs[picture]
  const code = text.codePointAt(0) ?? 0
  if (text.length !== 1 || (code > 0xff && (code < 0xf000 || code > 0xf0ff))) return text
  const signs = signsOf(font)
  return signs === null ? text : (signs[code & 0xff] ?? '•')
}

/** The answer for the last font, which is that of most characters that follow. */
let last: { readonly font: string; readonly signs: Readonly<Record<number, string>> | null } | null = null

const signsOf = (font: string): Readonly<Record<number, string>> | null => {
  if (last?.font !== font) last = { font, signs: fonts.find(([name]) => name.test(font))?.[1] ?? null }
  return last.signs
}
