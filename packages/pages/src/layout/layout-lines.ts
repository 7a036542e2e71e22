import { union } from '@polyparse/document'
import { inReadingOrder } from '../language/direction.ts'
import { jointOf } from '../language/line-joints.ts'
import { markerOf } from '../language/list-markers.ts'
import { isTickSign } from '../language/tick-signs.ts'
import type { DraftWord, Line } from '../paged/draft.ts'
import type { ContentWord } from './page-content.ts'
import { lineParameters as limits } from './parameters.ts'
import { minOf } from '@polyparse/engine'

/** A line with its baseline, in points, and the words it was made of. */
export type TextLine = Line & { readonly baseline: number; readonly source: readonly ContentWord[] }

/**
 * The words of one column as lines from the top, each with its words in reading order. Superscripts and subscripts are
 * on the line they belong to.
 */
export const makeLines = (words: readonly ContentWord[]): TextLine[] =>
  mergeSmall(clusterByBaseline(words)).flatMap((row) => makeLine(row) ?? [])

type BaselineRow = { readonly baseline: number; readonly size: number; readonly words: ContentWord[] }

const clusterByBaseline = (words: readonly ContentWord[]): BaselineRow[] => {
  const rows: { baseline: number; size: number; words: ContentWord[] }[] = []
  for (const word of words.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1)
    if (row !== undefined && word.baseline - row.baseline < limits.baselineTolerance * Math.min(row.size, word.size)) {
      row.words.push(word)
      if (word.size > row.size) Object.assign(row, { size: word.size, baseline: word.baseline })
    } else rows.push({ baseline: word.baseline, size: word.size, words: [word] })
  }
  return rows
}

/** Rows of clearly smaller words close to words of the next row are its superscripts and subscripts. */
const mergeSmall = (rows: readonly BaselineRow[]): BaselineRow[] => {
  const merged = rows.map((row) => ({ ...row, words: [...row.words] }))
  for (const [index, row] of merged.entries()) {
    const homes = [merged[index + 1], merged[index - 1]].filter(
      (other): other is BaselineRow =>
        other !== undefined &&
        other.words.length > 0 &&
        row.size < other.size * limits.maxScriptSize &&
        textLengthOfRow(row) <= textLengthOfRow(other) &&
        Math.abs(other.baseline - row.baseline) < other.size * limits.maxScriptDistance,
    )
    for (const home of homes) {
      const near = row.words.filter(
        (word) => isBefore(word, home) || home.words.some((other) => isNextTo(word, other, home.size)),
      )
      for (const word of near) home.words.push(word)
      row.words = row.words.filter((word) => !near.includes(word))
    }
  }
  return merged.filter(({ words }) => words.length > 0)
}

const textLengthOfRow = ({ words }: BaselineRow): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** The number of a footnote is further from its text than one in a text from its word. */
const isBefore = ({ box }: ContentWord, { words, size }: BaselineRow): boolean => {
  const gap = minOf(words.map((word) => word.box[0])) - box[2]
  return gap > -limits.noteNumberOverlap && gap < size * limits.maxNoteNumberGap
}

const isNextTo = (a: ContentWord, b: ContentWord, size: number): boolean =>
  Math.max(a.box[0] - b.box[2], b.box[0] - a.box[2]) < size * limits.maxScriptGap && !areNumbersOfRows(a, b)

/**
 * Tells whether a number is printed under another one: they are amounts of two rows, however near, and no number and its
 * exponent.
 */
const areNumbersOfRows = (a: ContentWord, b: ContentWord): boolean => {
  const width = Math.min(a.box[2] - a.box[0], b.box[2] - b.box[0])
  const overlap = Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0])
  return overlap > width * limits.minStackedShare && [a, b].every(({ text }) => /\p{N}[.,]?\p{N}/u.test(text))
}

const makeLine = (row: BaselineRow): TextLine | null => {
  const source = inReadingOrder(row.words.toSorted((a, b) => a.box[0] - b.box[0]))
  const box = union(source.map((word) => word.box))
  if (box === null) return null
  const { size, baseline } = besideLargeBullet(source) ?? row
  return {
    box,
    size,
    baseline,
    source,
    words: source.map((word, index) => toDraftWord(word, source[index - 1], size, baseline)),
  }
}

/** The largest word of an item whose bullet is larger than all of its text, which is not raised beside it; else null. */
const besideLargeBullet = ([first, ...rest]: readonly ContentWord[]): ContentWord | null => {
  const [second] = rest
  if (first === undefined || second === undefined) return null
  const largest = rest.reduce((best, word) => (word.size > best.size ? word : best), second)
  const marker = markerOf({ words: [first, second].map(({ text }) => ({ text, spaced: true })) })
  return marker?.kind === 'bullet' && largest.size < first.size ? largest : null
}

const toDraftWord = (word: ContentWord, before: ContentWord | undefined, size: number, baseline: number): DraftWord => {
  const { text, box, style, font, href, confidence, entry } = word
  const raised = word.size < size * limits.maxScriptSize && word.baseline < baseline - size * limits.minRaise
  // Recognised words are not measured to a tenth of their size.
  const isScript = word.size < size * limits.maxScriptSize && confidence === 1
  const lowered = isScript && word.baseline > baseline + size * limits.minDrop
  const spaced = before !== undefined && isSpaced(before, word, size)
  const drafted: DraftWord = { text, box, style, font, href, confidence, size: word.size, raised, spaced }
  return { ...drafted, ...(lowered && { lowered }), ...(entry !== undefined && { entry }) }
}

const isSpaced = (before: ContentWord, word: ContentWord, size: number): boolean => {
  if (isTickSign(before.text) || isTickSign(word.text) || areNumbersOfRows(before, word)) return true
  const gap = Math.max(word.box[0] - before.box[2], before.box[0] - word.box[2])
  if (jointOf(before.text, word.text) === '') return gap > size * limits.ideographicSpace
  // Statements set the bracket apart that closes a negative number.
  if (/^\)[%*†‡§]?$/u.test(word.text) && /^[-–—\p{Sc}]?\(\p{Sc}?[\d.,]+%?$/u.test(before.text)) return false
  // Recognition tells printed words apart however near they are; a lone mark may be a speck, unless it is a colon.
  if (word.isReadApart === true && !/^[”’,.;!?)\]]+$/u.test(word.text))
    return word.text !== ':' || gap > size * limits.drawnSpace
  // A slanted letter leans away from the mark after it. A name may begin with one: `.html`.
  if (/^[”’,.;:!?)\]]+(?!\p{L})/u.test(word.text)) return gap > size * limits.spaceBeforeMark
  if (gap > size * limits.space) return true
  if (gap > size * limits.drawnSpace && word.spaceBefore) return true
  const isOverlap = word.isSpaceDrawn === true && gap > -size * limits.maxOverlapAtSpace
  return isOverlap && before.style.italic && word.style.italic
}
