import type { Block, Document, Table } from '@polyparse/document'
import { type Content, contentOf } from '../score/content.ts'
import { fold } from '../score/fold.ts'
import { type Judged, judgeCell, judgeText, textsBeside, type TrueCell, trueCells } from '../score/part.ts'
import type { ReadingTable } from '../score/tables.ts'
import { tablesIn, tableText } from '../score/text.ts'

/** A text or a cell of a reading, how sure its reader is of it, and whether it is right. */
export type JudgedPart = Judged & {
  readonly kind: 'text' | 'cell'
  readonly page: number
  readonly text: string
  readonly confidence: number
}

/** Texts longer than this are rarely in one piece of the truth, and take long to find. */
const maxLength = 3000

/** Judges all texts and cells of a document by the Markdown that they should be. */
export const judgedParts = ({ pages, tables }: Document, markdown: string): JudgedPart[] => {
  const content = contentOf(markdown)
  const truth = folded(content.map((block) => (block.kind === 'table' ? tableText(block.table) : block.text)).join(' '))
  const cells = [...tablesIn(content).flatMap(trueCellsOf), ...pairsIn(content)]
  return [
    ...pages.flatMap(({ blocks }) => blocks.filter(isText).map((block) => judgedText(block, truth))),
    ...tables.flatMap((table) => judgedCells(table, cells)),
  ]
}

/**
 * French sets a space before these signs, and readers differ in what they make of it. A label and its value are two cells
 * of the truth, and one line of the reading, with a colon or dots. A tick is one, whatever its form.
 */
const folded = (text: string): string =>
  fold(text)
    .replaceAll(/\s*:/g, '')
    .replaceAll(/\s+(?=[;!?%])/g, '')
    .replaceAll(/\s(?:\.\s?){3,}/g, ' ')
    .replaceAll('☒', '☑')

/** Page headers and footers are not in the truth. */
const isText = ({ type, text }: Block): boolean =>
  !['table', 'picture', 'page_header', 'page_footer'].includes(type) && fold(text) !== '' && text.length < maxLength

const judgedText = ({ page, text, confidence = 0 }: Block, truth: string): JudgedPart => ({
  kind: 'text',
  page,
  text,
  confidence,
  ...judgeText(folded(text), truth),
})

/** A space beside a sign of a currency, a bracket and the like is not seen in a cell. */
const cellText = (text: string): string =>
  fold(text)
    .replaceAll(/\s*([^\p{L}\p{N}\s.,+-])\s*/gu, '$1')
    .replaceAll('☒', '☑')

const judgedCells = ({ page, cells: raw }: Table, truth: readonly TrueCell[]): JudgedPart[] => {
  const cells = raw.map((cell) => ({ ...cell, text: cellText(cell.text) }))
  return cells
    .filter(({ text }) => text !== '')
    .map((cell) => ({
      kind: 'cell',
      page,
      text: cell.text,
      confidence: cell.confidence ?? 0,
      ...judgeCell(cell.text, textsBeside(cells, cell, 'row'), textsBeside(cells, cell, 'column'), truth),
    }))
}

const trueCellsOf = (table: ReadingTable): TrueCell[] =>
  trueCells({ ...table, cells: table.cells.map((cell) => ({ ...cell, text: cellText(cell.text) })) })

/** Labels with their values, which are as right in two cells, or in one. */
const pairsIn = (content: Content): TrueCell[] =>
  content.flatMap((block) => {
    const [, label, value] = (block.kind === 'text' && /^([^:]+):\s+(.+)$/.exec(block.text)) || []
    if (label === undefined || value === undefined) return []
    const [name, content] = [cellText(label), cellText(value)]
    return [
      { text: name, row: new Set([content]), column: null },
      { text: `${name}:`, row: new Set([content]), column: null },
      { text: content, row: new Set([name, `${name}:`]), column: null },
      { text: `${name}:${content}`, row: null, column: null },
    ]
  })
