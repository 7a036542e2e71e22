import type { Alignment, Range } from '../align/alignment.ts'
import { cellAt, isFigure, rowKey, unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import type { Token } from '../tokens/tokenize.ts'
import type { Finding } from './finding.ts'
import { wholeRows } from './whole-rows.ts'

/** Up to so many words round a figure are about the figure; more are a passage. */
const maxFigureLength = 5

/** Fewer words than this, without a figure, are hardly missed; fewer than that may have been read elsewhere. */
const minWords = 3
const shortPassage = 6

/** The head of several columns is not longer. */
const maxHeadLength = 5

/** Rows of more cells have no such heads. */
const maxColumns = 1_000

/** A passage of so many words is as serious as passages get. */
const longPassage = 60

/** What page `a` has in `range` and page `b` lacks; null when it is nothing that anybody would miss. */
export const lacking = (alignment: Alignment, range: Range): Finding | null => {
  const { a, b } = alignment
  const strong = strongTokens(a, range)
  if (strong.length === 0 || isRunningText(alignment, range) || isRepeatedHead(a, range)) return null
  const place = placeInB(alignment, range)
  const found = { a: range, b: { start: place, end: place } }
  if (b.length === 0) return { kind: 'missing', subject: 'page', ...found, severity: 0.97 }
  const rows = wholeRows(a, range)
  const isMuch = strong.length > 1 || strong.some(({ kind }) => isFigure(kind))
  if (isMuch && (rows > 0 || isLineOfTable(alignment, range, place)))
    return { kind: 'table', subject: 'row', ...found, severity: Math.min(0.95, 0.85 + rows * 0.01) }
  const figures = strong.filter(({ kind }) => isFigure(kind))
  if (figures.length > 0 && strong.length <= maxFigureLength) {
    const kind = figures.some((figure) => figure.kind === 'date') ? 'date' : 'number'
    return { kind, subject: 'passage', ...found, severity: 0.75 }
  }
  if (strong.length < minWords)
    return { kind: 'text', subject: 'passage', ...found, severity: 0.1 + strong.length * 0.05 }
  return {
    kind: 'missing',
    subject: 'passage',
    ...found,
    severity: severityOf(strong.length, figures.length > 0),
  }
}

const severityOf = (words: number, hasFigures: boolean): number =>
  words < shortPassage ? 0.35 : 0.55 + 0.25 * Math.min(1, words / longPassage) + (hasFigures ? 0.05 : 0)

const strongTokens = ({ tokens, weak }: PageTokens, { start, end }: Range): Token[] =>
  tokens.slice(start, end).filter((_, index) => weak[start + index] === 0)

/** Where it would stand in the other page, by what is before it, or else after it. */
const placeInB = ({ toB, b }: Alignment, { start, end }: Range): number => {
  const before = start > 0 ? (toB[start - 1] ?? -1) : -1
  if (before >= 0) return before + 1
  const after = toB[end] ?? -1
  if (after >= 0) return after
  return start === 0 ? 0 : b.length
}

/** The other took it for a page header or footer. */
const isRunningText = ({ a, b }: Alignment, { start, end }: Range): boolean => {
  let known = 0
  for (const key of a.keys.subarray(start, end)) if (b.running.has(key)) known += 1
  return known >= 0.8 * (end - start)
}

/** What heads several columns, which one prints over each of them: `Male 2024`, `Female 2024`. */
const isRepeatedHead = (page: PageTokens, { start, end }: Range): boolean => {
  const [unit, last] = [unitAt(page, start), unitAt(page, end - 1)]
  const { cell } = unit ?? {}
  if (end - start > maxHeadLength || unit === undefined || unit !== last || cell === undefined || cell === null)
    return false
  if (!page.tokens.slice(start, end).some(({ kind }) => kind === 'word')) return false
  const isThere = (from: number): boolean => {
    for (let step = 0; step < end - start; step += 1)
      if (page.keys[from + step] !== page.keys[start + step]) return false
    return true
  }
  const row = page.rows.get(rowKey(cell)) ?? []
  if (row.length > maxColumns) return false
  return row.some((other) => {
    if (other === unit) return false
    for (let from = other.start; from + end - start <= other.end; from += 1) if (isThere(from)) return true
    return false
  })
}

/** Blocks of their own here that would stand within a table there. */
const isLineOfTable = ({ a, b }: Alignment, { start, end }: Range, place: number): boolean => {
  const [first, last] = [unitAt(a, start), unitAt(a, end - 1)]
  if (first?.start !== start || last?.end !== end || first.cell !== null) return false
  const [before, after] = [cellAt(b, place - 1), cellAt(b, place)]
  return before !== null && before.table === after?.table
}
