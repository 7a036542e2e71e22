import { textInFont } from '@polyparse/engine'

/** Characters of an instruction that are read. */
const maxFieldInstruction = 4000

/**
 * The text that a field of Word shows by its instruction alone (ISO/IEC 29500-1, 17.16.5): that of a button, a character by
 * its code, or what an equation puts together; '' for any other.
 * @example textOfInstruction('SYMBOL 97') // 'a'
 */
export const textOfInstruction = (given: string): string => {
  const instruction = given.slice(0, maxFieldInstruction).trim()
  const [, name = '', rest = ''] = /^(\w+)\s*([^]*)$/.exec(instruction) ?? []
  const reader = readersByFieldName.get(name.toUpperCase())
  return reader === undefined ? '' : reader(rest).trim()
}

/** Returns what follows the name of a macro or a place. */
const buttonText = (rest: string): string => {
  const shown = rest.replace(/^(?:"[^"]*"|\S+)\s*/, '')
  return shown.replace(/^"([^"]*)"$/, '$1')
}

const symbolText = (rest: string): string => {
  const [, given = ''] = /^\s*"?(0x[\da-f]{1,4}|\d{1,5}|.)/is.exec(rest) ?? []
  const code = given.length > 1 ? Number(given) : given.charCodeAt(0)
  if (!Number.isInteger(code) || code < 32 || code > 0xffff) return ''
  const font = /\\f\s*"?([^"\\]{1,100})/i.exec(rest)?.[1]?.trim()
  const isUnicode = /\\u\b/i.test(rest)
  const text = isUnicode
    ? String.fromCharCode(code)
    : new TextDecoder('windows-1252').decode(Uint8Array.of(code & 0xff))
  return textInFont(text, font)
}

/** Parts of equations in each other, from the inside out; deeper ones stay as they are written. */
const maxEquationDepth = 20

/** Placeholders for signs that an equation has put together, so that they differ from signs of its text. */
const raised = '\u0001'
const marks = { comma: '\u0002', open: '\u0003', close: '\u0004' }

/**
 * An equation: `\o(a,b)` prints its parts over each other, `\s\up(a)` raises one, `\f(a,b)` is a fraction. Readings above
 * characters, which are a raised part over them, follow them in parentheses.
 */
const equationText = (source: string): string => {
  let text = source.replaceAll(/\\\*\s*(?:"[^"]*"|[^\s\\]+)/g, '')
  for (let depth = 0; depth < maxEquationDepth && innermost.test(text); depth += 1)
    text = text.replaceAll(innermostAll, (_, command: string, parts: string) =>
      joinedEquation(command.toLowerCase(), parts.split(/[,;]/)),
    )
  return text
    .replaceAll(raised, '')
    .replaceAll(marks.comma, ',')
    .replaceAll(marks.open, '(')
    .replaceAll(marks.close, ')')
    .replaceAll(/[ \t]+/g, ' ')
}

const innermost = /\\([a-z]{1,2}(?:\\[a-z]{1,3} {0,2}\d{0,3}){0,5}) {0,2}\(([^()\\]*)\)/i
const innermostAll = new RegExp(innermost, 'gi')

const joinedEquation = (command: string, parts: readonly string[]): string => {
  const inParentheses = (text: string): string => marks.open + text + marks.close
  const [first = '', second] = parts
  if (command.startsWith('f')) return parts.join('/')
  if (command.startsWith('r'))
    return second === undefined ? `√${inParentheses(first)}` : `${first}√${inParentheses(second)}`
  if (command.startsWith('s')) return (command.includes('\\up') ? raised : '') + parts.join('')
  if (!command.startsWith('o')) return parts.join(`${marks.comma} `)
  const readings = parts.filter((part) => part.startsWith(raised)).map((part) => part.slice(1))
  const printed = parts.filter((part) => !part.startsWith(raised)).join('')
  return readings.length === 0 ? printed : `${printed} ${inParentheses(readings.join(' '))}`
}

const readersByFieldName: ReadonlyMap<string, (rest: string) => string> = new Map([
  ['MACROBUTTON', buttonText],
  ['GOTOBUTTON', buttonText],
  ['SYMBOL', symbolText],
  ['EQ', equationText],
])
