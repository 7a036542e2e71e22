import type { ContentWord } from '../page-content.ts'
import { makeLines } from '../lines.ts'

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
