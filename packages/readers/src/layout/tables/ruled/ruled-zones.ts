import type { ContentWord } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { isCaptionLabel } from '../labels.ts'
import { chunksOf, textOf, textRows, type TextRow } from '../rows/text-rows.ts'
import { findColumns } from '../white/columns.ts'
import type { WordIndex } from '../word-index.ts'
import type { StraightRule } from './straight-rules.ts'

/** In points: lines whose ends are this close to each other's are the lines of one table. */
const sameEnd = 5
const maxRules = 600
const maxStacks = 60
const maxLooks = 24

/** Where lines of the same width stand above each other, with something other than running text between them. */
export const ruledZones = (rules: readonly StraightRule[], index: WordIndex): Zone[] => {
  const groups: StraightRule[][] = []
  for (const rule of rules.filter(({ from, to }) => to - from > 40).slice(0, maxRules)) {
    const group = groups.find(([first]) => first !== undefined && isSameWidth(first, rule))
    if (group === undefined) groups.push([rule])
    else group.push(rule)
  }
  const looks: Looks = { left: maxLooks }
  return groups
    .filter(({ length }) => length > 1)
    .slice(0, maxStacks)
    .flatMap((group) => {
      const stack = { rules: group, left: leftOf(group), right: rightOf(group), index, looks }
      return divide(stack).flatMap((part) => zoneOf(part, rules) ?? [])
    })
}

const isSameWidth = (a: StraightRule, b: StraightRule): boolean =>
  Math.abs(a.from - b.from) < sameEnd && Math.abs(a.to - b.to) < sameEnd

const leftOf = (rules: readonly StraightRule[]): number => Math.min(...rules.map(({ from }) => from))
const rightOf = (rules: readonly StraightRule[]): number => Math.max(...rules.map(({ to }) => to))

const zoneOf = (stack: Stack, rules: readonly StraightRule[]): Zone | null => {
  const [top, bottom] = [stack.rules[0]?.at, stack.rules.at(-1)?.at]
  if (top === undefined || bottom === undefined || stack.rules.length < 2) return null
  const { left, right } = stack
  const words = wordsOf(stack, top, bottom)
  const inside = rules.filter(
    ({ at, from, to }) => at > top - 1 && at < bottom + 1 && from > left - 6 && to < right + 6,
  )
  return words.length > 3 ? { left, right, words, rules: inside, xs: drawnColumns(stack, words) } : null
}

/** Lines drawn cell by cell are in pieces: where most have their joints, columns end. */
const drawnColumns = ({ rules, left, right }: Stack, words: readonly ContentWord[]): number[] | null => {
  const joints = rules.flatMap((rule) => rule.joints).toSorted((a, b) => a - b)
  const places: number[][] = []
  for (const x of joints.filter((one) => one > left + 4 && one < right - 4)) {
    const place = places.at(-1)
    if (place?.[0] !== undefined && x - place[0] < 2) place.push(x)
    else places.push([x])
  }
  const xs = places.filter(({ length }) => length >= Math.max(2, rules.length * 0.6)).flatMap(([x]) => x ?? [])
  const cut = words.filter(({ box }) => xs.some((x) => box[0] < x - 1.5 && box[2] > x + 1.5))
  return xs.length === 0 || cut.length > words.length * 0.05 ? null : [left, ...xs, right]
}

/** How many more times columns may be compared on a page: that is dear, and where there is very much tables stay one. */
export type Looks = { left: number }

const maxWords = 1500

/** Lines of one width, from the top, and where to look for the words between them. */
export type Stack = {
  readonly rules: readonly StraightRule[]
  readonly left: number
  readonly right: number
  readonly index: WordIndex
  readonly looks: Looks
}

export const wordsOf = ({ left, right, index }: Stack, top: number, bottom: number): ContentWord[] =>
  index.within([left - 4, top - 1, right + 4, bottom + 1])

/** Cut where running text stands between two lines, and where two tables with different columns follow each other. */
export const divide = (stack: Stack): Stack[] => {
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
    const chunks = chunksOf(row, 0.75)
    const [first] = chunks
    return chunks.length === 1 && first !== undefined && first.to - first.from > width * 0.75
  })
  return (
    (rows.length >= 2 && full.length >= Math.max(2, rows.length * 0.4)) ||
    rows.some(({ words }) => isCaptionLabel(textOf(words.slice(0, 3))))
  )
}

/** Nothing that has columns, or several lines of text side by side. */
const isBetweenTables = (rows: readonly TextRow[]): boolean =>
  rows.every((row) => chunksOf(row, 0.9).length === 1) ||
  (rows.length > 5 &&
    rows.filter((row) => row.words.length >= chunksOf(row, 0.9).length * 3).length >= rows.length * 0.5)

/** Rows that head a group are as high as other rows; what stands between tables has more white round it. */
const isRoomy = (rows: readonly TextRow[], height: number): boolean =>
  rows.length === 0 ? height > 20 : height > (rows.length * 1.2 + 1.2) * Math.max(...rows.map(({ size }) => size))

const differ = (upper: Stack, lower: Stack, whole: Stack, isApart: boolean): boolean => {
  if (whole.looks.left <= 0) return false
  whole.looks.left -= 1
  const [above, below] = [countGaps(upper), countGaps(lower)]
  if (above === 0 || below === 0) return false
  return (isApart && above !== below) || Math.max(above, below) > countGaps(whole)
}

/** None where there are too many words to count them. */
const countGaps = (stack: Stack): number => {
  const [top, bottom] = [stack.rules[0]?.at ?? 0, stack.rules.at(-1)?.at ?? 0]
  if (stack.rules.length < 2) return 0
  const words = wordsOf(stack, top, bottom)
  return words.length > maxWords ? 0 : findColumns(textRows(words)).gaps.length
}
