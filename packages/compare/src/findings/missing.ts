import { itemAt } from '@polyparse/document/items'
import type { Alignment, TokenRange } from '../align/alignment.ts'
import { findingParameters, severities } from '../parameters.ts'
import { cellAt, isNumericToken, rowKey, unitAt, type PageTokens, type TokenUnit } from '../tokens/page-tokens.ts'
import type { WordToken } from '../tokens/tokenize.ts'
import type { Finding } from './finding.ts'

/** The finding that page `b` lacks what page `a` has in `range`; null if its absence is not a difference. */
export const missingFinding = (alignment: Alignment, range: TokenRange): Finding | null => {
  const { a, b } = alignment
  const tokens = requiredTokens(a, range)
  if (tokens.length === 0 || isRunningText(alignment, range) || isRepeatedHead(a, range)) return null
  const place = placeInB(alignment, range)
  const ranges = { a: range, b: { start: place, end: place } }
  if (b.length === 0) return { kind: 'missing', subject: 'page', ...ranges, severity: severities.missingPage }
  const rows = wholeRows(a, range)
  const isSubstantial = tokens.length > 1 || tokens.some(({ kind }) => isNumericToken(kind))
  if (isSubstantial && (rows > 0 || isTableLine(alignment, range, place))) {
    const severity = Math.min(severities.manyRows, severities.missingRow + rows * severities.perRow)
    return { kind: 'table', subject: 'row', ...ranges, severity }
  }
  const numbers = tokens.filter(({ kind }) => isNumericToken(kind))
  if (numbers.length > 0 && tokens.length <= findingParameters.maxNumberContext) {
    const kind = numbers.some((number) => number.kind === 'date') ? 'date' : 'number'
    return { kind, subject: 'passage', ...ranges, severity: severities.missingNumber }
  }
  if (tokens.length < findingParameters.minPassageWords) {
    const severity = severities.fewWords + tokens.length * severities.perWord
    return { kind: 'text', subject: 'passage', ...ranges, severity }
  }
  return { kind: 'missing', subject: 'passage', ...ranges, severity: severityOf(tokens.length, numbers.length > 0) }
}

const severityOf = (words: number, hasNumbers: boolean): number =>
  words < findingParameters.shortPassage
    ? severities.shortPassage
    : severities.passage +
      severities.passageGrowth * Math.min(1, words / severities.longPassage) +
      (hasNumbers ? severities.passageNumbers : 0)

const requiredTokens = ({ tokens, optional }: PageTokens, { start, end }: TokenRange): WordToken[] =>
  tokens.slice(start, end).filter((_, index) => optional[start + index] === 0)

/** Returns where it would be in the other page, by what is before it, or else after it. */
const placeInB = ({ toB, b }: Alignment, { start, end }: TokenRange): number => {
  const before = start > 0 ? itemAt(toB, start - 1) : -1
  if (before >= 0) return before + 1
  const after = toB[end] ?? -1
  if (after >= 0) return after
  return start === 0 ? 0 : b.length
}

/** Tells whether the other reading took it for a page header or footer. */
const isRunningText = ({ a, b }: Alignment, { start, end }: TokenRange): boolean => {
  let known = 0
  for (const key of a.keys.subarray(start, end)) if (b.runningKeys.has(key)) known += 1
  return known >= findingParameters.minRunningShare * (end - start)
}

/** Tells whether it is a spanning head that this reading repeats over each of its columns: `Male 2024`, `Female 2024`. */
const isRepeatedHead = (page: PageTokens, { start, end }: TokenRange): boolean => {
  const [unit, last] = [unitAt(page, start), unitAt(page, end - 1)]
  const { cell } = unit ?? {}
  if (end - start > findingParameters.maxHeadLength || unit === undefined || unit !== last) return false
  if (cell === undefined || cell === null) return false
  if (!page.tokens.slice(start, end).some(({ kind }) => kind === 'word')) return false
  const isRepeatedAt = (from: number): boolean => {
    for (let step = 0; step < end - start; step += 1)
      if (page.keys[from + step] !== page.keys[start + step]) return false
    return true
  }
  const row = page.rows.get(rowKey(cell)) ?? []
  if (row.length > findingParameters.maxHeadColumns) return false
  return row.some((other) => {
    if (other === unit) return false
    for (let from = other.start; from + end - start <= other.end; from += 1) if (isRepeatedAt(from)) return true
    return false
  })
}

/** Tells whether whole blocks of this reading would be within a table of the other. */
const isTableLine = ({ a, b }: Alignment, { start, end }: TokenRange, place: number): boolean => {
  const [first, last] = [unitAt(a, start), unitAt(a, end - 1)]
  if (first?.start !== start || last?.end !== end || first.cell !== null) return false
  const [before, after] = [cellAt(b, place - 1), cellAt(b, place)]
  return before !== null && before.table === after?.table
}

/** The number of table rows that lie in the range completely. */
const wholeRows = (page: PageTokens, { start, end }: TokenRange): number => {
  const [from, to] = [page.unitOf[start] ?? 0, page.unitOf[end - 1] ?? -1]
  // The cells beside the range are included: its first and last row may continue there.
  const [before, after] = [filledBefore(page.units, from), filledAfter(page.units, to)]
  const rows = Map.groupBy([...before, ...page.units.slice(from, to + 1), ...after].filter(isFilledCell), ({ cell }) =>
    rowKey(cell),
  )
  return [...rows.values()].filter((cells) => cells.every((cell) => cell.start >= start && cell.end <= end)).length
}

const isFilledCell = ({ cell, start, end }: TokenUnit): boolean => cell !== null && end > start

const filledBefore = (units: readonly TokenUnit[], from: number): TokenUnit[] => {
  let index = from - 1
  while (units[index]?.start === units[index]?.end && index >= 0) index -= 1
  return units.slice(Math.max(0, index), Math.max(0, index + 1))
}

const filledAfter = (units: readonly TokenUnit[], to: number): TokenUnit[] => {
  let index = to + 1
  while (units[index]?.start === units[index]?.end && index < units.length) index += 1
  return units.slice(index, index + 1)
}
