import { itemAt } from '@polyparse/document/items'
import { usualLineHeight, lowerBound, type WordLayout } from '../reading/layout-of-words.ts'
import { type Candidate, firstWord } from './candidates.ts'

/** A leaf of a row with the places of its value. */
export type RowLeaf = { readonly column: string; readonly candidates: readonly Candidate[] }

/** The place of a leaf, and how well it fits to the others of its row, 0–1; 1 for the only leaf of a row. */
export type PlacedLeaf = { readonly candidate: Candidate; readonly closeness: number }

/** Places of a row's anchor that are tried. */
const maxAnchorPlaces = 60

/**
 * Finds the row of a table in which all values of an item are together. Rows of one array are given in their order, and
 * each is after the one before where it can.
 */
export const rowPlacer = ({ depths }: WordLayout) => {
  const used = new Set<string>()
  let previous = 0
  const depthAt = (candidate: Candidate): number => depths[firstWord(candidate)] ?? 0

  /** Finds by depth the nearest candidate of a leaf that no row before has taken. */
  const nearest = (leaf: RowLeaf, sorted: readonly Candidate[], depth: number, anchor: number): PlacedLeaf | null => {
    const from = lowerBound(sorted.length, (index) => depthAt(itemAt(sorted, index)) >= depth - reach)
    let best: PlacedLeaf | null = null
    let bestScore = -1
    for (let at = from; at < sorted.length && at < from + 40; at += 1) {
      const candidate = itemAt(sorted, at)
      const distance = Math.abs(depthAt(candidate) - depth)
      if (depthAt(candidate) > depth + reach) break
      const closeness = closenessAt(distance)
      const isUsed = used.has(`${leaf.column} ${firstWord(candidate)}`)
      const score = (closeness * candidate.strength) / (isUsed ? 2 : 1) - Math.abs(firstWord(candidate) - anchor) * 1e-7
      if (score > bestScore) [best, bestScore] = [{ candidate, closeness: isUsed ? closeness * 0.8 : closeness }, score]
    }
    return best
  }

  return (leaves: readonly RowLeaf[]): Map<RowLeaf, PlacedLeaf> => {
    const placed = new Map<RowLeaf, PlacedLeaf>()
    const held = leaves.filter(({ candidates }) => candidates.length > 0)
    const [anchorLeaf] = held.toSorted((a, b) => a.candidates.length - b.candidates.length)
    if (anchorLeaf === undefined) return placed
    const others = held.filter((leaf) => leaf !== anchorLeaf)
    const sorted = new Map(
      others.map((leaf) => [leaf, leaf.candidates.toSorted((a, b) => depthAt(a) - depthAt(b))] as const),
    )
    let bestScore = Number.NEGATIVE_INFINITY
    let best: { readonly anchor: Candidate; readonly rest: Map<RowLeaf, PlacedLeaf> } | null = null
    for (const anchor of anchorLeaf.candidates.slice(0, maxAnchorPlaces)) {
      const depth = depthAt(anchor)
      const rest = new Map<RowLeaf, PlacedLeaf>()
      let score = anchor.strength
      for (const [leaf, candidates] of sorted) {
        const place = nearest(leaf, candidates, depth, firstWord(anchor))
        if (place === null) continue
        rest.set(leaf, place)
        score += place.closeness * place.candidate.strength
      }
      if (used.has(`${anchorLeaf.column} ${firstWord(anchor)}`)) score -= 0.5
      // The next row is below the one before, and not far.
      if (depth < previous) score -= 0.15
      score -= Math.min(0.1, Math.abs(depth - previous) * 1e-6)
      if (score > bestScore) [best, bestScore] = [{ anchor, rest }, score]
    }
    if (best === null) return placed
    const { anchor, rest } = best
    const closenesses = [...rest.values()].map(({ closeness }) => closeness)
    const together =
      others.length === 0 ? 1 : closenesses.reduce((sum, closeness) => sum + closeness, 0) / others.length
    placed.set(anchorLeaf, { candidate: anchor, closeness: together })
    for (const [leaf, place] of rest) placed.set(leaf, place)
    for (const leaf of others)
      if (!placed.has(leaf)) placed.set(leaf, { candidate: itemAt(leaf.candidates, 0), closeness: 0 })
    for (const [{ column }, { candidate }] of placed) used.add(`${column} ${firstWord(candidate)}`)
    previous = depthAt(anchor)
    return placed
  }
}

/** The maximum distance of cells of one row, in points: a cell of several lines is read at its first one. */
const reach = 8 * usualLineHeight

const closenessAt = (distance: number): number => {
  if (distance <= 0.6 * usualLineHeight) return 1
  if (distance <= 2 * usualLineHeight) return 0.8
  return distance <= 4 * usualLineHeight ? 0.6 : 0.4
}
