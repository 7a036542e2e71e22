import { isEmpty, type Range } from '../align/alignment.ts'
import { rangesOf, type ComparedPair, type GroupedFinding } from './group.ts'

/**
 * Where each reading has what the telling findings of a group are about; an empty range where it would be. A reading that
 * is in none of them agrees with one that is, and so has it where that one's answer stands.
 */
export const rangesFor = (
  readings: number,
  telling: readonly GroupedFinding[],
  group: readonly GroupedFinding[],
  pairs: readonly ComparedPair[],
): Range[] =>
  Array.from(
    { length: readings },
    (_, reading) =>
      rangeIn(reading, telling) ?? answerIn(reading, telling, pairs) ?? rangeIn(reading, group) ?? { start: 0, end: 0 },
  )

/** All that the findings have of one reading; an empty place where they have nothing of it but that. */
const rangeIn = (reading: number, group: readonly GroupedFinding[]): Range | null => {
  const own = group.flatMap(({ pair, finding }) =>
    rangesOf(pair, finding).flatMap(([of, range]) => (of === reading ? [range] : [])),
  )
  const filled = own.filter((range) => !isEmpty(range))
  return (filled.length > 0 ? filled : own.slice(0, 1)).reduce<Range | null>(
    (whole, { start, end }) =>
      whole === null ? { start, end } : { start: Math.min(whole.start, start), end: Math.max(whole.end, end) },
    null,
  )
}

const answerIn = (reading: number, group: readonly GroupedFinding[], pairs: readonly ComparedPair[]): Range | null => {
  for (const { pair: of, finding } of group)
    for (const [from, range] of rangesOf(of, finding)) {
      const pair = pairs.find(
        ({ one, other }) => (one === from && other === reading) || (one === reading && other === from),
      )
      if (pair === undefined) continue
      const { toB, toA } = pair.alignment
      const answers = (pair.one === from ? toB : toA).subarray(range.start, range.end).filter((place) => place >= 0)
      const [first, last] = [answers[0], answers.at(-1)]
      if (first !== undefined && last !== undefined)
        return { start: Math.min(first, last), end: Math.max(first, last) + 1 }
    }
  return null
}
