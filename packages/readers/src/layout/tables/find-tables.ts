import type { Box } from '@polyparse/document'
import type { ContentWord, PageContent, Rule } from '../page-content.ts'
import { extendMesh } from './ruled/outer-rows.ts'
import { extendZone } from './ruled/outer-rows.ts'
import { foundTable, type FoundTable } from './found-table.ts'
import { createFreeWords } from './word-index.ts'
import type { Grid } from './grid.ts'
import { isOneColumn, latticeGrid } from './ruled/lattice-grid.ts'
import { findLattices } from './ruled/lattices.ts'
import type { Mesh } from './ruled/lattices.ts'
import { openZones } from './white/open-zones.ts'
import { gutterOf } from './white/columns.ts'
import { ruledZones } from './ruled/ruled-zones.ts'
import { straightRules } from './ruled/straight-rules.ts'
import { streamGrid } from './white/stream-grid.ts'
import type { Zone } from './grid.ts'
import { isTypedRule, typedRule } from './ruled/straight-rules.ts'
import { isUnderDivided } from './ruled/lattice-grid.ts'
import type { Evidence } from './verdict.ts'
import type { WordIndex } from './word-index.ts'

export type { FoundTable } from './found-table.ts'

/** A page with more words has them from something other than text to read. */
const maxWords = 30_000
const maxLattices = 400
/** Columns of a page may be divided in columns once more. */
const deepest = 2

/**
 * The tables of a page, from the top: first those whose cells are drawn, then those between lines across, then those in
 * frames that are not divided, at last those that only the gaps between words show.
 */
export const findTables = (page: PageContent): FoundTable[] => {
  const words = page.words.filter((word) => !isTypedRule(word))
  if (words.length === 0 || words.length > maxWords) return []
  const rules = straightRules(page)
  const free = createFreeWords(words)
  const found: FoundTable[] = []
  const take = (grid: Grid | null, evidence: Evidence): boolean => {
    const table = grid === null ? null : foundTable(grid, evidence)
    if (table === null) return false
    found.push(table)
    free.take(table.words)
    return true
  }
  const undivided: Mesh[] = []
  for (const bare of findLattices(rules).slice(0, maxLattices)) {
    const mesh = extendMesh(bare, rules.horizontal, free)
    const inside = free.within(boxOf(mesh))
    const grid = isOneColumn(mesh) || inside.length < 4 ? null : latticeGrid(mesh, inside)
    if (grid === null || isUnderDivided(grid)) undivided.push(mesh)
    else take(grid, 'lattice')
  }
  for (const zone of ruledZones(rules.horizontal, free))
    if (free.areFree(zone.words)) take(ruledGrid(zone, free), zone.xs === null ? 'rules' : 'lattice')
  for (const mesh of undivided) {
    const zone = zoneOf(mesh, free.within(boxOf(mesh)), rules.horizontal)
    if (zone.words.length > 3 && gutterOf(zone) === null)
      take(ruledGrid(zone, free), mesh.ys.length > 2 ? 'rules' : 'white')
  }
  const across = [...rules.horizontal, ...page.words.filter(isTypedRule).map(typedRule)]
  const takeOpen = (among: readonly ContentWord[], depth: number): void => {
    for (const zone of openZones(among, across)) {
      const gutter = gutterOf(zone)
      if (gutter === null) take(streamGrid(zone), 'white')
      else if (depth < deepest) {
        takeOpen(
          zone.words.filter(({ box }) => box[2] <= gutter.to),
          depth + 1,
        )
        takeOpen(
          zone.words.filter(({ box }) => box[0] >= gutter.from),
          depth + 1,
        )
      }
    }
  }
  takeOpen(free.all(), 0)
  return found.toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
}

const ruledGrid = (zone: Zone, index: WordIndex): Grid | null => {
  const grid = streamGrid(zone)
  if (grid === null) return null
  const extended = extendZone(zone, grid.xs, index)
  return extended === zone ? grid : (streamGrid(extended) ?? grid)
}

const boxOf = ({ xs, ys }: Mesh): Box => [xs[0] ?? 0, ys[0] ?? 0, xs.at(-1) ?? 0, ys.at(-1) ?? 0]

const zoneOf = (mesh: Mesh, words: readonly ContentWord[], rules: readonly Rule[]): Zone => {
  const [left, top, right, bottom] = boxOf(mesh)
  const inside = rules.filter(({ at, from, to }) => at > top - 2 && at < bottom + 2 && to > left && from < right)
  return { left, right, words, rules: inside, xs: null }
}
