import type { Box } from '@polyparse/document'

/*
 * Statements name the notes that explain a line in a column before its amounts: `14`, `3;6`, `(8,9)`. They are no amounts.
 */

/** References to several notes, or to some in brackets, which nothing else looks like. */
const severalNotes = /^(?:\(\d{1,3}(?:[,;] ?\d{1,3})*\)|\d{1,2}(?:[;,] ?\d{1,2})+)$/
/** A reference to one note, which may be a number of something else. */
const oneNote = /^\d{1,2}$/

/**
 * Tells whether the texts of a column, of which some may be empty, are references to notes.
 * @example areNotes(['1', '', '3, 4']) // true
 */
export const areNotes = (texts: readonly string[]): boolean =>
  texts.every((text) => text.trim() === '' || severalNotes.test(text.trim()) || oneNote.test(text.trim()))

/**
 * The same, where at least one is to several, so that the others are as well.
 * @example areSurelyNotes(['1', '2']) // false
 */
export const areSurelyNotes = (texts: readonly string[]): boolean =>
  areNotes(texts) && texts.some((text) => severalNotes.test(text.trim()))

type PlacedText = { readonly text: string; readonly bbox: Box }

/** Returns the test for references to notes among texts of a page: to several, and to one in a column with those. */
export const noteFinder = (texts: readonly PlacedText[]): ((one: PlacedText) => boolean) => {
  const columns: { readonly from: number; to: number }[] = []
  for (const { text, bbox } of texts.toSorted((one, other) => one.bbox[0] - other.bbox[0])) {
    if (!severalNotes.test(text)) continue
    const last = columns.at(-1)
    if (last !== undefined && bbox[0] <= last.to) last.to = Math.max(last.to, bbox[2])
    else columns.push({ from: bbox[0], to: bbox[2] })
  }
  return ({ text, bbox: [x0, , x1] }) => {
    const middle = (x0 + x1) / 2
    return (
      severalNotes.test(text) || (oneNote.test(text) && columns.some(({ from, to }) => middle >= from && middle <= to))
    )
  }
}
