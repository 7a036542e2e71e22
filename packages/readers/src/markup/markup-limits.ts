/*
 * Markup of vendors is read in the process of the service, so nothing that they write may hold it up: a piece that is too
 * long for a page, or so tangled that its readers take forever, or that comes when enough time has gone into the others,
 * is not looked into. Its text is kept.
 */

/** Of one piece. */
const maxCharacters = { markdown: 200_000, html: 1_000_000 } as const
export type Markup = keyof typeof maxCharacters

/**
 * Of this thread, for all pieces that are read without a pause, that is of one answer: a worker that says nothing for much
 * longer is taken for dead.
 */
const maxCpuMs = 4_000

/** Quotes in quotes and lists in lists, which no reader takes lightly. */
const nested = /^[ \t]*(?:(?:>[ \t]*){30}|(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){30}|[ \t]{120})/m

/** Long lists, and tables of nothing but rows, are gone over again and again. */
const maxLines = 5_000

/** Marks that are matched with each other all over a paragraph. Rows of tables are matched by the cell. */
const maxMarks = 1_000
const isTangled = (markdown: string): boolean =>
  nested.test(markdown) ||
  markdown.split('\n', maxLines + 1).length > maxLines ||
  markdown.split(/\n[ \t]*\n/).some((paragraph) => {
    if (paragraph.length <= maxMarks) return false
    let marks = 0
    for (const [mark] of paragraph.matchAll(/[[*_`~]|^[ \t]*\|.*$/gm)) if (mark.length === 1) marks += 1
    return marks > maxMarks
  })

let spentCpuMs = 0
let unread = 0
let isCounting = false

/** Reads a piece, or leaves it to `plain`. */
export const readMarkup = <Value>(kind: Markup, source: string, read: () => Value, plain: () => Value): Value => {
  if (!isCounting) {
    isCounting = true
    setImmediate(() => {
      spentCpuMs = 0
      unread = 0
      isCounting = false
    })
  }
  const before = process.threadCpuUsage()
  try {
    const isTooMuch = source.length > maxCharacters[kind] || spentCpuMs > maxCpuMs
    if (!isTooMuch && !(kind === 'markdown' && isTangled(source))) return read()
  } catch (error) {
    // The stack is full: it is nested deeper than was foreseen.
    if (!(error instanceof RangeError)) throw error
  } finally {
    const { user, system } = process.threadCpuUsage(before)
    spentCpuMs += (user + system) / 1000
  }
  unread += 1
  return plain()
}

/** How many pieces of the answer that is being read were not looked into. */
export const unreadMarkup = (): number => unread
