/*
 * Markup of vendors is read in the process of the service, so none of it may block that process: a piece that is too
 * long for a page, or so tangled that parsers take very long, or that follows when the time is used up, is not parsed.
 * Its text is kept.
 */

/** Characters of one piece that are parsed. */
const maxMarkupCharacters = { markdown: 200_000, html: 1_000_000 } as const
export type Markup = keyof typeof maxMarkupCharacters

/**
 * Milliseconds for all pieces of one answer, which are read without a pause: a worker that is silent for much longer is
 * considered dead.
 */
const maxCpuMs = 4_000

/** Quotes in quotes and lists in lists, which are slow to parse. */
const nested = /^[ \t]*(?:(?:>[ \t]*){30}|(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){30}|[ \t]{120})/m

/** Lines of lists and tables, which parsers scan repeatedly. */
const maxMarkdownLines = 5_000

/** Delimiters that are matched with each other within a paragraph, or within a cell of a table. */
const maxMarks = 1_000
const isTangled = (markdown: string): boolean =>
  nested.test(markdown) ||
  markdown.split('\n', maxMarkdownLines + 1).length > maxMarkdownLines ||
  markdown.split(/\n[ \t]*\n/).some((paragraph) => {
    if (paragraph.length <= maxMarks) return false
    let marks = 0
    for (const [mark] of paragraph.matchAll(/[[*_`~]|^[ \t]*\|.*$/gm)) if (mark.length === 1) marks += 1
    return marks > maxMarks
  })

/** The budget that the pieces of one answer share: their time, and a count of those that were kept as text. */
type MarkupBudget = { readonly time: { spentCpuMs: number }; unread: number }

/** That of the answer being read. Reading is synchronous, so there is only one. */
let budget: MarkupBudget | null = null

const newBudget = (): MarkupBudget => ({ time: budget?.time ?? { spentCpuMs: 0 }, unread: 0 })

/**
 * Reads an answer, or a part of one, and counts the pieces of markup in it that were not parsed and kept as text. All
 * parts share the time of the whole; a piece counts for the innermost.
 */
export const countUnreadMarkup = <Value>(read: () => Value): { readonly value: Value; readonly unread: number } => {
  const outer = budget
  const own = newBudget()
  budget = own
  try {
    return { value: read(), unread: own.unread }
  } finally {
    budget = outer
  }
}

/** Parses a piece, or uses `plain` where parsing would take too long. */
export const readMarkup = <Value>(kind: Markup, source: string, read: () => Value, plain: () => Value): Value => {
  const own = budget ?? newBudget()
  const before = process.threadCpuUsage()
  try {
    const isTooMuch = source.length > maxMarkupCharacters[kind] || own.time.spentCpuMs > maxCpuMs
    if (!isTooMuch && !(kind === 'markdown' && isTangled(source))) return read()
  } catch (error) {
    // The stack overflowed: the piece is nested more deeply than expected.
    if (!(error instanceof RangeError)) throw error
  } finally {
    const { user, system } = process.threadCpuUsage(before)
    own.time.spentCpuMs += (user + system) / 1000
  }
  own.unread += 1
  return plain()
}
