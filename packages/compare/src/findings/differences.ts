import { unanswered, type Alignment, type Range } from '../align/alignment.ts'
import { oppositeOf } from '../align/mend.ts'
import { cellAt, isFigure, type PageTokens } from '../tokens/page-tokens.ts'
import type { Token } from '../tokens/tokenize.ts'
import type { Finding } from './finding.ts'
import { lacking } from './lacking.ts'
import { readOtherwise } from './read-otherwise.ts'

/** Up to so many words on both sides are one thing read in two ways; more are two things. */
const maxReadingLength = 12

/** What one page has and the other lacks or reads otherwise. */
export const differences = (alignment: Alignment): Finding[] => {
  const { a, b, toB, toA } = alignment
  const swapped = { ...alignment, a: b, b: a, toB: toA, toA: toB }
  const seen = new Set<number>()
  const findings: Finding[] = []
  const addLack = (finding: Finding | null, isSwapped: boolean): void => {
    if (finding !== null) findings.push(isSwapped ? { ...finding, a: finding.b, b: finding.a } : finding)
  }
  for (const range of unanswered(toB)) {
    const opposite = oppositeOf(alignment, range)
    if (opposite === null || seen.has(opposite.start)) {
      addLack(lacking(alignment, range), false)
      continue
    }
    seen.add(opposite.start)
    const [told, otherTold] = [tellingTokens(a, range), tellingTokens(b, opposite)]
    // A page number here and the mark of a note there have nothing to do with each other.
    if (isWeak(a, range) && isWeak(b, opposite) && told.length !== otherTold.length) continue
    if (told.length === 0 || otherTold.length === 0 || isTwoThings(told, otherTold)) {
      addLack(lacking(alignment, range), false)
      addLack(lacking(swapped, opposite), true)
    } else {
      const isCell = cellAt(a, range.start) !== null || cellAt(b, opposite.start) !== null
      const finding = readOtherwise(told, otherTold, isCell)
      if (finding !== null) findings.push({ ...finding, a: range, b: opposite })
    }
  }
  for (const range of unanswered(toA)) if (!seen.has(range.start)) addLack(lacking(swapped, range), true)
  return findings
}

/** Those whose absence is a difference; if there are none, the figures among the others. */
const tellingTokens = ({ tokens, weak }: PageTokens, { start, end }: Range): Token[] => {
  const all = tokens.slice(start, end)
  const strong = all.filter((_, index) => weak[start + index] === 0)
  return strong.length > 0 ? strong : all.filter(({ kind }) => isFigure(kind))
}

const isWeak = ({ weak }: PageTokens, { start, end }: Range): boolean =>
  weak.subarray(start, end).every((each) => each === 1)

const isTwoThings = (told: readonly Token[], otherTold: readonly Token[]): boolean => {
  const [fewer, more] = [Math.min(told.length, otherTold.length), Math.max(told.length, otherTold.length)]
  return more > maxReadingLength || (more > 4 && more > fewer * 3)
}
