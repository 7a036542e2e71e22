import {
  type Block,
  type Cell,
  type Document,
  type Page,
  type Table,
  type Warning,
  type Word,
  warning,
} from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { cells as known, maxByWarning, maxWithUnknown, minPageConfidence, recognizedNumber } from './parameters.ts'
import { type DoubtEvidence, reasonsOfDoubt } from './doubt-reasons.ts'
import { recognizedText } from './recognized.ts'
import type { SecondPage } from './second-reading.ts'
import { confidenceOfTable } from './table-agreement.ts'
import { doubtStructure } from './structure-doubts.ts'
import { doubtTables } from './table-doubts.ts'
import type { TableShape } from './table-shape.ts'
import { confidenceOfText } from './text-agreement.ts'
import { tornColumns } from './torn-columns.ts'
import { tornRows } from './torn-rows.ts'
import { isNumber } from './words.ts'

/** The evidence of how far a page can be believed, besides what its engine says of each word. */
type Evidence = DoubtEvidence & {
  /** The probability that nothing on the page exceeds. */
  readonly max: number
}

const noEvidence: Evidence = { codes: [], second: undefined, isRecognized: false, max: 1 }

/**
 * A paged document with the probability that each block and cell is right (hardly a character wrong, and no number), the
 * mean of them as the quality of each page and of the document, and a warning for each page that may need a look.
 */
export const withConfidence = (document: Document, second: ReadonlyMap<number, SecondPage>): Document => {
  const evidence = new Map(document.pages.map((page) => [page.number, evidenceOf(page, document, second)]))
  const blockOf = new Map(document.pages.flatMap(({ blocks }) => blocks.map((block) => [block.table ?? '', block])))
  const tables = new Map(
    document.tables.map((table) => [
      table.id,
      judgeTable(table, blockOf.get(table.id)?.words ?? [], evidence.get(table.page)),
    ]),
  )
  const byPage = Map.groupBy(tables.values(), ({ table }) => table.page)
  const torn = document.pages.flatMap((page) => {
    const shaped = byPage.get(page.number) ?? []
    return [...tornRows(page, shaped), ...tornColumns(page, shaped)]
  })
  const tornFrom = new Set(torn.flatMap(({ table, blocks }) => [table, ...blocks]))
  const pages = document.pages.map((page) => {
    const judged = page.blocks.map((block) => {
      const table = tables.get(block.table ?? '')
      const read = table?.confidence ?? textConfidence(block, evidence.get(page.number))
      const confidence = tornFrom.has(block.table ?? block.id) ? Math.min(known.merged, read) : read
      return { block: { ...block, confidence: roundConfidence(confidence) }, share: table?.share ?? confidence }
    })
    const blocks = judged.map(({ block }) => block)
    const sureByBlock = judged.map(({ block, share }) => ({ ...block, confidence: share }))
    return {
      page: { ...page, blocks },
      length: sumOfLengths(blocks.map(lengthOfBlockText)),
      sure: sumOfLengths(judged.map(({ block, share }) => lengthOfBlockText(block) * share)),
      reasons: reasonsOfDoubt(sureByBlock, evidence.get(page.number) ?? noEvidence),
    }
  })
  const rated = pages.map(({ page, length, sure }) => ({ ...page, quality: shareOfTotal(sure, length) }))
  const sure = sumOfLengths(pages.map((page) => page.sure))
  return {
    ...document,
    pages: rated,
    tables: [...tables.values()].map(({ table }) => (tornFrom.has(table.id) ? withMaxConfidence(table) : table)),
    quality: { score: shareOfTotal(sure, sumOfLengths(pages.map(({ length }) => length))), scale: '0-1' },
    warnings: [
      ...document.warnings,
      ...rated.flatMap((page, index) => doubted(page, itemAt(pages, index).reasons)),
      ...doubtTables([...tables.values()], torn),
      ...doubtStructure(document, second),
    ],
  }
}

const evidenceOf = (
  { number, quality }: Page,
  document: Document,
  second: ReadonlyMap<number, SecondPage>,
): Evidence => {
  const codes = document.warnings.filter(({ page }) => page === number).map(({ code }) => code)
  return {
    codes,
    second: second.get(number),
    isRecognized: quality !== undefined || codes.includes('page_recognized'),
    max: Math.min(1, ...codes.map((code) => maxByWarning[code] ?? 1)),
  }
}

const textConfidence = (block: Block, evidence: Evidence = noEvidence): number => {
  if (block.text === '') return 1
  const { second, isRecognized } = evidence
  const read = isRecognized || block.ocr === true ? recognizedText(block.words ?? []) : confidenceOfText(block, second)
  return Math.min(evidence.max, maxOfText(block.text), read)
}

/** The replacement character means one that is not known. */
const maxOfText = (text: string): number => (text.includes('\uFFFD') ? maxWithUnknown : 1)

/** A table of which rows may be missing: the cells beside the gap may be torn, too. */
const withMaxConfidence = (table: Table): Table => ({
  ...table,
  cells: table.cells.map((cell) => ({
    ...cell,
    confidence: Math.min(known.clear.contradicted, cell.confidence ?? 1),
  })),
})

type JudgedTable = {
  readonly table: Table
  /** That the whole table is right. */
  readonly confidence: number
  /** The share of its text that probably is. */
  readonly share: number
  readonly shape: TableShape
}

const judgeTable = (table: Table, words: readonly Word[], evidence: Evidence = noEvidence): JudgedTable => {
  const agreement = confidenceOfTable(table, words, evidence.second)
  let confidence = agreement.table
  const cells = table.cells.map((cell, index) => {
    // A table of a page with a text layer has certain words.
    const words = (cell.confidence ?? 1) ** Math.max(1, cell.text.split(' ').length)
    const read = isNumber(cell.text) ? words ** recognizedNumber : words
    if (isNumber(cell.text)) confidence *= words
    return {
      ...cell,
      confidence: roundConfidence(Math.min(evidence.max, maxOfText(cell.text), read * (agreement.cells[index] ?? 1))),
    }
  })
  return {
    table: { ...table, cells },
    confidence: Math.min(evidence.max, maxOfText(table.cells.map(({ text }) => text).join('\n')), confidence),
    shape: agreement.shape,
    share: shareOfTotal(
      sumOfLengths(cells.map((cell) => lengthOfBlockText(cell) * cell.confidence)),
      sumOfLengths(cells.map(lengthOfBlockText)),
    ),
  }
}

const lengthOfBlockText = ({ text }: Block | Cell): number => text.length

const sumOfLengths = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0)

/** 1 where there is nothing. */
const shareOfTotal = (part: number, whole: number): number => (whole === 0 ? 1 : roundConfidence(part / whole))

const doubted = ({ number, quality = 1 }: Page, reasons: readonly string[]): Warning[] => {
  if (quality >= minPageConfidence) return []
  const message = `About ${Math.floor(quality * 100)} % of the text of page ${number} is probably right; the confidence of its blocks and cells says where to look.`
  return [{ ...warning('low_confidence', message, number), reasons }]
}

const roundConfidence = (share: number): number => Math.round(share * 1000) / 1000
