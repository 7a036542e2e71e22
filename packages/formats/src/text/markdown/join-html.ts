import { itemAt } from '@polyparse/document/items'

/*
 * HTML ends at an empty line in CommonMark. What is after it in a table or a list of HTML would lose its place, so
 * these are joined before Markdown is parsed.
 */

const htmlBlockOpeningPattern = /^ {0,3}<(table|ul|ol|dl)\b/i
const fence = /^[ \t>]*(`{3,}|~{3,})/

/**
 * The Markdown with no empty lines in tables and lists of HTML; code is left alone, and so is what is never closed.
 * @example joinHtml('<table>\n\n<tr></tr>\n</table>') // '<table>\n<tr></tr>\n</table>\n'
 */
export const joinHtml = (source: string): string => {
  const lines = source.split('\n')
  const joined: string[] = []
  let code: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = itemAt(lines, at)
    const mark = fence.exec(line)?.[1] ?? null
    if (code === null) code = mark
    else if (mark !== null && mark.startsWith(code)) code = null
    const name = code === null ? htmlBlockOpeningPattern.exec(line)?.[1] : undefined
    const end = name === undefined ? null : findHtmlElementEnd(lines, at, name)
    if (end === null) joined.push(line)
    else {
      for (const inner of lines.slice(at, end + 1)) if (inner.trim() !== '') joined.push(inner)
      // Markdown goes on after an empty line only.
      joined.push('')
      at = end
    }
  }
  return joined.join('\n')
}

/** The line in which the element ends that begins in this one; null when it does not within some thousand lines. */
const findHtmlElementEnd = (lines: readonly string[], start: number, name: string): number | null => {
  const tag = new RegExp(`<(/?)${name}\\b`, 'gi')
  let depth = 0
  for (let at = start; at < Math.min(lines.length, start + maxHtmlElementLines); at += 1) {
    for (const [, isClosing] of itemAt(lines, at).matchAll(tag)) depth += isClosing === '/' ? -1 : 1
    if (depth <= 0) return at
  }
  return null
}

/** The maximum length of one element: each opening that is never closed would be searched to the end of the page. */
const maxHtmlElementLines = 5_000
