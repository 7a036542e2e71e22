import type { Range } from '../align/alignment.ts'
import { rowKey, type PageTokens, type Unit } from '../tokens/page-tokens.ts'

/** How many rows of tables lie in the range with all they have. */
export const wholeRows = (page: PageTokens, { start, end }: Range): number => {
  const [from, to] = [page.unitOf[start] ?? 0, page.unitOf[end - 1] ?? -1]
  // With the cells beside the range: its first and last row may go on there.
  const [before, after] = [filledBefore(page.units, from), filledAfter(page.units, to)]
  const rows = Map.groupBy([...before, ...page.units.slice(from, to + 1), ...after].filter(isFilledCell), ({ cell }) =>
    rowKey(cell),
  )
  return [...rows.values()].filter((cells) => cells.every((cell) => cell.start >= start && cell.end <= end)).length
}

const isFilledCell = ({ cell, start, end }: Unit): boolean => cell !== null && end > start

const filledBefore = (units: readonly Unit[], from: number): Unit[] => {
  let index = from - 1
  while (units[index]?.start === units[index]?.end && index >= 0) index -= 1
  return units.slice(Math.max(0, index), Math.max(0, index + 1))
}

const filledAfter = (units: readonly Unit[], to: number): Unit[] => {
  let index = to + 1
  while (units[index]?.start === units[index]?.end && index < units.length) index += 1
  return units.slice(index, index + 1)
}
