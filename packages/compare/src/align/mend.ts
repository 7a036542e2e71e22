import type { PageTokens } from '../tokens/page-tokens.ts'
import { textOf } from '../tokens/text-of.ts'
import { unanswered, type Alignment, type Range } from './alignment.ts'

/** More pieces than this are no divided word. */
const maxPieces = 6

/**
 * Lets words answer to each other that are the same but for where they are divided: `informa- tion`, `data base`,
 * `1 234`. Looked for from both ends of every stretch that has no answer.
 */
export const mend = (alignment: Alignment): void => {
  for (const range of unanswered(alignment.toB)) {
    const opposite = oppositeOf(alignment, range)
    if (opposite === null) continue
    if (isSpelledAlike(alignment, range, opposite)) answer(alignment, range, opposite)
    else mendRange(alignment, range, opposite)
  }
}

/** Longer stretches that are spelled alike but for spaces would have answers. */
const maxSpelledLength = 12

/** Whether both are the same letters, figures, points and dashes once the spaces are out: `1 .2` and `1.2`. */
const isSpelledAlike = ({ a, b }: Alignment, inA: Range, inB: Range): boolean => {
  if (inA.end - inA.start > maxSpelledLength || inB.end - inB.start > maxSpelledLength) return false
  const spelled = (page: PageTokens, { start, end }: Range): string =>
    textOf(page, start, end)
      // 10² is not 102.
      .replaceAll(/(?<=\d)[²³¹⁰⁴-⁹]/g, '^$&')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}.,^-]/gu, '')
  return spelled(a, inA) === spelled(b, inB)
}

/** The stretch without an answer on the other side that stands where this one does, by the neighbours of both. */
export const oppositeOf = ({ toB, toA }: Alignment, { start, end }: Range): Range | null => {
  let after = start === 0 ? 0 : (toB[start - 1] ?? -1) + 1
  while (start > 0 && toA[after] === start - 1) after += 1
  if (toA[after] === -1 && (start === 0 || after > 0)) {
    let last = after
    while (toA[last] === -1) last += 1
    return { start: after, end: last }
  }
  let before = end === toB.length ? toA.length : (toB[end] ?? -1)
  while (end < toB.length && toA[before - 1] === end) before -= 1
  if (before < 1 || toA[before - 1] !== -1) return null
  let first = before - 1
  while (toA[first - 1] === -1) first -= 1
  return { start: first, end: before }
}

const mendRange = (alignment: Alignment, inA: Range, inB: Range): void => {
  let [a, b] = [inA.start, inB.start]
  let [endA, endB] = [inA.end, inB.end]
  for (let found = join(alignment, a, endA, b, endB, 1); found !== null; found = join(alignment, a, endA, b, endB, 1)) {
    answer(alignment, { start: a, end: a + found.a }, { start: b, end: b + found.b })
    a += found.a
    b += found.b
  }
  for (
    let found = join(alignment, endA - 1, a - 1, endB - 1, b - 1, -1);
    found !== null;
    found = join(alignment, endA - 1, a - 1, endB - 1, b - 1, -1)
  ) {
    endA -= found.a
    endB -= found.b
    answer(alignment, { start: endA, end: endA + found.a }, { start: endB, end: endB + found.b })
  }
}

/** How many pieces from here on each side put together are the same, or null. */
const join = (
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
  const put = (text: string, piece: string): string => (step === 1 ? text + piece : piece + text)
  while (one !== other) {
    if (countA + countB > maxPieces) return null
    if (one.length < other.length) {
      if (startA + countA * step === endA || !begins(other, one, step)) return null
      one = put(one, plainA(startA + countA * step))
      countA += 1
    } else {
      if (startB + countB * step === endB || !begins(one, other, step)) return null
      other = put(other, plainB(startB + countB * step))
      countB += 1
    }
  }
  return { a: countA, b: countB }
}

const begins = (text: string, part: string, step: 1 | -1): boolean =>
  step === 1 ? text.startsWith(part) : text.endsWith(part)

const answer = ({ toB, toA }: Alignment, inA: Range, inB: Range): void => {
  for (let place = inA.start; place < inA.end; place += 1)
    toB[place] = Math.min(inB.end - 1, inB.start + place - inA.start)
  for (let place = inB.start; place < inB.end; place += 1)
    toA[place] = Math.min(inA.end - 1, inA.start + place - inB.start)
}
