/** Boxes and ticks by their codes in the Wingdings fonts; all else of those fonts is an ornament or a bullet. */
const wingdings: Readonly<Record<number, string>> = {
  0x6f: '☐',
  0x71: '☐',
  0xa8: '☐',
  0x72: '☐',
  0xfc: '✓',
  0xfb: '✗',
  0xfd: '☒',
  0xfe: '☑',
  0xe0: '→',
  0xdf: '←',
}

const isPictorial = (font: string): boolean => /wingdings|webdings|dingbats/i.test(font)

/** A character of a font of pictures, whose code would otherwise be taken for a letter or a control character. */
export const asPictured = (text: string, font: string): string => {
  const code = text.codePointAt(0) ?? 0
  if (!isPictorial(font) || text.length !== 1 || (code > 0xff && (code < 0xf000 || code > 0xf0ff))) return text
  return wingdings[code & 0xff] ?? '•'
}
