import type { Box } from '@polyparse/document'
import type { TesseractPage } from './tesseract.ts'
import { recognitionCalibration, fontHeights } from '../parameters.ts'

export type RecognizedWord = {
  readonly text: string
  readonly box: Box
  /** 0–1, calibrated. */
  readonly confidence: number
  /**
   * The confidence of the network in the weakest of its characters, 0–1; absent where Tesseract alone has read the
   * word.
   */
  readonly weakest?: number
  /**
   * The place of a point, comma or colon that a network half saw and did not read: between its figures, or before the
   * word.
   */
  readonly mayLackSign?: 'within' | 'before'
}

/** A line of words as Tesseract found it, in pixels. It may run across the cells of a table, not across columns. */
export type RecognizedLine = {
  readonly words: readonly RecognizedWord[]
  readonly box: Box
  readonly baseline: number
  /** Height of its font in pixels, from the height of its letters. */
  readonly size: number
}

/** The lines of a page in Tesseract's reading order. */
export const recognizedLines = ({ blocks }: TesseractPage): RecognizedLine[] =>
  (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const words = line.words
        .map(({ text, bbox, confidence }): RecognizedWord => ({
          text: text.trim(),
          box: boxOfTesseractCorners(bbox),
          confidence: calibrate(confidence / 100),
        }))
        .filter(({ text }) => text !== '')
      const { x0, y0, x1, y1 } = line.baseline
      const baseline = (y0 + y1) / 2
      return words.length === 0 || x1 <= x0
        ? []
        : [
            {
              words,
              box: boxOfTesseractCorners(line.bbox),
              baseline,
              size: fontSizeOfTesseractLine(words, line.rowAttributes),
            },
          ]
    })

type TesseractCorners = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
const boxOfTesseractCorners = ({ x0, y0, x1, y1 }: TesseractCorners): Box => [x0, y0, x1, y1]

/**
 * The row's measures are whole pixels, so two of them are averaged where there are small letters. Where there are
 * none, Tesseract measures capitals and figures in place of small letters.
 */
const fontSizeOfTesseractLine = (
  words: readonly RecognizedWord[],
  {
    rowHeight,
    ascenders,
    descenders,
  }: { readonly rowHeight: number; readonly ascenders: number; readonly descenders: number },
): number => {
  const body = rowHeight - ascenders - descenders
  const text = words.map((word) => word.text).join('')
  const small = text.match(/[acemnorsuvwxz]/g)?.length ?? 0
  if (small < text.length * fontHeights.minSmallShare) return body / fontHeights.capital
  return (body / fontHeights.small + rowHeight / fontHeights.row) / 2
}

/** The probability that a word is right by the confidence that a recogniser has in it, both 0–1 and rising. */
export type Calibration = readonly (readonly [confidence: number, probability: number])[]

/**
 * The probability, 0–1, that a word of this confidence (0–1) is right, by a table; without one, by that for Tesseract.
 * @example calibrate(0.9, [[0, 0], [1, 1]]) // 0.9
 */
export const calibrate = (confidence: number, table: Calibration = recognitionCalibration): number => {
  const said = Math.min(1, Math.max(0, confidence))
  const above = table.findIndex(([at]) => at >= said)
  const [high, highRight] = table[above] ?? [1, 1]
  const [low, lowRight] = table[above - 1] ?? [0, 0]
  const share = high > low ? (said - low) / (high - low) : 1
  return Math.round((lowRight + (highRight - lowRight) * share) * 1000) / 1000
}

/** Tesseract's result for a page in its own pixels and measures, without alternatives. */
export const rawOf = ({ blocks, version, psm, oem, confidence }: TesseractPage, page: number): unknown => ({
  page,
  version,
  psm,
  oem,
  confidence,
  blocks: (blocks ?? []).map(({ blocktype, bbox, paragraphs }) => ({
    blocktype,
    bbox,
    paragraphs: paragraphs.map((paragraph) => ({
      bbox: paragraph.bbox,
      lines: paragraph.lines.map((line) => ({
        bbox: line.bbox,
        baseline: line.baseline,
        words: line.words.map((word) => ({ text: word.text, confidence: word.confidence, bbox: word.bbox })),
      })),
    })),
  })),
})
