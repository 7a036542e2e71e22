import type { ContentWord } from '../page-content.ts'
import { placeOf } from './grid.ts'
import { isNumeric, textOf, type TextRow } from './text-rows.ts'

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
