import { itemAt } from '@polyparse/document/items'
import { enumeratorOf } from '../../language/enumerators.ts'
import { textOfBlock, type DraftBlock } from '../draft.ts'
import { headings as limits } from '../parameters.ts'
import { headingLook } from './heading-looks.ts'

/**
 * Finds the level of each heading to which the document gives none. A look is one level below the look that is most
 * often over it: that of the last heading before it that ranks higher. So levels do not jump from 2 to 5 because headings
 * of two other looks are somewhere else.
 */
export const levelsOf = (headings: readonly DraftBlock[]): ReadonlyMap<DraftBlock, number> => {
  const looks = ranksOf(headings)
  const ranked = [...new Set(looks)].toSorted((a, b) => b - a)
  const levels = new Map<number, number>()
  for (const look of ranked) levels.set(look, levelBelow(parentsOf(look, looks), levels))
  return new Map(headings.map((heading, index) => [heading, levels.get(itemAt(looks, index)) ?? 1]))
}

/** Ranks headings by their looks, and numbered ones of a look by their numbers (`2`, `2.1`). */
const ranksOf = (headings: readonly DraftBlock[]): number[] => {
  const numbered = headings.map((heading) => ({
    look: headingLook(heading),
    depth: enumeratorOf(textOfBlock(heading))?.depth ?? null,
  }))
  const outermost = new Map<number, number>()
  for (const { look, depth } of numbered)
    if (depth !== null) outermost.set(look, Math.min(depth, outermost.get(look) ?? depth))
  return numbered.map(({ look, depth }) =>
    depth === null ? look : look - (depth - (outermost.get(look) ?? depth)) * limits.depthRank,
  )
}

/** Returns, for every heading of a look, the look of the last heading before it that ranks higher. */
const parentsOf = (look: number, looks: readonly number[]): number[] =>
  looks.flatMap((own, index) => (own === look ? (looks.slice(0, index).findLast((other) => other > look) ?? []) : []))

const levelBelow = (parents: readonly number[], levels: ReadonlyMap<number, number>): number => {
  const counts = new Map<number, number>()
  for (const parent of parents) {
    const level = levels.get(parent) ?? 0
    counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
  return most === undefined ? 1 : Math.min(limits.maxLevel, most[0] + 1)
}
