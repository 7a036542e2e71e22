import type { Box } from '@polyparse/document'
import type { ContentWord, Fill, PageContent, Rule } from '../../page-content.ts'
import { createWordIndex, type WordIndex } from '../word-index.ts'

/** The lines of a page in whole lengths: pieces along one line are one, and the edges of backgrounds count as lines. */
export type StraightRules = { readonly horizontal: readonly StraightRule[]; readonly vertical: readonly StraightRule[] }

/** A whole line, and where the pieces it was drawn in meet. */
export type StraightRule = Rule & { readonly joints: readonly number[] }

/** Drawings and maps have any number of lines; tables that people read have fewer. */
const maxRules = { read: 20_000, kept: 1500 }
/** In points: pieces this close along one line belong together. */
const joint = { across: 1.2, along: 1.6 }

export const straightRules = (page: PageContent): StraightRules => {
  const rules = page.rules.length > maxRules.read ? longest(page.rules, maxRules.read) : page.rules
  const all = [...rules, ...edgesOf(page)]
  return { horizontal: joined(all, 'horizontal'), vertical: joined(all, 'vertical') }
}

const lengthOf = ({ from, to }: Rule): number => to - from

const longest = <One extends Rule>(rules: readonly One[], count: number): One[] =>
  rules.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, count)

const joined = (rules: readonly Rule[], direction: Rule['direction']): StraightRule[] => {
  const lines: Rule[][] = []
  for (const rule of rules.filter((one) => one.direction === direction).toSorted((a, b) => a.at - b.at)) {
    const line = lines.at(-1)
    if (line?.[0] !== undefined && rule.at - line[0].at <= joint.across) line.push(rule)
    else lines.push([rule])
  }
  const whole = lines.flatMap(joinAlong).filter((rule) => lengthOf(rule) >= 6)
  return longest(whole, maxRules.kept).toSorted((a, b) => a.at - b.at || a.from - b.from)
}

const joinAlong = (pieces: readonly Rule[]): StraightRule[] => {
  const whole: StraightRule[] = []
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last === undefined || piece.from > last.to + joint.along) whole.push({ ...piece, joints: [] })
    else {
      const thickness = Math.max(last.thickness, piece.thickness)
      const joints = Math.abs(piece.from - last.to) <= joint.along ? [...last.joints, piece.from] : last.joints
      whole[whole.length - 1] = { ...last, to: Math.max(last.to, piece.to), thickness, joints }
    }
  }
  return whole
}

/** The sides of the backgrounds that may belong to cells or rows: not the page's own, nor the ground of a few words. */
const edgesOf = ({ fills, width, height, words }: PageContent): Rule[] => {
  const grounds = fills.filter(({ box, color }) => !isWhite(color) && isCellSized(box, width, height))
  if (grounds.length === 0 || grounds.length > maxRules.read) return []
  const index = createWordIndex(words)
  return mergeStacked(grounds, index)
    .filter((fill) => !isHighlight(fill, index.within(fill.box)))
    .flatMap(({ box }) => sidesOf(box))
}

/**
 * Grounds of one colour that touch below each other show no line between them: they are those of lines of one text,
 * unless they can hardly be seen at all, and those beside them begin there, too, with room round their text.
 */
const mergeStacked = (fills: readonly Fill[], index: WordIndex): Fill[] => {
  const begun = new Map<number, number>()
  for (const { box, color } of fills)
    if (isPale(color) && isRoomy(box, index.within(box)))
      begun.set(Math.round(box[1]), (begun.get(Math.round(box[1])) ?? 0) + 1)
  const merged: Fill[] = []
  for (const fill of fills.toSorted((a, b) => a.box[0] - b.box[0] || a.box[1] - b.box[1])) {
    const [x0, y0, x1, y1] = fill.box
    const last = merged.at(-1)
    const touches =
      last !== undefined &&
      last.color === fill.color &&
      Math.abs(last.box[0] - x0) < 1 &&
      Math.abs(last.box[2] - x1) < 1 &&
      Math.abs(y0 - last.box[3]) < 0.7 &&
      (begun.get(Math.round(y0)) ?? 0) < 2
    if (touches) merged[merged.length - 1] = { ...last, box: [x0, last.box[1], x1, Math.max(y1, last.box[3])] }
    else merged.push(fill)
  }
  return merged
}

const isRoomy = (box: Box, words: readonly ContentWord[]): boolean =>
  words.length > 0 && box[3] - box[1] > Math.max(...words.map(({ size }) => size)) * 1.45

const isWhite = (color: number): boolean => isLighter(color, 250)
const isPale = (color: number): boolean => isLighter(color, 244)

const isLighter = (color: number, than: number): boolean =>
  [color >> 16, color >> 8, color].every((part) => (part & 255) > than)

const isCellSized = ([x0, y0, x1, y1]: Box, width: number, height: number): boolean =>
  x1 - x0 > 8 && y1 - y0 > 6 && (x1 - x0) * (y1 - y0) < width * height * 0.6

/** Code in running text and marked words have a ground that is hardly larger than they are. */
const isHighlight = ({ box: [x0, y0, x1, y1] }: Fill, words: readonly ContentWord[]): boolean => {
  if (words.length === 0) return false
  const size = Math.max(...words.map((word) => word.size))
  const left = Math.min(...words.map(({ box }) => box[0]))
  const right = Math.max(...words.map(({ box }) => box[2]))
  return y1 - y0 < size * 1.45 && left - x0 + (x1 - right) < size * 0.9
}

const sidesOf = ([x0, y0, x1, y1]: Box): Rule[] => [
  { direction: 'horizontal', at: y0, from: x0, to: x1, thickness: 0 },
  { direction: 'horizontal', at: y1, from: x0, to: x1, thickness: 0 },
  { direction: 'vertical', at: x0, from: y0, to: y1, thickness: 0 },
  { direction: 'vertical', at: x1, from: y0, to: y1, thickness: 0 },
]

/** A line made with the keys of a typewriter. */
export const isTypedRule = ({ text }: ContentWord): boolean =>
  /^(?:-{4,}|_{4,}|={4,}|[–—]{3,}|-(?:\s-){3,})$/u.test(text)

export const typedRule = ({ box: [x0, y0, x1, y1] }: ContentWord): Rule => ({
  direction: 'horizontal',
  at: (y0 + y1) / 2,
  from: x0,
  to: x1,
  thickness: 0.5,
})
