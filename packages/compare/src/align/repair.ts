import { aligning } from '../parameters.ts'
import { textOfTokens, type PageTokens } from '../tokens/page-tokens.ts'
import { oppositeOf, unmatchedRanges, type Alignment, type TokenRange } from './alignment.ts'

/**
 * Matches words that differ only in where they are divided: `informa- tion`, `data base`, `1 234`. It looks for them from
 * both ends of every unmatched stretch.
 */
export const repairDividedWords = (alignment: Alignment): void => {
  for (const range of unmatchedRanges(alignment.toB)) {
    const opposite = oppositeOf(alignment, range)
    if (opposite === null) continue
    if (isSpelledAlike(alignment, range, opposite)) linkRanges(alignment, range, opposite)
    else repairEnds(alignment, range, opposite)
  }
}

/** Tells whether both have the same letters, digits, points and dashes once spaces are removed: `1 .2` and `1.2`. */
const isSpelledAlike = ({ a, b }: Alignment, inA: TokenRange, inB: TokenRange): boolean => {
  if (Math.max(inA.end - inA.start, inB.end - inB.start) > aligning.maxRespacedLength) return false
  const spelled = (page: PageTokens, { start, end }: TokenRange): string =>
    textOfTokens(page, start, end)
      // 10² is not 102.
      .replaceAll(/(?<=\d)[²³¹⁰⁴-⁹]/g, '^$&')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}.,^-]/gu, '')
  return spelled(a, inA) === spelled(b, inB)
}

const repairEnds = (alignment: Alignment, inA: TokenRange, inB: TokenRange): void => {
  let [a, b] = [inA.start, inB.start]
  let [endA, endB] = [inA.end, inB.end]
  for (
    let found = countJoinedPieces(alignment, a, endA, b, endB, 1);
    found !== null;
    found = countJoinedPieces(alignment, a, endA, b, endB, 1)
  ) {
    linkRanges(alignment, { start: a, end: a + found.a }, { start: b, end: b + found.b })
    a += found.a
    b += found.b
  }
  for (
    let found = countJoinedPieces(alignment, endA - 1, a - 1, endB - 1, b - 1, -1);
    found !== null;
    found = countJoinedPieces(alignment, endA - 1, a - 1, endB - 1, b - 1, -1)
  ) {
    endA -= found.a
    endB -= found.b
    linkRanges(alignment, { start: endA, end: endA + found.a }, { start: endB, end: endB + found.b })
  }
}

/** Counts how many pieces on each side are the same once they are joined; null when none are. */
const countJoinedPieces = (
  { a, b }: Alignment,
  startA: number,
  endA: number,
  startB: number,
  endB: number,
  step: 1 | -1,
): { a: number; b: number } | null => {
  if (startA === endA || startB === endB) return null
  const plainA = (index: number): string => a.tokens[index]?.plain ?? ''
  const plainB = (index: number): string => b.tokens[index]?.plain ?? ''
  let [countA, countB] = [1, 1]
  let [one, other] = [plainA(startA), plainB(startB)]
  const joined = (text: string, piece: string): string => (step === 1 ? text + piece : piece + text)
  while (one !== other) {
    if (countA + countB > aligning.maxWordPieces) return null
    if (one.length < other.length) {
      if (startA + countA * step === endA || !begins(other, one, step)) return null
      one = joined(one, plainA(startA + countA * step))
      countA += 1
    } else {
      if (startB + countB * step === endB || !begins(one, other, step)) return null
      other = joined(other, plainB(startB + countB * step))
      countB += 1
    }
  }
  return { a: countA, b: countB }
}

const begins = (text: string, part: string, step: 1 | -1): boolean =>
  step === 1 ? text.startsWith(part) : text.endsWith(part)

const linkRanges = ({ toB, toA }: Alignment, inA: TokenRange, inB: TokenRange): void => {
  for (let place = inA.start; place < inA.end; place += 1)
    toB[place] = Math.min(inB.end - 1, inB.start + place - inA.start)
  for (let place = inB.start; place < inB.end; place += 1)
    toA[place] = Math.min(inA.end - 1, inA.start + place - inB.start)
}
