import { type Block, type Document, type Page, type Table, type Warning, warning } from '@polyparse/document'
import { confidenceOfTable, confidenceOfText } from './agreement.ts'
import { maxByWarning, minPageConfidence } from './parameters.ts'
import { recognizedText } from './recognized.ts'
import type { SecondPage } from './second-reading.ts'

/** The evidence of how far a page can be believed, besides what its engine says of each word. */
type Evidence = {
  readonly second: SecondPage | undefined
  readonly isRecognized: boolean
  /** The probability that nothing on the page exceeds. */
  readonly max: number
}

const noEvidence: Evidence = { second: undefined, isRecognized: false, max: 1 }

/**
 * A paged document with the probability that each block and cell is right (hardly a character wrong, and no number), the
 * mean of them as the quality of each page and of the document, and a warning for each page that may need a look.
 */
export const withConfidence = (document: Document, second: ReadonlyMap<number, SecondPage>): Document => {
  const evidence = new Map(document.pages.map((page) => [page.number, evidenceOf(page, document, second)]))
  const tables = new Map(document.tables.map((table) => [table.id, judgeTable(table, evidence.get(table.page))]))
  const pages = document.pages.map((page) => {
    const blocks = page.blocks.map((block) => {
      const table = tables.get(block.table ?? '')
      return { ...block, confidence: round(table?.confidence ?? textConfidence(block, evidence.get(page.number))) }
    })
    return { ...page, blocks, quality: meanOf(blocks) }
  })
  return {
    ...document,
    pages,
    tables: [...tables.values()].map(({ table }) => table),
    quality: { score: meanOf(pages.flatMap(({ blocks }) => blocks)), scale: '0-1' },
    warnings: [...document.warnings, ...pages.flatMap(doubted)],
  }
}

const evidenceOf = (
  { number, quality }: Page,
  document: Document,
  second: ReadonlyMap<number, SecondPage>,
): Evidence => {
  const codes = document.warnings.filter(({ page }) => page === number).map(({ code }) => code)
  return {
    second: second.get(number),
    isRecognized: quality !== undefined || codes.includes('page_recognized'),
    max: Math.min(1, ...codes.map((code) => maxByWarning[code] ?? 1)),
  }
}

const textConfidence = ({ text, words }: Block, { second, isRecognized, max }: Evidence = noEvidence): number =>
  text === '' ? 1 : Math.min(max, isRecognized ? recognizedText(words ?? []) : confidenceOfText(text, second))

const judgeTable = (
  table: Table,
  { second, max }: Evidence = noEvidence,
): { readonly table: Table; readonly confidence: number } => {
  const agreement = confidenceOfTable(table, second)
  let confidence = agreement.table
  const cells = table.cells.map((cell) => {
    // A table of a page with a text layer has certain words.
    const read = (cell.confidence ?? 1) ** Math.max(1, cell.text.split(' ').length)
    if (/\p{N}/u.test(cell.text)) confidence *= read
    return { ...cell, confidence: round(Math.min(max, read * agreement.cellOf(cell.text))) }
  })
  return { table: { ...table, cells }, confidence: Math.min(max, confidence) }
}

/** The share of the text of blocks that is probably right; 1 without text. */
const meanOf = (blocks: readonly Block[]): number => {
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0)
  const sure = blocks.reduce((sum, { text, confidence = 1 }) => sum + text.length * confidence, 0)
  return length === 0 ? 1 : round(sure / length)
}

const doubted = ({ number, quality = 1 }: Page): Warning[] =>
  quality >= minPageConfidence
    ? []
    : [
        warning(
          'low_confidence',
          `About ${Math.floor(quality * 100)} % of the text of page ${number} is probably right; the confidence of its blocks and cells says where to look.`,
          number,
        ),
      ]

const round = (share: number): number => Math.round(share * 1000) / 1000
