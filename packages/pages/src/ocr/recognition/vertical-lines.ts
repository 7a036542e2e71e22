import type { Matrix } from '@polyparse/document'
import type { TesseractPage } from './tesseract.ts'

/*
 * Lines that run from top to bottom, the first at the right, as in Japanese. A page of them is read as one that lies on its
 * right side: then its lines run from left to right, the first at the top.
 */

type TesseractBlock = NonNullable<TesseractPage['blocks']>[number]
type TesseractBlockLine = TesseractBlock['paragraphs'][number]['lines'][number]
type TesseractLineBounds = TesseractBlockLine['bbox']

const linesOfTesseractPage = ({ blocks }: TesseractPage): TesseractBlockLine[] =>
  (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))

/** Tells whether most words are in lines that are taller than wide. */
export const runsDown = (page: TesseractPage): boolean => {
  const lines = linesOfTesseractPage(page)
  const count = (some: readonly TesseractBlockLine[]): number => some.reduce((sum, { words }) => sum + words.length, 0)
  return count(lines.filter(({ bbox }) => bbox.y1 - bbox.y0 > bbox.x1 - bbox.x0)) * 2 > count(lines)
}

/** The page with all boxes where they are when its image, of this width in pixels, is turned by a quarter to the left. */
export const layOnSide = (page: TesseractPage, width: number): TesseractPage => {
  const turn = <Kind extends TesseractLineBounds>(box: Kind): Kind => ({
    ...box,
    x0: box.y0,
    y0: width - box.x1,
    x1: box.y1,
    y1: width - box.x0,
  })
  const turnLine = (line: TesseractBlockLine): TesseractBlockLine => {
    const bbox = turn(line.bbox)
    const words = line.words.map((word) => ({ ...word, bbox: turn(word.bbox) }))
    return { ...line, bbox, words, baseline: { ...line.baseline, ...bbox, y0: bbox.y1 } }
  }
  const blocks = (page.blocks ?? []).map((block) => ({
    ...block,
    paragraphs: block.paragraphs.map((paragraph) => ({ ...paragraph, lines: paragraph.lines.map(turnLine) })),
  }))
  return { ...page, blocks }
}

/**
 * The map from the page on its side to the upright page of this width.
 * @example standUp(600) // [0, 1, -1, 0, 600, 0]
 */
export const standUp = (width: number): Matrix => [0, 1, -1, 0, width, 0]
