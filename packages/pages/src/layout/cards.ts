import { type Box, centre, holds } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import type { ContentWord } from './page-content.ts'
import { cardGrounds as limits } from './parameters.ts'
import { holdsText } from './sidebars.ts'

/*
 * Cards: grounds with text beside each other, each about something.
 */

/**
 * The cards of a page in groups that are read one after the other: its rows, from the top; or all of them, down the columns, where that
 * is how they are numbered.
 */
export const findCards = (grounds: readonly Box[], words: readonly ContentWord[]): Box[][] => {
  const rows = rowsOfCards(grounds.filter((box) => holdsText(box, words)))
  const down = rows.flat().toSorted((a, b) => (areAligned(a[0], b[0]) ? a[1] - b[1] : a[0] - b[0]))
  return rows.length > 1 && areCounted(down, words) && !areCounted(rows.flat(), words) ? [down] : rows
}

/** The grounds that are beside each other at one height, of several each, from the top. */
const rowsOfCards = (grounds: readonly Box[]): Box[][] => {
  const rows: Box[][] = []
  for (const box of grounds.toSorted((a, b) => a[1] - b[1] || a[0] - b[0])) {
    const row = rows.find(([first]) => first !== undefined && areAtOneHeight(first, box))
    if (row === undefined) rows.push([box])
    else if (row.every((other) => Math.min(other[2], box[2]) - Math.max(other[0], box[0]) < limits.tolerance))
      row.push(box)
  }
  return rows.filter((row) => row.length > 1).map((row) => row.toSorted((a, b) => a[0] - b[0]))
}

const areAtOneHeight = (one: Box, other: Box): boolean => areAligned(one[1], other[1]) && areAligned(one[3], other[3])

const areAligned = (one: number, other: number): boolean => Math.abs(one - other) < limits.tolerance

/** Tells whether the numbers that cards begin with rise in this order. */
const areCounted = (cards: readonly Box[], words: readonly ContentWord[]): boolean => {
  const numbers = cards.map((box) => {
    const first = words
      .filter((word) => holds(box, centre(word.box)))
      .reduce<ContentWord | null>((top, word) => (top === null || isBefore(word, top) ? word : top), null)
    return Number(/^(\d{1,3})[.:)]?$/.exec(first?.text ?? '')?.[1] ?? Number.NaN)
  })
  return pairwise(numbers).every(([one, next]) => next > one)
}

const isBefore = (word: ContentWord, other: ContentWord): boolean =>
  areAligned(word.baseline, other.baseline) ? word.box[0] < other.box[0] : word.baseline < other.baseline
