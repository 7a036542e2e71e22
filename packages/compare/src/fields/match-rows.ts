import { fieldMatching } from '../parameters.ts'
import { type FieldNode, fieldLeavesIn } from './field-tree.ts'
import { keyOfFieldValue } from './field-values.ts'

/** An item of an array as each of several has it; undefined where one lacks it. */
export type MatchedRow = readonly (FieldNode | undefined)[]

type Row = {
  readonly members: (FieldNode | undefined)[]
  readonly cells: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Brings together the items of arrays that are the same item, by what they say and not by where they are: in the order of the
 * array at `base`, with those that it lacks behind the item that they follow elsewhere.
 */
export const matchRows = (arrays: readonly (readonly FieldNode[])[], base: number): MatchedRow[] => {
  const newRow = (item: FieldNode, of: number): Row => {
    const members = arrays.map((_, index) => (index === of ? item : undefined))
    return { members, cells: cellsOf(item) }
  }
  let rows = (arrays[base] ?? []).map((item) => newRow(item, base))
  for (const [of, items] of arrays.entries()) {
    if (of === base) continue
    const own = items.map((item) => ({ item, cells: cellsOf(item) }))
    const places = placesOf(own, rows)
    fillGaps(places, rows.length)
    const before = new Map<number, Row[]>()
    let last = -1
    for (const [index, { item }] of own.entries()) {
      const place = places[index]
      const row = place === undefined || place === null ? undefined : rows[place]
      if (place !== undefined && place !== null && row !== undefined) {
        row.members[of] = item
        last = place
      } else before.set(last, [...(before.get(last) ?? []), newRow(item, of)])
    }
    const known = rows
    rows = [-1, ...known.keys()].flatMap((place) => [
      ...(known[place] === undefined ? [] : [known[place]]),
      ...(before.get(place) ?? []),
    ])
  }
  return rows.map(({ members }) => members)
}

const cellsOf = (item: FieldNode): Row['cells'] => {
  const cells = new Map<string, Set<string>>()
  for (const { column, leaf } of fieldLeavesIn(item)) {
    const { value } = leaf.entry
    if (value === null) continue
    const known = cells.get(column) ?? new Set()
    cells.set(column, known.add(keyOfFieldValue(value)))
  }
  return cells
}

type Pairing = { readonly index: number; readonly place: number; readonly equal: number; readonly distance: number }

/** The row that each item is, or null. */
const placesOf = (items: readonly Pick<Row, 'cells'>[], rows: readonly Row[]): (number | null)[] => {
  const placesOfCells = new Map<string, number[]>()
  for (const [place, row] of rows.entries())
    for (const cell of keysOfCells(row)) {
      const known = placesOfCells.get(cell)
      if (known === undefined) placesOfCells.set(cell, [place])
      else known.push(place)
    }
  const pairings = items.flatMap((item, index) => pairingsOf(item, index, rows, placesOfCells))
  const places: (number | null)[] = items.map(() => null)
  const taken = new Set<number>()
  for (const { index, place } of pairings.toSorted(byLikeness)) {
    if (places[index] !== null || taken.has(place)) continue
    places[index] = place
    taken.add(place)
  }
  return places
}

const byLikeness = (one: Pairing, other: Pairing): number => other.equal - one.equal || one.distance - other.distance

const pairingsOf = (
  item: Pick<Row, 'cells'>,
  index: number,
  rows: readonly Row[],
  placesOfCells: ReadonlyMap<string, readonly number[]>,
): Pairing[] => {
  const near = new Set<number>()
  const lists = keysOfCells(item).map((cell) => placesOfCells.get(cell) ?? [])
  // Values that many rows have tell rows apart only if there is nothing else.
  for (const places of lists.toSorted((one, other) => one.length - other.length)) {
    if (places.length > fieldMatching.nearestCandidates && near.size > 0) break
    for (const place of nearestOf(places, index)) near.add(place)
  }
  return [...near]
    .flatMap((place): Pairing[] => {
      const row = rows[place]
      const equal = row === undefined ? null : equalCells(item, row)
      return equal === null ? [] : [{ index, place, equal, distance: Math.abs(place - index) }]
    })
    .toSorted(byLikeness)
    .slice(0, fieldMatching.keptCandidates)
}

/** Returns, of ascending places, those nearest to one. */
const nearestOf = (places: readonly number[], index: number): readonly number[] => {
  const { nearestCandidates } = fieldMatching
  if (places.length <= nearestCandidates) return places
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  const start = Math.min(Math.max(0, low - nearestCandidates / 2), places.length - nearestCandidates)
  return places.slice(start, start + nearestCandidates)
}

const keysOfCells = ({ cells }: Pick<Row, 'cells'>): string[] =>
  [...cells].flatMap(([column, keys]) => [...keys].map((key) => `${column}\n${key}`))

/** Counts the columns that say the same; null if they are too few of those that both have. */
const equalCells = (one: Pick<Row, 'cells'>, other: Pick<Row, 'cells'>): number | null => {
  let [equal, both] = [0, 0]
  for (const [column, keys] of one.cells) {
    const others = other.cells.get(column)
    if (others === undefined) continue
    both += 1
    if (!keys.isDisjointFrom(others)) equal += 1
  }
  return equal > 0 && equal >= fieldMatching.minEqualShare * both ? equal : null
}

/**
 * Pairs one item and one row that are left alone between equal neighbours: they are the same item, told differently.
 */
const fillGaps = (places: (number | null)[], rows: number): void => {
  const taken = new Set(places)
  for (const [index, place] of places.entries()) {
    if (place !== null) continue
    const before = index === 0 ? -1 : places[index - 1]
    const after = index === places.length - 1 ? rows : places[index + 1]
    if (before === null || before === undefined || after !== before + 2 || taken.has(before + 1)) continue
    places[index] = before + 1
    taken.add(before + 1)
  }
}
