import type { ContentWord } from '../../layout/page-content.ts'
import type { Piece } from './piece.ts'

/** Lines of a program that are tagged as a paragraph each, as word processors do, put together. */
export const joinPrograms = (pieces: readonly Piece[]): Piece[] => {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const above = joined.at(-1)
    if (above !== undefined && isLine(above) && isLine(piece) && isNextLine(above, piece)) {
      joined.pop()
      joined.push({ ...above, words: [...above.words, ...piece.words] })
    } else joined.push(piece)
  }
  return joined
}

/** Whether most of a text is set in letters of one width, so that they say nothing. */
export const isTypewritten = (pieces: readonly Piece[]): boolean => {
  const words = pieces.flatMap((piece) => piece.words)
  const length = (some: readonly ContentWord[]): number => some.reduce((sum, { text }) => sum + text.length, 0)
  return length(words.filter(({ style }) => style.monospaced)) > length(words) * 0.8
}

const isLine = ({ type, words }: Piece): boolean => type === 'paragraph' && words.every(({ style }) => style.monospaced)

const isNextLine = (above: Piece, piece: Piece): boolean => {
  const [last, first] = [above.words.at(-1), piece.words[0]]
  if (last === undefined || first === undefined) return false
  const step = first.baseline - last.baseline
  return step > 0 && step < last.size * 1.5
}
