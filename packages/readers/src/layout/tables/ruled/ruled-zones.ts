import { isCaptionLabel } from '../../../language/captions.ts'
import type { ContentWord } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { joints, ruledZones as limits, search, tableBoundary, textBetween } from '../parameters.ts'
import { chunksOf, textOf, textRows, type TextRow } from '../rows/text-rows.ts'
import { findColumns } from '../white/columns.ts'
import type { WordIndex } from '../word-index.ts'
import type { StraightRule } from './straight-rules.ts'
import { maxOf, minOf } from '../../../extremes.ts'

/*
 * Finds tables that are ruled across only. Lines of one width above each other are a stack; it is cut where running
 * text stands between two lines, and where tables with different columns follow each other.
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
    .filter(({ length }) => length > 1)
    .slice(0, limits.maxStacks)
    .flatMap((group) => {
      const stack = { rules: group, left: leftOf(group), right: rightOf(group), index, comparisons }
      return divide(stack).flatMap((part) => zoneOf(part, rules) ?? [])
    })
}

const isSameWidth = (a: StraightRule, b: StraightRule): boolean =>
  Math.abs(a.from - b.from) < limits.endTolerance && Math.abs(a.to - b.to) < limits.endTolerance

const leftOf = (rules: readonly StraightRule[]): number => minOf(rules.map(({ from }) => from))
const rightOf = (rules: readonly StraightRule[]): number => maxOf(rules.map(({ to }) => to))

const zoneOf = (stack: Stack, rules: readonly StraightRule[]): Zone | null => {
  const [top, bottom] = [stack.rules[0]?.at, stack.rules.at(-1)?.at]
  if (top === undefined || bottom === undefined || stack.rules.length < 2) return null
  const { left, right } = stack
  const words = wordsOf(stack, top, bottom)
  const inside = rules.filter(
    ({ at, from, to }) =>
      at > top - limits.margin.up &&
      at < bottom + limits.margin.up &&
      from > left - limits.margin.rulesAcross &&
      to < right + limits.margin.rulesAcross,
  )
  return words.length >= search.minWords ? { left, right, words, rules: inside, xs: drawnColumns(stack, words) } : null
}

/**
 * Lines drawn cell by cell are in pieces: columns end where most lines have a joint. Returns null when nothing shows.
 */
const drawnColumns = ({ rules, left, right }: Stack, words: readonly ContentWord[]): number[] | null => {
  const joined = rules.flatMap((rule) => rule.joints).toSorted((a, b) => a - b)
  const places: number[][] = []
  for (const x of joined.filter((one) => one > left + joints.minDistance && one < right - joints.minDistance)) {
    const place = places.at(-1)
    if (place?.[0] !== undefined && x - place[0] < joints.tolerance) place.push(x)
    else places.push([x])
  }
  const xs = places
    .filter(({ length }) => length >= Math.max(joints.minLines, rules.length * joints.minLineShare))
    .flatMap(([x]) => x ?? [])
  const cut = words.filter(({ box }) => xs.some((x) => box[0] < x - joints.overlap && box[2] > x + joints.overlap))
  return xs.length === 0 || cut.length > words.length * joints.maxCutShare ? null : [left, ...xs, right]
}

/** How many more times columns may be compared on this page. */
type Comparisons = { left: number }

/** Lines of one width, from the top, and where to find the words between them. */
type Stack = {
  readonly rules: readonly StraightRule[]
  readonly left: number
  readonly right: number
  readonly index: WordIndex
  readonly comparisons: Comparisons
}

const wordsOf = ({ left, right, index }: Stack, top: number, bottom: number): ContentWord[] =>
  index.within([
    left - limits.margin.across,
    top - limits.margin.up,
    right + limits.margin.across,
    bottom + limits.margin.up,
  ])

/**
 * Cuts a stack where running text stands between two lines, and where two tables with different columns follow each
 * other.
 */
const divide = (stack: Stack): Stack[] => {
  const { rules } = stack
  for (const [position, rule] of rules.entries()) {
    const below = rules[position + 1]
    if (below === undefined) break
    const rows = textRows(wordsOf(stack, rule.at, below.at))
    const [upper, lower] = [
      { ...stack, rules: rules.slice(0, position + 1) },
      { ...stack, rules: rules.slice(position + 1) },
    ]
    const isCut =
      isRunningText(rows, stack.right - stack.left) ||
      (isBetweenTables(rows) && differ(upper, lower, stack, isRoomy(rows, below.at - rule.at)))
    if (isCut) return [upper, ...divide(lower)]
  }
  return [stack]
}

/** Lines that fill the width without a gap, or what announces the next table. */
const isRunningText = (rows: readonly TextRow[], width: number): boolean => {
  const full = rows.filter((row) => {
    const chunks = chunksOf(row, textBetween.gap)
    const [first] = chunks
    return chunks.length === 1 && first !== undefined && first.to - first.from > width * textBetween.minWidthShare
  })
  return (
    (rows.length >= textBetween.minLines &&
      full.length >= Math.max(textBetween.minLines, rows.length * textBetween.minLineShare)) ||
    rows.some(({ words }) => isCaptionLabel(textOf(words.slice(0, textBetween.labelWords))))
  )
}

/** Nothing with columns, or several lines of text side by side. */
const isBetweenTables = (rows: readonly TextRow[]): boolean =>
  rows.every((row) => chunksOf(row, tableBoundary.gap).length === 1) ||
  (rows.length >= tableBoundary.minLines &&
    rows.filter((row) => row.words.length >= chunksOf(row, tableBoundary.gap).length * tableBoundary.minWordsOfChunk)
      .length >=
      rows.length * tableBoundary.minLineShare)

/** A row that heads a group is as high as other rows; what stands between tables has more white round it. */
const isRoomy = (rows: readonly TextRow[], height: number): boolean =>
  rows.length === 0
    ? height > tableBoundary.minWhite
    : height > (rows.length + 1) * tableBoundary.lineHeight * maxOf(rows.map(({ size }) => size))

const differ = (upper: Stack, lower: Stack, whole: Stack, isApart: boolean): boolean => {
  if (whole.comparisons.left <= 0) return false
  whole.comparisons.left -= 1
  const [above, below] = [countGaps(upper), countGaps(lower)]
  if (above === 0 || below === 0) return false
  return (isApart && above !== below) || Math.max(above, below) > countGaps(whole)
}

/** The gaps between columns; 0 where there are too many words to look for them. */
const countGaps = (stack: Stack): number => {
  const [top, bottom] = [stack.rules[0]?.at ?? 0, stack.rules.at(-1)?.at ?? 0]
  if (stack.rules.length < 2) return 0
  const words = wordsOf(stack, top, bottom)
  return words.length > limits.maxWords ? 0 : findColumns(textRows(words)).gaps.length
}
