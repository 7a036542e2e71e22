const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\u3000-\u303F\uFF00-\uFFEF]/u
const spacelessEndPattern = new RegExp(String.raw`${spaceless.source}$`, 'u')
const spacelessStartPattern = new RegExp(`^${spaceless.source}`, 'u')

/**
 * Returns what is written between two lines of one text: a space, except in scripts that are written without any.
 * @example jointOf('one', 'two') // ' '
 */
export const jointOf = (upper: string, lower: string): string =>
  spacelessEndPattern.test(upper) && spacelessStartPattern.test(lower) ? '' : ' '

/**
 * The lines of one text, joined.
 * @example joinLines(['one', 'two']) // 'one two'
 */
export const joinLines = (lines: readonly string[]): string =>
  lines.reduce((text, line, index) => (index === 0 ? line : text + jointOf(text, line) + line), '')

/**
 * Tells whether a text has letters of a script that may be written in columns.
 * @example isWrittenDown('縦書き') // true
 */
export const isWrittenDown = (text: string): boolean => spaceless.test(text)
