import type { Box } from '../../../document/model.ts'
import { union } from '../../paged/geometry.ts'
import type { DraftTable } from '../../paged/draft.ts'
import type { ContentWord, PageContent, Rule } from '../page-content.ts'
import { draftTable } from './draft-table.ts'
import { withoutEmpty, type Grid } from './grid.ts'
import { extendMesh } from './extend-mesh.ts'
import { extendZone } from './extend-zone.ts'
import { findLattices } from './lattices.ts'
import { isOneColumn, latticeGrid } from './lattice-grid.ts'
import type { Mesh } from './mesh.ts'
import { gutterOf } from './page-columns.ts'
import { openZones } from './open-zones.ts'
import { ruledZones } from './ruled-zones.ts'
import { withoutSurroundings } from './surroundings.ts'
import { straightRules } from './straight-rules.ts'
import { streamGrid, type Zone } from './stream-grid.ts'
import { isUnderDivided } from './under-divided.ts'
import { isTypedRule, typedRule } from './typed-rules.ts'
import { isTable, type Evidence } from './verdict.ts'
import { inReadingDirection } from './reading-direction.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/** A table of a page, with all the words that it is made of. */
export type FoundTable = {
  readonly box: Box
  readonly table: DraftTable
  readonly words: ReadonlySet<ContentWord>
}

/** In points: what is thinner and empty stands between two lines drawn for one. */
const thinnest = 8
const mostWords = 30_000

/** The tables of a page: those drawn with rules or backgrounds, and those that only the gaps between words show. */
export const findTables = (page: PageContent): FoundTable[] => {
  if (page.words.length === 0 || page.words.length > mostWords) return []
  const typed = page.words.filter(isTypedRule)
  const rules = straightRules(page)
  const across = [...rules.horizontal, ...typed.map(typedRule)]
  const found: FoundTable[] = []
  let left: readonly ContentWord[] = typed.length === 0 ? page.words : page.words.filter((word) => !isTypedRule(word))
  const take = (grid: Grid | null, evidence: Evidence): void => {
    const table = grid === null ? null : finish(grid, evidence)
    if (table === null || table.words.size === 0) return
    found.push(table)
    left = left.filter((word) => !table.words.has(word))
  }
  const partial: Mesh[] = []
  for (const bare of findLattices(rules)) {
    const mesh = extendMesh(bare, rules.horizontal, createWordIndex(left))
    const words = createWordIndex(left).within(boxOf(mesh))
    if (words.length < 4) continue
    const drawn = isOneColumn(mesh) ? null : latticeGrid(mesh, words)
    if (drawn === null || isUnderDivided(drawn)) partial.push(mesh)
    else take(drawn, 'lattice')
  }
  const inLeft = createWordIndex(left)
  for (const zone of ruledZones(rules.horizontal, inLeft)) {
    const taken = new Set(found.flatMap(({ words }) => [...words]))
    if (!zone.words.some((word) => taken.has(word)))
      take(ruledGrid(zone, inLeft), zone.xs === null ? 'rules' : 'lattice')
  }
  for (const mesh of partial) {
    const words = createWordIndex(left).within(boxOf(mesh))
    const zone = zoneOf(mesh, words, rules.horizontal)
    if (words.length > 3 && gutterOf(zone) === null)
      take(ruledGrid(zone, createWordIndex(left)), mesh.ys.length > 2 ? 'rules' : 'white')
  }
  const takeOpen = (words: readonly ContentWord[], depth: number): void => {
    for (const zone of openZones(words, across)) {
      const gutter = gutterOf(zone)
      if (gutter === null) take(streamGrid(zone)?.grid ?? null, 'white')
      else if (depth < 2) {
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
  takeOpen(left, 0)
  return found.toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
}

const ruledGrid = (zone: Zone, index: WordIndex): Grid | null => {
  const { grid } = streamGrid(zone) ?? {}
  if (grid === undefined) return null
  const extended = extendZone(zone, grid.xs, index)
  return extended === zone ? grid : (streamGrid(extended)?.grid ?? grid)
}

const boxOf = ({ xs, ys }: Mesh): Box => [xs[0] ?? 0, ys[0] ?? 0, xs.at(-1) ?? 0, ys.at(-1) ?? 0]

const zoneOf = (mesh: Mesh, words: readonly ContentWord[], rules: readonly Rule[]): Zone => {
  const [left, top, right, bottom] = boxOf(mesh)
  const inside = rules.filter(({ at, from, to }) => at > top - 2 && at < bottom + 2 && to > left && from < right)
  return { left, right, words, rules: inside, xs: null }
}

const finish = (whole: Grid, evidence: Evidence): FoundTable | null => {
  const grid = inReadingDirection(
    withoutSurroundings(withoutEmpty(whole, evidence === 'lattice' ? thinnest : Infinity)),
  )
  if (!isTable(grid, evidence)) return null
  const words = new Set(grid.cells.flatMap((cell) => cell.words))
  const text = union([...words].map(({ box }) => box))
  if (text === null) return null
  const box: Box = [
    Math.min(...grid.xs, text[0]),
    Math.min(grid.ys[0] ?? text[1], text[1]),
    Math.max(...grid.xs, text[2]),
    Math.max(grid.ys.at(-1) ?? text[3], text[3]),
  ]
  return { box, table: draftTable(grid), words }
}
