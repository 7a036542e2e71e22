import { centre, holds, type Box } from '@polyparse/document'
import { recognizedTickBoxes as limits } from '../parameters.ts'
import type { RasterBox } from './find-tick-boxes.ts'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'

/*
 * Boxes to tick are read as brackets and letters, alone or before the first letters of their labels. Squares in words
 * that begin otherwise are parts of letters.
 */

/** Texts as which a box alone is read. */
const asWord = /^(?:[^\p{L}\p{N}]*|[[\](){}|JIlLXxOoDUCc01~_-]{1,3})$/u
/** Texts as which a box is read that has a word after it. */
const asStart = /^[[({|][JXx]?[\])}|]?/u

/**
 * The boxes that are no parts of letters or drawings, which have nothing to read in or beside them, and the lines without
 * what was read in them.
 */
export const readAround = (
  lines: readonly RecognizedLine[],
  boxes: readonly RasterBox[],
): { readonly lines: readonly RecognizedLine[]; readonly boxes: readonly RasterBox[] } => {
  if (boxes.length === 0) return { lines, boxes }
  const words = lines.flatMap((line) => line.words)
  const kept = boxes.filter(
    ({ box }) =>
      words.every((word) => placementOfWordInTickBox(word, box) !== 'in a letter') &&
      words.some((word) => placementOfWordInTickBox(word, box) !== 'apart' || isLabelBesideTickBox(word, box)),
  )
  return {
    lines: lines
      .map((line) => ({ ...line, words: line.words.flatMap((word) => withoutBox(word, kept)) }))
      .filter((line) => line.words.length > 0),
    boxes: kept,
  }
}

/** Tells whether a word is left or right of a box, near enough to be its label. */
const isLabelBesideTickBox = ({ box: word }: RecognizedWord, box: Box): boolean => {
  const [side, [, middle]] = [box[2] - box[0], centre(box)]
  const between = Math.max(word[0] - box[2], box[0] - word[2])
  return middle > word[1] && middle < word[3] && between < side * limits.maxToLabel
}

/** Tells whether a word begins or ends as near to a box as its next letter would, which no label does. */
export const touchesWord = (lines: readonly RecognizedLine[], box: Box): boolean =>
  lines.some(({ words, size }) =>
    words.some(({ box: word }) => {
      const [, middle] = centre(box)
      const between = Math.max(word[0] - box[2], box[0] - word[2])
      return middle > word[1] && middle < word[3] && Math.abs(between) < size * limits.maxLetterStep
    }),
  )

/** Tells whether a box was read as a letter of a word that is surely one. */
export const isLetterOfWord = (lines: readonly RecognizedLine[], box: Box): boolean =>
  lines.some(({ words }) =>
    words.some(
      (word) =>
        word.confidence >= limits.minSureWord &&
        /\p{L}{3}/u.test(word.text) &&
        placementOfWordInTickBox(word, box) === 'in a letter',
    ),
  )

type TickBoxPlacement = 'apart' | 'the box' | 'box and word' | 'in a letter'

const placementOfWordInTickBox = ({ text, box: word }: RecognizedWord, box: Box): TickBoxPlacement => {
  const side = box[2] - box[0]
  const isOver = Math.min(word[2], box[2]) - Math.max(word[0], box[0]) > side * limits.minOverlap
  const isBeside = word[3] > box[1] && word[1] < box[3]
  if (!isOver || !isBeside) return 'apart'
  const isNoMore = word[2] - word[0] < side * limits.maxWordRatio && holds(word, centre(box))
  if (isNoMore || holds(box, centre(word))) return asWord.test(text) ? 'the box' : 'in a letter'
  return asStart.test(text) && Math.abs(word[0] - box[0]) < side * limits.minOverlap ? 'box and word' : 'in a letter'
}

const withoutBox = (word: RecognizedWord, boxes: readonly RasterBox[]): RecognizedWord[] => {
  const [, top, right, bottom] = word.box
  for (const { box } of boxes) {
    const place = placementOfWordInTickBox(word, box)
    if (place === 'the box') return []
    if (place !== 'box and word') continue
    const text = word.text.replace(asStart, '')
    const left = box[2] + (box[2] - box[0]) * limits.gap
    return text === '' ? [] : [{ ...word, text, box: [Math.min(left, right - 1), top, right, bottom] }]
  }
  return [word]
}
