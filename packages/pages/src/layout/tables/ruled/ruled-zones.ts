import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { ruledZoneParameters as limits, search, tableBoundary } from '../parameters.ts'
import { chunksOfLine, median, textRows, type TextRow } from '../rows/text-rows.ts'
import { findColumns, type Gap } from '../white/columns.ts'
import type { WordIndex } from '../word-index.ts'
import { drawnColumns } from './drawn-columns.ts'
import type { StraightRule } from './straight-rules.ts'
import { areForeign, isFarther, isHeading, isTextBetween } from './text-between.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Finds tables that are ruled across only. Lines of one width above each other are a stack; it is cut where running
 * text is between two lines, and where tables with different columns follow each other.
 */

/** The places between lines of one width above each other that hold something other than running text. */
export const ruledZones = (rules: readonly StraightRule[], index: WordIndex): Zone[] => {
  const groups: StraightRule[][] = []
  for (const rule of rules.filter(({ from, to }) => to - from > limits.minLength).slice(0, limits.maxRules)) {
    const group = groups.find(([first]) => first !== undefined && isSameWidth(first, rule))
    if (group === undefined) groups.push([rule])
    else group.push(rule)
  }
  const comparisons: Comparisons = { left: limits.maxComparisons }
  return groups
    .filter((group) => group.length > 1 && !arePieces(group, rules))
    .slice(0, limits.maxStacks)
    .flatMap((group) => {
      const stack = { rules: group, left: leftOfRules(group), right: rightOfRules(group), index, comparisons }
      return divideStack(stack).flatMap((part) => zoneOfStack(part, rules) ?? [])
    })
}

/** Tells whether most lines go on at their height after a small gap: each is drawn over columns of a wider table. */
const arePieces = (group: readonly Rule[], rules: readonly Rule[]): boolean => {
  const pieces = group.filter((rule) =>
    rules.some(
      (other) =>
        Math.abs(other.at - rule.at) < limits.pieces.across &&
        Math.max(other.from - rule.to, rule.from - other.to) > 0 &&
        Math.max(other.from - rule.to, rule.from - other.to) < limits.pieces.along,
    ),
  )
  return pieces.length >= group.length * limits.pieces.minShare
}

const isSameWidth = (a: StraightRule, b: StraightRule): boolean =>
  Math.abs(a.from - b.from) < limits.endTolerance && Math.abs(a.to - b.to) < limits.endTolerance

const leftOfRules = (rules: readonly StraightRule[]): number => minOf(rules.map(({ from }) => from))
const rightOfRules = (rules: readonly StraightRule[]): number => maxOf(rules.map(({ to }) => to))

const zoneOfStack = (stack: Stack, rules: readonly StraightRule[]): Zone | null => {
  const [top, bottom] = [stack.rules[0]?.at, stack.rules.at(-1)?.at]
  if (top === undefined || bottom === undefined || stack.rules.length < 2) return null
  const { left, right } = stack
  const words = wordsOfStack(stack, top, bottom)
  const inside = rules.filter(
    ({ at, from, to }) =>
      at > top - limits.margin.up &&
      at < bottom + limits.margin.up &&
      from > left - limits.margin.rulesAcross &&
      to < right + limits.margin.rulesAcross,
  )
  return words.length >= search.minWords
    ? { left, right, words, rules: inside, xs: drawnColumns(stack.rules, left, right, words) }
    : null
}

/** The number of comparisons of columns that are left for this page. */
type Comparisons = { left: number }

/** Lines of one width, from the top, and where to find the words between them. */
type Stack = {
  readonly rules: readonly StraightRule[]
  readonly left: number
  readonly right: number
  readonly index: WordIndex
  readonly comparisons: Comparisons
}

const wordsOfStack = ({ left, right, index }: Stack, top: number, bottom: number): ContentWord[] =>
  index.within([
    left - limits.margin.across,
    top - limits.margin.up,
    right + limits.margin.across,
    bottom + limits.margin.up,
  ])

/**
 * Cuts a stack where something other than a table is between two lines, and then where two tables with different
 * columns follow each other.
 */
