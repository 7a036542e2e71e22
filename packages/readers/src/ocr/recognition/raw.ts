import type { TesseractPage } from './tesseract.ts'

/** What Tesseract said of a page, in its own pixels and measures, without its alternatives. */
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
