/**
 * A text as one word of a POSIX shell.
 * @example shellWord("it's") // '\'it\'\\\'\'s\''
 */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * A text as a string of JavaScript; what a reader cannot see is escaped.
 * @example scriptString("it's") // '\'it\\\'s\''
 */
export const scriptString = (text: string): string => `'${Array.from(text, escapedInScript).join('')}'`

/**
 * A text as a string of Python, which has the escapes of JSON.
 * @example pythonString('a "b"') // '"a \\"b\\""'
 */
export const pythonString = (text: string): string =>
  JSON.stringify(text).replaceAll(/\p{Cf}|\p{Zl}|\p{Zp}/gu, unicodeEscape)

const escapedInScript = (character: string): string => {
  if (character === "'" || character === '\\') return `\\${character}`
  if (character === '\n') return String.raw`\n`
  return /\p{C}|\p{Zl}|\p{Zp}/u.test(character) ? unicodeEscape(character) : character
}

const unicodeEscape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
