import { itemAt } from '@polyparse/document/items'

/**
 * The source as lines without what is behind their text, and with tabs as spaces.
 * @example linesInText('one  \n\ttwo') // ['one', '        two']
 */
export const linesInText = (source: string): string[] =>
  source
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd().replaceAll('\t', '        '))

/**
 * The number of spaces in front of a line.
 * @example indentOf('    one') // 4
 */
export const indentOf = (line: string): number => {
  const at = line.search(/\S/)
  return at === -1 ? Infinity : at
}

/**
 * Lines without the indentation that all of them have, and without blank lines around them.
 * @example dedented(['', '  one', '    two']) // ['one', '  two']
 */
export const dedented = (lines: readonly string[]): string[] => {
  let least = Infinity
  for (const line of lines) least = Math.min(least, indentOf(line))
  const shifted = lines.map((line) => line.slice(Math.min(least, line.length)))
  let from = 0
  let to = shifted.length
  while (from < to && shifted[from] === '') from += 1
  while (to > from && shifted[to - 1] === '') to -= 1
  return shifted.slice(from, to)
}

/**
 * The text behind a mark, and the indented lines below, which are another paragraph where a blank line is between.
 * @example continued('one', ['  two', 'three']) // ['one', '  two', 'three']
 */
export const continued = (first: string, below: readonly string[]): string[] => [
  first,
  ...(below[0] === '' ? [''] : []),
  ...dedented(below),
]

/**
 * Returns where lines end that are blank or indented by at least so many spaces, from a line on; blank ones at the end are
 * not counted.
 * @example endOfIndented(['a', '  b', 'c'], 1) // 2
 */
export const endOfIndented = (lines: readonly string[], from: number, least = 1): number => {
  let end = from
  for (let at = from; at < lines.length; at += 1) {
    const indent = indentOf(itemAt(lines, at))
    if (indent < least) break
    if (indent !== Infinity) end = at + 1
  }
  return end
}

/** The line from which on a mark is known not to come, for each document or part of one. */
const missing = new WeakMap<readonly string[], Map<string, number>>()

/**
 * The first line from `from` on that is a mark, whatever its case and indentation; -1 where there is none.
 * @example lineOfMark(['a', '  ====', 'b'], 0, '====') // 1
 */
export const lineOfMark = (lines: readonly string[], from: number, mark: string): number => {
  const known = missing.get(lines) ?? new Map<string, number>()
  if ((known.get(mark) ?? Infinity) <= from) return -1
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.trim().toLowerCase() === mark) return at
  missing.set(lines, known.set(mark, from))
  return -1
}
