import { pairwise } from '@polyparse/document/items'
import type { Rule } from '../../page-content.ts'
import { lattices as limits } from '../parameters.ts'
import type { StraightRules } from './straight-rules.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Finds where lines meet and form cells. Lines that meet each other, directly or through others, are one lattice; a
 * side of a cell counts as drawn when lines cover most of it.
 */

/**
 * The places that lines divide. `xs` and `ys` are the ends of columns and rows in points, the outer ones included.
 * `walls[row][column]` says whether a line divides the place from the one to its right, `floors[row][column]` from the
 * one below.
 */
export type Lattice = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly walls: readonly (readonly boolean[])[]
  readonly floors: readonly (readonly boolean[])[]
}

/** A rectangle of places without a line between them: a cell. */
export type RuledArea = {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

/**
 * The number of rows of a lattice.
 * @example rowCountOf({ xs: [0, 10, 20], ys: [0, 5] }) // 1
 */
export const rowCountOf = ({ ys }: Lattice): number => ys.length - 1

/**
 * The number of columns of a lattice.
 * @example columnCountOf({ xs: [0, 10, 20], ys: [0, 5] }) // 2
 */
export const columnCountOf = ({ xs }: Lattice): number => xs.length - 1

/** The cells of a lattice, row by row. One that is not a rectangle is cut into those of its rows. */
export const areasOf = (lattice: Lattice): RuledArea[] => {
  const taken = lattice.walls.map((row) => row.map(() => false))
  const areas: RuledArea[] = []
  for (let row = 0; row < rowCountOf(lattice); row += 1) {
    for (let column = 0; column < columnCountOf(lattice); column += 1) {
      if (taken[row]?.[column] === true) continue
      const area = growFrom(lattice, row, column, taken)
      for (let y = row; y < row + area.rowSpan; y += 1) taken[y]?.fill(true, column, column + area.columnSpan)
      areas.push(area)
    }
  }
  return areas
}

const growFrom = (lattice: Lattice, row: number, column: number, taken: readonly (readonly boolean[])[]): RuledArea => {
  let columnSpan = 1
  while (
    column + columnSpan < columnCountOf(lattice) &&
    lattice.walls[row]?.[column + columnSpan - 1] === false &&
    taken[row]?.[column + columnSpan] === false
  )
    columnSpan += 1
  let rowSpan = 1
  while (
    row + rowSpan < rowCountOf(lattice) &&
    isLatticeCellContinued(lattice, row + rowSpan, column, columnSpan, taken)
  )
    rowSpan += 1
  return { row, column, rowSpan, columnSpan }
}

/** Tells whether a cell goes on in a row: no floor above any of its places, no wall inside, a wall at either end. */
const isLatticeCellContinued = (
  { walls, floors }: Lattice,
  row: number,
  column: number,
  columnSpan: number,
  taken: readonly (readonly boolean[])[],
): boolean => {
  for (let at = column; at < column + columnSpan; at += 1) {
    if (floors[row - 1]?.[at] !== false || taken[row]?.[at] === true) return false
    if (at < column + columnSpan - 1 && walls[row]?.[at] !== false) return false
  }
  const last = column + columnSpan - 1
  return walls[row]?.[last] !== false && (column === 0 || walls[row]?.[column - 1] !== false)
}

/** The lattices of a page, in the order of their uppermost lines. */
export const findLattices = ({ horizontal, vertical }: StraightRules): Lattice[] =>
  groupMeeting(horizontal, vertical).flatMap((group) => latticeOf(group.horizontal, group.vertical) ?? [])

type Group = { readonly horizontal: Rule[]; readonly vertical: Rule[] }

const groupMeeting = (horizontal: readonly Rule[], vertical: readonly Rule[]): Group[] => {
  const parents = Array.from({ length: horizontal.length + vertical.length }, (_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at
      at = parents[at] ?? at
    }
    return at
  }
  for (const [index, across] of horizontal.entries())
    for (const [other, down] of vertical.entries())
      if (meets(across, down)) parents[rootOf(horizontal.length + other)] = rootOf(index)
  const groups = new Map<number, Group>()
  const groupOf = (index: number): Group => {
    const root = rootOf(index)
    const group = groups.get(root) ?? { horizontal: [], vertical: [] }
    groups.set(root, group)
    return group
  }
  for (const [index, rule] of horizontal.entries()) groupOf(index).horizontal.push(rule)
  for (const [index, rule] of vertical.entries()) groupOf(horizontal.length + index).vertical.push(rule)
  return [...groups.values()]
}

const meets = (across: Rule, down: Rule): boolean =>
  down.at > across.from - limits.meeting &&
  down.at < across.to + limits.meeting &&
  across.at > down.from - limits.meeting &&
  across.at < down.to + limits.meeting

/** A table without lines at its ends reaches as far as its longest lines. */
const latticeOf = (horizontal: readonly Rule[], vertical: readonly Rule[]): Lattice | null => {
  if (horizontal.length === 0 || vertical.length === 0) return null
  const xs = positions(vertical, horizontal)
  const ys = positions(horizontal, vertical)
  const places = (xs.length - 1) * (ys.length - 1)
  if (xs.length < 2 || ys.length < 2 || places > limits.maxPlaces) return null
  const [rows, columns] = [pairwise(ys), pairwise(xs)]
  const downAt = xs.slice(1).map((x) => vertical.filter((rule) => isAt(rule, x)))
  const acrossAt = ys.slice(1).map((y) => horizontal.filter((rule) => isAt(rule, y)))
  const walls = rows.map(([top, bottom]) => downAt.map((rules) => covers(rules, top, bottom)))
  const floors = acrossAt.map((rules) => columns.map(([left, right]) => covers(rules, left, right)))
  return { xs, ys, walls, floors }
}

const isAt = ({ at }: Rule, position: number): boolean => Math.abs(at - position) <= limits.beside

const positions = (rules: readonly Rule[], crossing: readonly Rule[]): number[] => {
  const ends = [minOf(crossing.map(({ from }) => from)), maxOf(crossing.map(({ to }) => to))]
  const groups: number[][] = []
  for (const at of [...rules.map((rule) => rule.at), ...ends].toSorted((a, b) => a - b)) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && at - group[0] <= limits.beside) group.push(at)
    else groups.push([at])
  }
  return groups.map((group) => group.reduce((sum, at) => sum + at, 0) / group.length)
}

const covers = (rules: readonly Rule[], from: number, to: number): boolean => {
  let covered = 0
  let reached = from
  for (const rule of rules.toSorted((a, b) => a.from - b.from)) {
    const [start, end] = [Math.max(rule.from, reached), Math.min(rule.to, to)]
    if (end > start) {
      covered += end - start
      reached = end
    }
  }
  return covered >= (to - from) * limits.minCoveredShare
}
