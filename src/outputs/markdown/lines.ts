import { textLines } from '../inline.ts'

/** What the start of a line would be read as, and the text that is not. */
const lineStarts: readonly (readonly [pattern: RegExp, escaped: string])[] = [
  [/^(?:#{1,6}|[-+*])(?=\s|$)/, '\\$&'], // heading, bullet
  [/^>/, '\\$&'], // quotation
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'], // number of a list
  [/^[-=]+$/, '\\$&'], // underline of a heading
  [/^[|:-][|:\s-]*$/, '\\$&'], // rule, second line of a table
  [/^([*_])(?:\s*\1){2,}$/, '\\$&'], // rule
  [/^~{3,}/, '\\$&'], // fence
]

/** `[label]:` at the start of a line would define a link or a footnote, and vanish; a label may go over lines. */
const withoutDefinitions = (inline: string): string =>
  inline.includes(']:') ? inline.replaceAll(/^\[/gm, '\\[') : inline

/** Inline Markdown as the lines of a paragraph, each line of the text a line of its own. */
export const paragraphLines = (inline: string): string[] =>
  textLines(withoutDefinitions(inline)).map((line) =>
    lineStarts.reduce((text, [pattern, escaped]) => text.replace(pattern, escaped), line),
  )

/** A line end that stays one. */
export const hardBreak = '  \n'
