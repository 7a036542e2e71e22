import { unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import { unanswered, type Alignment, type Range } from './alignment.ts'
import { oppositeOf } from './mend.ts'

/** How far a stretch is pushed. */
const farthest = 24

/**
 * Where equal words stand at both ends of what one page lacks, it cannot be told from the words which of them it lacks.
 * Pushes such stretches so that they begin and end with a block, a row or a cell, which is how things get lost.
 */
export const settle = (alignment: Alignment): void => {
  const { a, b, toB, toA } = alignment
  for (const range of unanswered(toB)) if (oppositeOf(alignment, range) === null) push(a, toB, toA, range)
  const swapped = { ...alignment, a: b, b: a, toB: toA, toA: toB }
  for (const range of unanswered(toA)) if (oppositeOf(swapped, range) === null) push(b, toA, toB, range)
}

const push = (page: PageTokens, answers: Int32Array, answersBack: Int32Array, { start, end }: Range): void => {
  let best = { shift: 0, score: fit(page, start, end) }
  const reach = Math.min(farthest, end - start)
  for (const direction of [-1, 1] as const)
    for (let shift = 1; shift <= reach; shift += 1) {
      const [leaves, enters] = direction === -1 ? [end - shift, start - shift] : [start + shift - 1, end + shift - 1]
      if (page.keys[leaves] !== page.keys[enters] || (answers[enters] ?? -1) === -1) break
      const score = fit(page, start + shift * direction, end + shift * direction)
      if (score > best.score) best = { shift: shift * direction, score }
    }
  const step = Math.sign(best.shift)
  for (let done = 0; done !== best.shift; done += step) {
    const [leaves, enters] = step === -1 ? [end - 1 + done, start - 1 + done] : [start + done, end + done]
    const other = answers[enters] ?? -1
    answers[leaves] = other
    answers[enters] = -1
    if (other !== -1) answersBack[other] = leaves
  }
}

/** How well a stretch fits the parts of the page: blocks and rows count for more than cells. */
const fit = (page: PageTokens, start: number, end: number): number =>
  startsPart(page, start) + (end === page.length ? 2 : startsPart(page, end))

const startsPart = (page: PageTokens, place: number): number => {
  const unit = unitAt(page, place)
  if (unit === undefined || unit.start !== place) return 0
  return unit.cell === null || unit.cell.column === 0 ? 2 : 1
}
