import { makeLines } from '../../lines.ts'
import type { ContentWord } from '../../page-content.ts'
import { placeOf } from '../grid.ts'

/** The words that stand on one line, from the left. */
export type TextRow = {
  readonly top: number
  readonly bottom: number
  readonly baseline: number
  readonly size: number
  readonly words: readonly ContentWord[]
}

/** Words of a row without a wide gap between them. */
export type Chunk = { readonly from: number; readonly to: number; readonly words: readonly ContentWord[] }

export const textRows = (words: readonly ContentWord[]): TextRow[] =>
  makeLines(words).map(({ box, baseline, size, source }) => ({
    top: box[1],
    bottom: box[3],
    baseline,
    size,
    words: source.toSorted((a, b) => a.box[0] - b.box[0]),
  }))

/** Gaps wider than `widest`, in heights of the text, divide chunks. */
export const chunksOf = ({ words, size }: Pick<TextRow, 'words' | 'size'>, widest: number): Chunk[] => {
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

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Numbers with their signs, units, footnote marks; dashes and the like that stand for one. */
export const isNumeric = (text: string): boolean =>
  /^[\s$€£¥+\-–—−±<>≤≥~(*]*(?:[\d.,:/%’' ]*\d[\d.,:/%’' ()*+a-ckmtx†‡§–-]*[%€$£]?|n\.?\/?a\.?|[-–—.…*]+|\.\.)[\s)*†‡]*$/iu.test(
    text,
  )

export const textOf = (words: readonly ContentWord[]): string => words.map(({ text }) => text).join(' ')

/** Words of a row that stand in one column, or reach over several without a gap. */
export type Piece = {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly text: string
  readonly words: readonly ContentWord[]
}

export type PlacedRow = TextRow & { readonly pieces: readonly Piece[] }

/** Words closer than this, in heights of the text, belong together although a column ends between them. */
const closest = { monospaced: 0.68, other: 0.4 }

/** A row with its words in the columns that end at `xs`. */
export const placeRow = (row: TextRow, xs: readonly number[]): PlacedRow => {
  const pieces: { first: number; last: number; from: number; to: number; words: ContentWord[] }[] = []
  for (const word of row.words) {
    const [from, , to] = word.box
    const column = placeOf(xs, (from + to) / 2)
    const piece = pieces.at(-1)
    const isNear =
      piece !== undefined && from - piece.to <= row.size * (word.style.monospaced ? closest.monospaced : closest.other)
    if (piece !== undefined && (piece.last === column || (isNear && !areNumbers(piece.words, word)))) {
      piece.words.push(word)
      piece.to = Math.max(piece.to, to)
      piece.last = Math.max(piece.last, column)
    } else pieces.push({ first: column, last: column, from, to, words: [word] })
  }
  return { ...row, pieces: pieces.map((piece) => ({ ...piece, text: textOf(piece.words) })) }
}

const areNumbers = (words: readonly ContentWord[], word: ContentWord): boolean =>
  isNumeric(word.text) && isNumeric(textOf(words))

export const columnsOf = ({ pieces }: PlacedRow): Set<number> =>
  new Set(pieces.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index)))
