import { type Box, centre, holds } from '@polyparse/document'
import { firstOf, lastOf } from '@polyparse/document/items'
import { isLeader } from '../../language/leaders.ts'
import type { ContentWord, PageContent, Rule } from '../page-content.ts'
import { foundTable, type FoundTable } from './found-table.ts'
import type { Grid, Zone } from './grid.ts'
import { headedZones, search } from './parameters.ts'
import { isOneColumn, isUnderdivided, latticeGrid } from './ruled/lattice-grid.ts'
import { headedZone } from './ruled/headed-zones.ts'
import { findLattices, type Lattice } from './ruled/lattices.ts'
import { extendLattice, extendZone } from './ruled/outer-rows.ts'
import { ruledZones } from './ruled/ruled-zones.ts'
import { isTypedRule, straightRules, typedRule } from './ruled/straight-rules.ts'
import { isLabelled, type Evidence } from './verdict.ts'
import { gutterOf } from './white/columns.ts'
import { openZones } from './white/open-zones.ts'
import { whiteBetweenTables } from './white/side-by-side.ts'
import { streamGrid } from './white/stream-grid.ts'
import { createFreeWords, type WordIndex } from './word-index.ts'

/*
 * Finds the tables of a page and takes their words out of its text. What is drawn counts first: lattices of lines, then
 * stacks of lines across, then single lines below a header, then frames without lines inside. White alone comes last, in
 * the words that are left.
 */

export type { FoundTable } from './found-table.ts'

/**
 * The tables of a page, from the top, each with the words it is made of. Empty for a page with more words than text can
 * have.
 */
export const findTables = (page: PageContent): FoundTable[] => {
  const words = page.words.filter((word) => !isTypedRule(word))
  if (words.length === 0 || words.length > search.maxWords) return []
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
  const undivided: Lattice[] = []
  for (const bare of findLattices(rules).slice(0, search.maxLattices)) {
    const lattice = extendLattice(bare, rules.horizontal, free)
    const inside = free.within(boxOfLattice(lattice))
    const grid = isOneColumn(lattice) || inside.length < search.minWords ? null : latticeGrid(lattice, inside)
    if (grid === null || isUnderdivided(grid)) undivided.push(lattice)
    else take(grid, 'lattice')
  }
  const drawn = found.map(({ box }) => box)
  const others = rules.horizontal.filter((rule) => !drawn.some((box) => isInside(rule, box)))
  for (const zone of ruledZones(others, free))
    if (free.areFree(zone.words))
      take(ruledGrid(zone, { index: free, rules: others }), zone.xs === null ? 'rules' : 'lattice')
  for (const rule of others
    .filter(({ from, to }) => to - from > headedZones.minLength)
    .slice(0, headedZones.maxRules)) {
    const zone = headedZone(rule, others, free)
    const grid = zone === null ? null : streamGrid(zone)
    if (zone !== null && grid !== null && (isLabelled(grid) || gutterOf(zone) === null)) take(grid, 'headed')
  }
  for (const lattice of undivided) {
    const zone = zoneOfLattice(lattice, free.within(boxOfLattice(lattice)), rules.horizontal)
    if (zone.words.length >= search.minWords && gutterOf(zone) === null)
      take(ruledGrid(zone, { index: free, rules: others }), lattice.ys.length > 2 ? 'rules' : 'white')
  }
  const across = [...rules.horizontal, ...page.words.filter(isTypedRule).map(typedRule)]
  const takeOpen = (among: readonly ContentWord[], depth: number): void => {
    for (const zone of openZones(among, across)) {
      const gutter = gutterOf(zone) ?? whiteBetweenTables(zone)
      if (gutter === null) take(streamGrid(zone), 'white')
      else if (depth < search.maxDepth) {
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
  const signs = page.words.filter((word) => isTypedRule(word) || isLeader(word.text))
  return found.map((table) => withSigns(table, signs)).toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
}

/** A table with the dots and dashes within it, which are a line of it, or say that a cell is empty. */
const withSigns = (table: FoundTable, signs: readonly ContentWord[]): FoundTable => {
  const inside = signs.filter(({ box }) => holds(table.box, centre(box)))
  return inside.length === 0 ? table : { ...table, words: table.words.union(new Set(inside)) }
}

const ruledGrid = (zone: Zone, around: { readonly index: WordIndex; readonly rules: readonly Rule[] }): Grid | null => {
  const grid = streamGrid(zone)
  if (grid === null) return null
  const extended = extendZone(zone, grid.xs, around)
  return extended === zone ? grid : (streamGrid(extended) ?? grid)
}

/** Tells whether a rule belongs to what is drawn in a box. */
const isInside = ({ at, from, to }: Rule, [left, top, right, bottom]: Box): boolean =>
  at > top - search.frameMargin &&
  at < bottom + search.frameMargin &&
  from > left - search.frameMargin &&
  to < right + search.frameMargin

const boxOfLattice = ({ xs, ys }: Lattice): Box => [firstOf(xs), firstOf(ys), lastOf(xs), lastOf(ys)]

const zoneOfLattice = (lattice: Lattice, words: readonly ContentWord[], rules: readonly Rule[]): Zone => {
  const [left, top, right, bottom] = boxOfLattice(lattice)
  const inside = rules.filter(
    ({ at, from, to }) =>
      at > top - search.frameMargin && at < bottom + search.frameMargin && to > left && from < right,
  )
  return { left, right, words, rules: inside, xs: null }
}
