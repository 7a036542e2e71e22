import type { ReportSpot } from './lay-out.ts'
import type { TextMark, TextMarks } from './marks.ts'
import type { Column, PlacedWord } from './words.ts'
import { marking } from '../parameters.ts'

/** The additions to a text when it is shown: marked stretches, and signs at single places. */
export type Decorations = { readonly stretches: readonly DecoratedStretch[]; readonly points: readonly TextPoint[] }

/**
 * A stretch of a text from `start` to before `end`, in UTF-16 code units. Stretches of the same role do not overlap; a
 * `spot` may lie over marks of words.
 */
export type DecoratedStretch = { readonly start: number; readonly end: number; readonly role: TextMark | 'spot' }

/** A sign before the character at this offset, in UTF-16 code units. */
export type TextPoint = { readonly at: number; readonly sign: Sign }

/** A dispute at this place, or a gap: the number of words that the others have here. */
export type Sign =
  | { readonly kind: 'dispute'; readonly number: number; readonly anchor: string }
  | { readonly kind: 'gap'; readonly count: number }

/**
 * The decorations of a column: a function from the index of a unit and of a text in it, both from 0, to what is added
 * to that text, which may be nothing. The arguments are those of one `LaidOutColumn`.
 *
 * @example
 * const decorations = decorationsOf(column, marks, spots)
 * piecesOf(column.units[0].parts[0], decorations(0, 0))
 */
export const decorationsOf = (
  column: Column,
  marks: TextMarks,
  spots: readonly ReportSpot[],
): ((unit: number, part: number) => Decorations) => {
  const decorations = new Map<string, { stretches: DecoratedStretch[]; points: TextPoint[] }>()
  const at = (unit: number, part: number) => {
    const key = `${unit} ${part}`
    const known = decorations.get(key) ?? { stretches: [], points: [] }
    decorations.set(key, known)
    return known
  }
  const put = (before: number, sign: Sign): void => {
    const place = placeBeforeWord(column, before)
    if (place !== null) at(place.unit, place.part).points.push({ at: place.at, sign })
  }
  for (const { first, last, role } of stretchesOf(column, marks))
    at(first.unit, first.part).stretches.push({ start: first.start, end: last.end, role })
  for (const { number, range, anchor } of spots) {
    put(range.start, { kind: 'dispute', number, anchor })
    // Underlining all of a long passage would hide the differences in it.
    const shown = range.end - range.start > marking.maxSpotLength ? { start: 0, end: 0 } : range
    for (const { first, last } of runs(column, shown.start, shown.end))
      at(first.unit, first.part).stretches.push({ start: first.start, end: last.end, role: 'spot' })
  }
  for (const [before, count] of marks.gaps) put(before, { kind: 'gap', count })
  const none: Decorations = { stretches: [], points: [] }
  return (unit, part) => decorations.get(`${unit} ${part}`) ?? none
}

/** A piece of text with the same marks throughout, or a sign between two pieces. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string; readonly mark: TextMark | null; readonly isSpot: boolean }
  | Sign

/**
 * Cuts a text at the ends of its decorations. The pieces are in order, and their texts together are the whole text; a
 * sign comes before the piece that begins at its place.
 */
export const decoratedPieces = (text: string, { stretches, points }: Decorations): TextPiece[] => {
  const cuts = [0, text.length, ...stretches.flatMap(({ start, end }) => [start, end]), ...points.map(({ at }) => at)]
  const sorted = [...new Set(cuts)].toSorted((one, other) => one - other)
  return sorted.flatMap((start, index): TextPiece[] => {
    const signs = points.filter(({ at }) => at === start).map(({ sign }) => sign)
    const end = sorted[index + 1]
    if (end === undefined) return signs
    const roles = new Set(stretches.filter((it) => it.start <= start && it.end >= end).map(({ role }) => role))
    const mark = textMarkKinds.find((each) => roles.has(each)) ?? null
    return [...signs, { kind: 'text', text: text.slice(start, end), mark, isSpot: roles.has('spot') }]
  })
}

const textMarkKinds = ['unmatched', 'moved', 'partial'] as const

type PlacedWordRun = { readonly first: PlacedWord; readonly last: PlacedWord }

/** Runs of words in one text with the same mark. */
const stretchesOf = (column: Column, { words: marks }: TextMarks): (PlacedWordRun & { role: TextMark })[] => {
  const found: { first: PlacedWord; last: PlacedWord; role: TextMark; until: number }[] = []
  for (const [index, word] of column.words.entries()) {
    const role = marks.get(index)
    if (role === undefined) continue
    const before = found.at(-1)
    if (before?.until === index && before.role === role && isSameText(before.last, word))
      Object.assign(before, { last: word, until: index + 1 })
    else found.push({ first: word, last: word, role, until: index + 1 })
  }
  return found
}

/** The words of a range, by the texts they are in. */
const runs = ({ words }: Column, start: number, end: number): PlacedWordRun[] =>
  words.slice(start, end).reduce<PlacedWordRun[]>((found, word) => {
    const before = found.at(-1)
    if (before !== undefined && isSameText(before.last, word)) found[found.length - 1] = { ...before, last: word }
    else found.push({ first: word, last: word })
    return found
  }, [])

const isSameText = (one: PlacedWord, other: PlacedWord): boolean => one.unit === other.unit && one.part === other.part

/** The place before a word, or after the last one; null in a column without words. */
const placeBeforeWord = ({ words }: Column, index: number): { unit: number; part: number; at: number } | null => {
  const [word, last] = [words[index], words.at(-1)]
  if (word !== undefined) return { unit: word.unit, part: word.part, at: word.start }
  return last === undefined ? null : { unit: last.unit, part: last.part, at: last.end }
}
