import { centre } from '@polyparse/document'
import type { PageContent } from '../page-content.ts'
import { findTables, type FoundTable } from '../tables/find-tables.ts'
import type { PairGroup } from './find-pairs.ts'

/**
 * The tables of a page with pairs of labels and values on it. Those that take no word of a pair stay as they are; in
 * what is left, none reaches from above a group of pairs to below it, as the lines of a form seem to say.
 */
export const tablesAround = (page: PageContent, groups: readonly PairGroup[]): FoundTable[] => {
  const whole = findTables(page)
  if (groups.length === 0) return whole
  const paired = new Set(groups.flatMap(({ words }) => [...words]))
  const kept = whole.filter(({ words }) => words.isDisjointFrom(paired))
  const taken = new Set([...paired, ...kept.flatMap(({ words }) => [...words])])
  const edges = groups.flatMap(({ box }) => [box[1], box[3]]).toSorted((a, b) => a - b)
  const bands = Map.groupBy(
    page.words.filter((word) => !taken.has(word)),
    ({ box }) => edges.filter((edge) => edge < centre(box)[1]).length,
  )
  const found = [...bands.values()].flatMap((words) => findTables({ ...page, words }))
  return [...kept, ...found].toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
}
