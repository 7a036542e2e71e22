import type { Box, Page } from '@polyparse/document'
import { wordsWithMarker } from '../reading/marker.ts'
import { noteFinder } from './note-references.ts'

/** A line of a statement: what it is called, and the amounts to the right of that. */
export type LineRecord = {
  /** Empty where amounts are alone, such as years over their columns. */
  readonly label: string
  readonly amounts: readonly string[]
  /** Counts the lines of the page; two records may be beside each other in one. */
  readonly line: number
}

type Piece = { texts: string[]; box: Box }

/** Words of a page that are looked at: more have no lines to speak of. */
const maxPageWords = 20_000

const isAmount = (text: string): boolean =>
  (/^[-–(+]?\s?\p{Sc}?\s?[-–(]?\d[\d.,'’ ]*\)?\s?[%\p{Sc}]?$/u.test(text) && /\d/.test(text)) || /^[-–—]$/.test(text)

const isEnumerator = (text: string): boolean => /^(?:\d{1,2}[.)]|[IVX]{1,5}\.|\p{L}[.)])$/u.test(text)

/** The lines of a page by the places of its words, regardless of blocks; lines side by side are separate. */
export const recordsOfPage = (page: Page): LineRecord[] => {
  const words = page.blocks.flatMap(wordsWithMarker)
  if (words.length === 0 || words.length > maxPageWords) return []
  const sorted = words.toSorted((a, b) => a.bbox[1] + a.bbox[3] - (b.bbox[1] + b.bbox[3]))
  const lines: (typeof sorted)[] = []
  let middle = Number.NEGATIVE_INFINITY
  for (const word of sorted) {
    const [, top, , bottom] = word.bbox
    const own = (top + bottom) / 2
    const line = lines.at(-1)
    if (line !== undefined && own - middle < 0.4 * (bottom - top)) line.push(word)
    else {
      lines.push([word])
      middle = own
    }
  }
  const pieces = lines.map(piecesOf)
  const isNote = noteFinder(pieces.flat().map(({ texts, box }) => ({ text: texts.join(' '), bbox: box })))
  const open: { label: string; box: Box }[] = []
  return pieces.flatMap((line, at) => {
    const records: { label: string; amounts: string[]; box: Box }[] = []
    for (const { texts, box } of line) {
      const text = texts.join(' ')
      const isReference = isNote({ text, bbox: box })
      const last = records.at(-1)
      // `1.` and `a)` begin the text that follows.
      if (isEnumerator(text)) {
        records.push({ label: text, amounts: [], box })
        continue
      }
      if (last !== undefined && isEnumerator(last.label) && !isAmount(text)) {
        last.label = `${last.label} ${text}`
        continue
      }
      if (!isAmount(text) || isReference) {
        if (!isReference && !/^[\p{Sc}\s]+$/u.test(text)) records.push({ label: text, amounts: [], box })
      } else if (last !== undefined) last.amounts.push(text)
      else records.push({ label: '', amounts: [text], box })
    }
    const done = records.map(({ label, amounts, box }) => {
      // A label of two lines has its amounts beside the last.
      const above = open.find(
        (one) =>
          Math.abs(one.box[0] - box[0]) < 12 && box[1] - one.box[3] < 0.8 * (box[3] - box[1]) && box[1] > one.box[1],
      )
      const whole =
        above !== undefined && amounts.length > 0 && /^\p{Ll}/u.test(label) ? `${above.label} ${label}` : label
      return { label: whole, amounts, line: at }
    })
    open.splice(0, open.length, ...records.filter(({ amounts }) => amounts.length === 0))
    return done
  })
}

const piecesOf = (line: readonly { readonly text: string; readonly bbox: Box }[]): Piece[] => {
  const pieces: Piece[] = []
  for (const { text, bbox } of line.toSorted((a, b) => a.bbox[0] - b.bbox[0])) {
    const last = pieces.at(-1)
    const gap = last === undefined ? 0 : bbox[0] - last.box[2]
    if (last !== undefined && gap < 0.8 * (bbox[3] - bbox[1])) {
      last.texts.push(text)
      last.box = [
        last.box[0],
        Math.min(last.box[1], bbox[1]),
        Math.max(last.box[2], bbox[2]),
        Math.max(last.box[3], bbox[3]),
      ]
    } else pieces.push({ texts: [text], box: bbox })
  }
  return pieces
}
