import type { ContentWord } from '../page-content.ts'
import type { StraightRule } from './straight-rules.ts'
import type { Zone } from './zone.ts'
import { divide, wordsOf, type Looks, type Stack } from './stacks.ts'
import type { WordIndex } from './word-index.ts'

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