const divideStack = (stack: Stack): Stack[] => {
  const between = placesBetween(stack)
  const size = median(between.flatMap(({ rows }) => rows.map((row) => row.size)))
  const usual = between.flatMap(({ rows, height }) => (rows.length === 1 ? [height] : []))
  const isCut = ({ rows, height }: RuleInterval, position: number): boolean => {
    const [only] = rows
    const isNext = position > 0 && rows.length === 1 && only !== undefined && isHeading(only)
    return (
      isTextBetween(rows, { width: stack.right - stack.left, size, isFirst: position === 0 }) ||
      (isNext && isFarther(height, usual))
    )
  }
  return cutAt(stack, between.map(isCut)).flatMap(divideByColumns)
}

const divideByColumns = (stack: Stack): Stack[] => {
  const { rules } = stack
  const places = placesBetween(stack)
  for (const [position, place] of places.entries()) {
    const { rows } = place
    const isApart = isRoomy(place) || isAboveHeading(place, places[position + 1])
    const upper = { ...stack, rules: rules.slice(0, position + 1) }
    const lower = { ...stack, rules: rules.slice(position + 1) }
    if (areForeign(rows, () => gapsOfStack(lower)) || (isBetweenTables(rows) && differ(upper, lower, stack, isApart)))
      return [upper, ...divideByColumns(lower)]
  }
  return [stack]
}

type RuleInterval = { readonly rows: readonly TextRow[]; readonly height: number }

const placesBetween = (stack: Stack): RuleInterval[] =>
  stack.rules.slice(1).map(({ at }, position) => {
    const above = stack.rules[position]?.at ?? at
    return { rows: textRows(wordsOfStack(stack, above, at)), height: at - above }
  })

/** The parts of a stack between the places at which it is cut. */
const cutAt = (stack: Stack, cuts: readonly boolean[]): Stack[] => {
  const parts: StraightRule[][] = [[]]
  for (const [index, rule] of stack.rules.entries()) {
    if (index > 0 && cuts[index - 1] === true) parts.push([])
    parts.at(-1)?.push(rule)
  }
  return parts.map((rules) => ({ ...stack, rules }))
}

/** Nothing with columns, or several lines of text side by side. */
const isBetweenTables = (rows: readonly TextRow[]): boolean =>
  rows.every((row) => chunksOfLine(row, tableBoundary.gap).length === 1) ||
  (rows.length >= tableBoundary.minLines &&
    rows.filter(
      (row) => row.words.length >= chunksOfLine(row, tableBoundary.gap).length * tableBoundary.minWordsOfChunk,
    ).length >=
      rows.length * tableBoundary.minLineShare)

/** A row that heads a group is as high as other rows; what is between tables has more white round it. */
const isRoomy = ({ rows, height }: RuleInterval): boolean =>
  rows.length === 0
    ? height > tableBoundary.minWhite
    : height > (rows.length + 1) * tableBoundary.lineHeight * maxOf(rows.map(({ size }) => size))

/**
 * Tells whether there is nothing but white above the header of a table, and more of it than between two strokes of one
 * line.
 */
const isAboveHeading = ({ rows, height }: RuleInterval, next: RuleInterval | undefined): boolean => {
  const [first] = next?.rows ?? []
  return rows.length === 0 && height > tableBoundary.minWhiteAboveHeading && first !== undefined && isHeading(first)
}

const differ = (upper: Stack, lower: Stack, whole: Stack, isApart: boolean): boolean => {
  if (whole.comparisons.left <= 0) return false
  whole.comparisons.left -= 1
  const [above, below] = [countGaps(upper), countGaps(lower)]
  if (above === 0 || below === 0) return false
  return (isApart && above !== below) || Math.max(above, below) > countGaps(whole)
}

const countGaps = (stack: Stack): number => gapsOfStack(stack).length

/** The gaps between columns; none where there are too many words to look for them. */
const gapsOfStack = (stack: Stack): readonly Gap[] => {
  const [top, bottom] = [stack.rules[0]?.at ?? 0, stack.rules.at(-1)?.at ?? 0]
  if (stack.rules.length < 2) return []
  const words = wordsOfStack(stack, top, bottom)
  return words.length > limits.maxWords ? [] : findColumns(textRows(words)).gaps
}
