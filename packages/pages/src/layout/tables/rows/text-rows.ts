import { maxOf, minOf } from '@polyparse/engine'
import { isNumericText } from '../../../language/numbers.ts'
import { makeLines } from '../../layout-lines.ts'
import type { ContentWord } from '../../page-content.ts'
import { placeInGrid } from '../grid.ts'
import { pieces as limits, rowRules } from './parameters.ts'

/*
 * Words as rows of text, and rows as pieces in the columns of a table. Rows are lines as they are printed; a row of a
 * table may take several.
 */

/** The words of one line, from the left; heights in points from the top of the page. */
export type TextRow = {
  readonly top: number
  readonly bottom: number
  readonly baseline: number
  readonly size: number
  /** The width of a space in points where all letters are of one width; else 0. */
  readonly typedSpace: number
  readonly words: readonly ContentWord[]
}

/** Words of a row without a wide gap between them. */
export type Chunk = { readonly from: number; readonly to: number; readonly words: readonly ContentWord[] }

/** Words as rows, from the top. */
export const textRows = (words: readonly ContentWord[]): TextRow[] =>
  makeLines(words).map(({ box, baseline, size, source }) => ({
    top: box[1],
    bottom: box[3],
    baseline,
    size,
    typedSpace: typedSpaceOf(source),
    words: source.toSorted((a, b) => a.box[0] - b.box[0]),
  }))

/** A space is as wide as a letter where letters are typed; in other fonts words have letters of different widths. */
const typedSpaceOf = (words: readonly ContentWord[]): number => {
  const widths = words.flatMap(({ text, box }) =>
    text.length >= limits.minTypedLetters ? [(box[2] - box[0]) / text.length] : [],
  )
  const [narrowest, widest] = [minOf(widths), maxOf(widths)]
  return widths.length >= limits.minTypedWords && widest - narrowest < widest * limits.typedTolerance ? widest : 0
}

/** The chunks of a row, which gaps wider than `widest` heights of the text divide. */
export const chunksOfLine = ({ words, size }: Pick<TextRow, 'words' | 'size'>, widest: number): Chunk[] => {
  const chunks: { from: number; to: number; words: ContentWord[] }[] = []
  for (const word of words) {
    const chunk = chunks.at(-1)
    if (chunk !== undefined && word.box[0] - chunk.to <= size * widest) {
      chunk.words.push(word)
      chunk.to = Math.max(chunk.to, word.box[2])
    } else chunks.push({ from: word.box[0], to: word.box[2], words: [word] })
  }
  return chunks
}

/** Tells whether a line drawn at a height divides two rows, in points from the top of the page. */
export const isBetweenRows = (at: number, above: TextRow, below: TextRow): boolean =>
  at > above.baseline - above.size * rowRules.aboveUpperBaseline &&
  at < below.baseline - below.size * rowRules.aboveLowerBaseline

/**
 * The middle one of some numbers, the larger of two; 0 of none.
 * @example median([1, 5, 3]) // 3
 */
export const median = (numbers: readonly number[]): number =>
  Float64Array.from(numbers).toSorted()[numbers.length >> 1] ?? 0

/** Words as one text, with spaces between them. */
export const textOfWords = (words: readonly ContentWord[]): string => words.map(({ text }) => text).join(' ')

/** Words of a row in one column, or over several (`first` to `last`) without a gap. */
export type RowPiece = {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly text: string
  readonly words: readonly ContentWord[]
}

/** A row with its words by column. */
export type PlacedRow = TextRow & { readonly pieces: readonly RowPiece[] }

/**
 * Tells whether a word begins at one of the places where columns do.
 * @example isCommonStart(100, [20, 100.4, 180]) // true
 */
export const isCommonStart = (from: number, starts: readonly number[]): boolean =>
  starts.some((start) => Math.abs(from - start) <= rowRules.startTolerance)

/**
 * Places the words of a row in columns that end at `xs`, the outer ends included. Those that begin at one of the places
 * where columns do are not joined with what is close before them.
 */
export const placeRow = (row: TextRow, xs: readonly number[], starts: readonly number[] = []): PlacedRow => {
  const pieces: { first: number; last: number; from: number; to: number; words: ContentWord[] }[] = []
  for (const word of row.words) {
    const [from, , to] = word.box
    const column = placeInGrid(xs, (from + to) / 2)
    const piece = pieces.at(-1)
    const isNear =
      piece !== undefined &&
      !(column > piece.last && from > piece.to && isCommonStart(from, starts)) &&
      from - piece.to <= row.size * (word.style.monospaced ? limits.joinedMonospaced : limits.joined)
    const belongs = isNear ? !areNumbers(piece.words, word) : piece !== undefined && closes(word, piece.words)
    if (piece !== undefined && (piece.last === column || belongs)) {
      piece.words.push(word)
      piece.to = Math.max(piece.to, to)
      if (isNear) piece.last = Math.max(piece.last, column)
    } else pieces.push({ first: column, last: column, from, to, words: [word] })
  }
  return { ...row, pieces: pieces.map((piece) => ({ ...piece, text: textOfWords(piece.words) })) }
}

/** Tells whether a bracket set apart closes the one with which a number begins. */
const closes = (word: ContentWord, words: readonly ContentWord[]): boolean =>
  /^\)[*†‡§]?$/u.test(word.text) && /\([^()]*$/u.test(textOfWords(words))

const areNumbers = (words: readonly ContentWord[], word: ContentWord): boolean =>
  isNumericText(word.text) && isNumericText(textOfWords(words))

/** The columns in which a row has text. */
export const columnsOfLine = ({ pieces }: PlacedRow): Set<number> =>
  new Set(pieces.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index)))
