import { isEmpty, oppositeOf, swapped, unmatchedRanges, type Alignment, type TokenRange } from '../align/alignment.ts'
import { findingParameters } from '../parameters.ts'
import type { MatchedTables } from '../tables/matched-tables.ts'
import { cellAt, isNumericToken, type PageTokens } from '../tokens/page-tokens.ts'
import type { WordToken } from '../tokens/tokenize.ts'
import { turned, type Finding } from './finding.ts'
import { missingFinding } from './missing.ts'
import { orderFinding } from './order.ts'
import { substitutionOf } from './substitution.ts'
import { tableFindings } from './table-findings.ts'

/** The differences between two readings of a page, most severe first. */
export const findDifferences = (alignment: Alignment, tables: MatchedTables): Finding[] => {
  const order = orderFinding(alignment)
  const ofTables = tableFindings(alignment, tables)
  const isInMissingColumn = missingColumnsOf(alignment, ofTables)
  return [
    ...textFindings(alignment).filter((finding) => !isInMissingColumn(finding)),
    ...ofTables,
    ...(order === null ? [] : [order]),
  ].toSorted((one, other) => other.severity - one.severity)
}

/** Text that one page lacks, or in whose place it has other text. */
const textFindings = (alignment: Alignment): Finding[] => {
  const { a, b, toB, toA } = alignment
  const reverse = swapped(alignment)
  const seen = new Set<number>()
  const findings: Finding[] = []
  const addMissingFromB = (range: TokenRange): void => {
    const finding = missingFinding(alignment, range)
    if (finding !== null) findings.push(finding)
  }
  const addMissingFromA = (range: TokenRange): void => {
    const finding = missingFinding(reverse, range)
    if (finding !== null) findings.push(turned(finding))
  }
  for (const range of unmatchedRanges(toB)) {
    const opposite = oppositeOf(alignment, range)
    if (opposite === null || seen.has(opposite.start)) {
      addMissingFromB(range)
      continue
    }
    seen.add(opposite.start)
    const [tokens, otherTokens] = [significantTokens(a, range), significantTokens(b, opposite)]
    // A page number on one side and a note mark on the other have nothing to do with each other.
    if (isOptional(a, range) && isOptional(b, opposite) && tokens.length !== otherTokens.length) continue
    if (tokens.length === 0 || otherTokens.length === 0 || areSeparate(tokens, otherTokens)) {
      addMissingFromB(range)
      addMissingFromA(opposite)
    } else {
      const isCell = cellAt(a, range.start) !== null || cellAt(b, opposite.start) !== null
      const substitution = substitutionOf(tokens, otherTokens, isCell)
      if (substitution !== null) findings.push({ ...substitution, a: range, b: opposite })
    }
  }
  for (const range of unmatchedRanges(toA)) if (!seen.has(range.start)) addMissingFromA(range)
  return findings
}

/** The tokens whose absence is a difference; if there are none, the numbers among the optional ones. */
const significantTokens = ({ tokens, optional }: PageTokens, { start, end }: TokenRange): WordToken[] => {
  const all = tokens.slice(start, end)
  const required = all.filter((_, index) => optional[start + index] === 0)
  return required.length > 0 ? required : all.filter(({ kind }) => isNumericToken(kind))
}

const isOptional = ({ optional }: PageTokens, { start, end }: TokenRange): boolean =>
  optional.subarray(start, end).every((each) => each === 1)

/** Tells whether two opposite stretches are two passages, not one substitution. */
const areSeparate = (tokens: readonly WordToken[], otherTokens: readonly WordToken[]): boolean => {
  const { maxSubstitutionWords, minUnevenWords, maxSubstitutionRatio } = findingParameters
  const [fewer, more] = [Math.min(tokens.length, otherTokens.length), Math.max(tokens.length, otherTokens.length)]
  return more > maxSubstitutionWords || (more > minUnevenWords && more > fewer * maxSubstitutionRatio)
}

/** Tests whether a finding is about cells that are missing because their whole column is. */
const missingColumnsOf = ({ a, b }: Alignment, ofTables: readonly Finding[]): ((finding: Finding) => boolean) => {
  const inColumn = { a: new Uint8Array(a.length), b: new Uint8Array(b.length) }
  for (const finding of ofTables)
    for (const { start, end } of finding.cells ?? []) inColumn[sideWithText(finding)].fill(1, start, end)
  return (finding) => {
    if (isEmpty(finding.a) === isEmpty(finding.b)) return false
    const side = sideWithText(finding)
    const { start, end } = finding[side]
    return inColumn[side].subarray(start, end).every((each) => each === 1)
  }
}

const sideWithText = (finding: Finding): 'a' | 'b' => (isEmpty(finding.a) ? 'b' : 'a')
