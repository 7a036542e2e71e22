import type { Box } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import type { ContentWord, Fill, PageContent, Rule } from '../../page-content.ts'
import { drawnLines, grounds } from '../parameters.ts'
import { createWordIndex, type WordIndex } from '../word-index.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Collects the lines of a page that may belong to tables. Lines drawn in pieces become whole, the edges of backgrounds
 * count as lines, and so does a row of dashes from a typewriter.
 */

/** The lines of a page, by direction, sorted by their place. */
export type StraightRules = { readonly horizontal: readonly StraightRule[]; readonly vertical: readonly StraightRule[] }

/** A whole line, and the places along it, in points, where the pieces it was drawn in meet. */
export type StraightRule = Rule & { readonly joints: readonly number[] }

/** The lines of a page in whole lengths, the edges of its backgrounds among them; of a drawing only the longest. */
export const straightRules = (page: PageContent): StraightRules => {
  const rules = page.rules.length > drawnLines.maxRead ? longest(page.rules, drawnLines.maxRead) : page.rules
  const all = [...rules, ...edgesOf(page)]
  return { horizontal: joinStraightRules(all, 'horizontal'), vertical: joinStraightRules(all, 'vertical') }
}

const lengthOfRule = ({ from, to }: Rule): number => to - from

const longest = <One extends Rule>(rules: readonly One[], count: number): One[] =>
  rules.toSorted((a, b) => lengthOfRule(b) - lengthOfRule(a)).slice(0, count)

const joinStraightRules = (rules: readonly Rule[], direction: Rule['direction']): StraightRule[] => {
  const lines: Rule[][] = []
  for (const rule of rules.filter((one) => one.direction === direction).toSorted((a, b) => a.at - b.at)) {
    const line = lines.at(-1)
    if (line?.[0] !== undefined && rule.at - line[0].at <= drawnLines.joint.across) line.push(rule)
    else lines.push([rule])
  }
  const whole = lines.flatMap(joinAlong).filter((rule) => lengthOfRule(rule) >= drawnLines.minLength)
  return longest(whole, drawnLines.maxKept).toSorted((a, b) => a.at - b.at || a.from - b.from)
}

const joinAlong = (pieces: readonly Rule[]): StraightRule[] => {
  const whole: StraightRule[] = []
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last === undefined || piece.from > last.to + drawnLines.joint.along) whole.push({ ...piece, joints: [] })
    else {
      const thickness = Math.max(last.thickness, piece.thickness)
      const joints =
        Math.abs(piece.from - last.to) <= drawnLines.joint.along ? [...last.joints, piece.from] : last.joints
      whole[whole.length - 1] = { ...last, to: Math.max(last.to, piece.to), thickness, joints }
    }
  }
  return whole
}

/** The sides of backgrounds of cells and rows, but not those of the page or of a few marked words. */
const edgesOf = ({ fills, width, height, words }: PageContent): Rule[] => {
  const visible = fills.filter(({ box, color }) => !isWhite(color) && isCellSized(box, width, height))
  if (visible.length === 0 || visible.length > drawnLines.maxRead) return []
  const index = createWordIndex(words)
  const cells = cellsOfRows(visible)
  return mergeStacked(visible, index)
    .filter(({ pieces }) => pieces.some((fill) => cells.has(fill) || !isHighlight(fill, index.within(fill.box))))
    .flatMap(({ box }) => rulesOfBoxSides(box))
}

/** Grounds that are one, and the grounds that it was drawn in. */
type StackedGround = { box: Box; readonly color: number; readonly pieces: Fill[] }

/**
 * Grounds of one colour that touch below each other show no line between them: they belong to the lines of one text.
 * Pale ones that begin at the same height as others beside them, with room round their text, are cells and stay apart.
 */
