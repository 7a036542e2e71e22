import { textLines } from '../inline.ts'

/** Starts of lines that Markdown would read as syntax, each with its escape. */
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
const markdownDefinitionPattern = /^\[(?:[^[\]\\]|\\[^])*\]:/
/** https://spec.commonmark.org/0.31.2/#link-label */
const maxLabelLength = 999

/** Goes from the last line to the first, as a bracket that was escaped may be part of the label of one before it. */
const withoutDefinitions = (lines: readonly string[]): string[] => {
  let following = ''
  return lines
    .toReversed()
    .map((line) => {
      const text = `${line}\n${following}`.slice(0, 2 * maxLabelLength)
      const escaped = markdownDefinitionPattern.test(text) ? `\\${line}` : line
      following = `${escaped}\n${following}`.slice(0, 2 * maxLabelLength)
      return escaped
    })
    .toReversed()
}

/**
 * Inline Markdown as the lines of a paragraph, each line of the text a line of its own.
 * @example paragraphLines('1. A sentence') // ['1\\. A sentence']
 */
export const paragraphLines = (inline: string): string[] =>
  withoutDefinitions(
    textLines(inline).map((line) =>
      lineStarts.reduce((text, [pattern, escaped]) => text.replace(pattern, escaped), line),
    ),
  )

/** A line end that is kept. */
export const hardBreak = '  \n'
