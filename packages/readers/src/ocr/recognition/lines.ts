import type { Box } from '@polyparse/document'
import { calibrate } from './confidence.ts'
import type { TesseractPage } from './tesseract.ts'

export type SeenWord = {
  readonly text: string
  readonly box: Box
  /** 0–1, calibrated. */
  readonly confidence: number
}

/** A line of words as Tesseract found it, in pixels. It may run across the cells of a table, not across columns. */
export type SeenLine = {
  readonly words: readonly SeenWord[]
  readonly box: Box
  readonly baseline: number
  /** Height of its font, as its letters tell. */
  readonly size: number
}

/** Heights of letters in the common fonts for text, as shares of the font's height. */
const heights = { small: 0.5, capital: 0.7, row: 0.92 }

/** The lines of a page in Tesseract's reading order. */
export const linesOf = ({ blocks }: TesseractPage): SeenLine[] =>
  (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const words = line.words
        .map(({ text, bbox, confidence }): SeenWord => ({
          text: text.trim(),
          box: boxOf(bbox),
          confidence: calibrate(confidence),
        }))
        .filter(({ text }) => text !== '')
      const { x0, y0, x1, y1 } = line.baseline
      const baseline = (y0 + y1) / 2
      return words.length === 0 || x1 <= x0
        ? []
        : [{ words, box: boxOf(line.bbox), baseline, size: sizeOf(words, line.rowAttributes) }]
    })

type Corners = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
const boxOf = ({ x0, y0, x1, y1 }: Corners): Box => [x0, y0, x1, y1]

/**
 * The row's own measures are whole pixels: where there are small letters, two of them are taken together. Where there are
 * none, what is taken for the height of small letters is that of capitals and figures.
 */
const sizeOf = (
  words: readonly SeenWord[],
  {
    rowHeight,
    ascenders,
    descenders,
  }: { readonly rowHeight: number; readonly ascenders: number; readonly descenders: number },
): number => {
  const body = rowHeight - ascenders - descenders
  const text = words.map((word) => word.text).join('')
  const small = text.match(/[acemnorsuvwxz]/g)?.length ?? 0
  if (small < text.length * 0.12) return body / heights.capital
  return (body / heights.small + rowHeight / heights.row) / 2
}
