import { codePoint } from 'dingbat-to-unicode'

/** Fonts whose glyphs are not those of the characters, by their names in small letters, the longer ones first. */
const typefaces = [
  [/^symbol(?:mt|\s*\(.*\))?(?:[,-].*)?$/, 'Symbol'],
  [/wingdings\s*2/, 'Wingdings 2'],
  [/wingdings\s*3/, 'Wingdings 3'],
  [/wingdings/, 'Wingdings'],
  [/webdings/, 'Webdings'],
  [/dingbats/, 'ZapfDingbats'],
  [/^mt\s?extra/, 'MT Extra'],
] as const satisfies readonly (readonly [name: RegExp, typeface: string])[]

/** A font whose glyphs are not those of its characters. */
export type SymbolTypeface = (typeof typefaces)[number][1]

/**
 * The one that is meant, also by the name that a subset or a style of it has in a PDF; most fonts are none of them.
 * @example symbolTypefaceOf('ABCDEF+Wingdings-Regular') // 'Wingdings'
 */
export const symbolTypefaceOf = (font: string): SymbolTypeface | null => {
  if (!/symbol|ding|extra/i.test(font)) return null
  const name = font
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{6}\+/, '')
  return typefaces.find(([known]) => known.test(name))?.[1] ?? null
}

/** Boxes, ticks and bullets as forms and lists use them, where the look-alikes of Unicode that the table has are rare. */
const usual: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  Wingdings: {
    0x6c: '●',
    0x6e: '■',
    0x6f: '☐',
    0x70: '☐',
    0x71: '☐',
    0x72: '☐',
    0x78: '☒',
    0xa1: '○',
    0xa4: '◉',
    0xa7: '▪',
    0xa8: '☐',
    0xd8: '➢',
    0xdf: '←',
    0xe0: '→',
    0xe1: '↑',
    0xe2: '↓',
    0xe8: '➔',
    0xfb: '✗',
    0xfc: '✓',
    0xfd: '☒',
    0xfe: '☑',
  },
  'Wingdings 2': { 0x4f: '✗', 0x50: '✓', 0x51: '☒', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0xa3: '☐' },
  'MT Extra': { 0x4b: '…', 0x4c: '⋯', 0x4d: '⋮', 0x4f: '⋱', 0x68: 'ℏ', 0x6c: 'ℓ', 0x6d: '∓', 0x6f: '∘' },
  Webdings: { 0x63: '☐', 0x67: '■', 0x72: '✗' },
  ZapfDingbats: {
    0x25: '☎',
    0x2a: '☛',
    0x2b: '☞',
    0x48: '★',
    0x6c: '●',
    0x6d: '○',
    0x6e: '■',
    0x6f: '☐',
    0x70: '☐',
    0x71: '☐',
    0x72: '☐',
    0x73: '▲',
    0x74: '▼',
    0x75: '◆',
    0x77: '◗',
    0xa8: '♣',
    0xa9: '♦',
    0xaa: '♥',
    0xab: '♠',
    0xd5: '→',
    0xd6: '↔',
    0xd7: '↕',
  },
}

/** The block of Unicode that was made of the font, with some gaps that other blocks fill. */
const zapfDingbat = (code: number): string | null => {
  if (code >= 0x21 && code <= 0x7e) return String.fromCharCode(0x2701 + code - 0x21)
  if (code >= 0xac && code <= 0xb5) return String.fromCharCode(0x2460 + code - 0xac)
  return code >= 0xa1 && code <= 0xfe ? String.fromCharCode(0x2761 + code - 0xa1) : null
}

const bytesOfWindows = new Map(
  Array.from({ length: 32 }, (_, index) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index)),
    0x80 + index,
  ]),
)

/** The code that a character has in a symbol font, which is in the private use area or is taken for one of windows-1252. */
const codeOf = (character: string): number | null => {
  const point = character.codePointAt(0) ?? 0
  if (point >= 0xf020 && point <= 0xf0ff) return point - 0xf000
  return point < 0x100 ? point : (bytesOfWindows.get(character) ?? null)
}

/**
 * A text that is set in a font, as what its glyphs show: those of Symbol, Wingdings, Webdings, ZapfDingbats and MT Extra are
 * not the characters that the document has for them.
 *
 * @example textInFont('50 \uF06Dg', 'Symbol') // '50 μγ'
 */
export const textInFont = (text: string, font: string | undefined): string => {
  const typeface = font === undefined ? null : symbolTypefaceOf(font)
  if (typeface === null) return text
  return Array.from(text, (character) => {
    const code = codeOf(character)
    if (code === null || code <= 0x20) return character
    const drawn = usual[typeface]?.[code] ?? (typeface === 'ZapfDingbats' ? zapfDingbat(code) : null)
    return drawn ?? codePoint(typeface, code)?.string ?? character
  }).join('')
}