const mergeStacked = (fills: readonly Fill[], index: WordIndex): StackedGround[] => {
  const begun = new Map<number, number>()
  for (const { box, color } of fills)
    if (isPale(color) && isRoomy(box, index.within(box)))
      begun.set(Math.round(box[1]), (begun.get(Math.round(box[1])) ?? 0) + 1)
  const merged: StackedGround[] = []
  for (const fill of fills.toSorted((a, b) => a.box[0] - b.box[0] || a.box[1] - b.box[1])) {
    const [x0, y0, x1, y1] = fill.box
    const last = merged.at(-1)
    const touches =
      last !== undefined &&
      last.color === fill.color &&
      Math.abs(last.box[0] - x0) < grounds.sideTolerance &&
      Math.abs(last.box[2] - x1) < grounds.sideTolerance &&
      Math.abs(y0 - last.box[3]) < grounds.maxGap &&
      (begun.get(Math.round(y0)) ?? 0) < grounds.minCellsOfRow
    if (touches) {
      last.box = [x0, last.box[1], x1, Math.max(y1, last.box[3])]
      last.pieces.push(fill)
    } else merged.push({ ...fill, pieces: [fill] })
  }
  return merged
}

const isRoomy = (box: Box, words: readonly ContentWord[]): boolean =>
  words.length > 0 && box[3] - box[1] > maxOf(words.map(({ size }) => size)) * grounds.roomyHeight

const isWhite = (color: number): boolean => isLighter(color, grounds.white)
const isPale = (color: number): boolean => isLighter(color, grounds.pale)

const isLighter = (color: number, than: number): boolean =>
  [color >> 16, color >> 8, color].every((part) => (part & 255) > than)

const isCellSized = ([x0, y0, x1, y1]: Box, width: number, height: number): boolean =>
  x1 - x0 > grounds.minWidth &&
  y1 - y0 > grounds.minHeight &&
  (x1 - x0) * (y1 - y0) < width * height * grounds.maxPageShare

/**
 * The grounds that touch one of their height beside them, with others at the same places in another row: cells, however little
 * room they leave.
 */
const cellsOfRows = (fills: readonly Fill[]): ReadonlySet<Fill> => {
  const sorted = fills.toSorted((a, b) => Math.round(a.box[1]) - Math.round(b.box[1]) || a.box[0] - b.box[0])
  const pairs = pairwise(sorted).filter(
    ([{ box: a, color }, { box: b, color: other }]) =>
      color === other &&
      Math.abs(b[0] - a[2]) < grounds.sideTolerance &&
      Math.abs(b[1] - a[1]) < grounds.sideTolerance &&
      Math.abs(b[3] - a[3]) < grounds.sideTolerance,
  )
  const atSamePlaces = Map.groupBy(pairs, ([a, b]) => [a.box[0], b.box[0], b.box[2]].map(Math.round).join(' '))
  return new Set([...atSamePlaces.values()].filter((same) => same.length > 1).flat(2))
}

/** Code in running text and marked words have a ground hardly larger than themselves. */
const isHighlight = ({ box: [x0, y0, x1, y1] }: Fill, words: readonly ContentWord[]): boolean => {
  if (words.length === 0) return false
  const size = maxOf(words.map((word) => word.size))
  const left = minOf(words.map(({ box }) => box[0]))
  const right = maxOf(words.map(({ box }) => box[2]))
  return y1 - y0 < size * grounds.roomyHeight && left - x0 + (x1 - right) < size * grounds.highlightPadding
}

const rulesOfBoxSides = ([x0, y0, x1, y1]: Box): Rule[] => [
  { direction: 'horizontal', at: y0, from: x0, to: x1, thickness: 0 },
  { direction: 'horizontal', at: y1, from: x0, to: x1, thickness: 0 },
  { direction: 'vertical', at: x0, from: y0, to: y1, thickness: 0 },
  { direction: 'vertical', at: x1, from: y0, to: y1, thickness: 0 },
]

/** Tells whether a word is a line made with the keys of a typewriter. */
export const isTypedRule = ({ text }: ContentWord): boolean =>
  /^(?:-{4,}|_{4,}|={4,}|[–—]{3,}|-(?:\s-){3,})$/u.test(text)

/** The line that such a word draws. */
export const typedRule = ({ box: [x0, y0, x1, y1] }: ContentWord): Rule => ({
  direction: 'horizontal',
  at: (y0 + y1) / 2,
  from: x0,
  to: x1,
  thickness: drawnLines.typedThickness,
})
