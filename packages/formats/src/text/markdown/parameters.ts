/*
 * The bounds of the Markdown that is parsed. The parser takes time in proportion to most of it, and to the square of
 * the lengths that are bounded here; so with them it is in proportion to the whole. Checked on shapes that take the
 * square: openings that are never closed, lines that go on from a quote or an item, rows without a table.
 */

export const markdownLimits = {
  /** Quotes in quotes and lists in lists on one line, and the blanks that mean the same. */
  nesting: 30,
  indent: 120,
  /** Characters that may open or close something, in a stretch of lines that are parsed together. */
  marks: 2_000,
  /** Lines of such a stretch. */
  lines: 2_000,
} as const
