import { readFile } from 'node:fs/promises'
import type { Block, Table } from '@polyparse/document'
import { defaultRequest, engines } from '@polyparse/readers'
import { type DocumentEntry, listDocuments, pdfOf, truthOf } from './documents.ts'
import { contentOf } from './score/content.ts'
import { fold } from './score/fold.ts'
import { type Judged, judgeCell, judgeText } from './score/part.ts'
import { tablesIn, tableText } from './score/text.ts'

/*
 * node quality/reliability.ts [WORD]: how often the blocks and cells of `auto` are right, by the confidence that it has in
 * them; of the documents with this word in their id, or all.
 */

type Row = Judged & { readonly kind: 'text' | 'cell'; readonly confidence: number }

const bounds = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01]
/** Texts longer than this are rarely in one piece of the truth, and take long to find. */
const maxLength = 3000

const rowsOf = async (entry: DocumentEntry): Promise<Row[]> => {
  const engine = await engines.auto()
  const document = await engine.read(await readFile(pdfOf(entry.id)), {
    ...defaultRequest,
    mediaType: 'application/pdf',
    recognition: { ...defaultRequest.recognition, languages: [entry.language] },
  })
  const content = contentOf(await truthOf(entry.id))
  const truth = folded(content.map((block) => (block.kind === 'table' ? tableText(block.table) : block.text)).join(' '))
  const trueRows = tablesIn(content).flatMap(({ cells, rowCount }) =>
    Array.from(
      { length: rowCount },
      (_, row) => new Set(cells.filter((cell) => cell.row === row).map(({ text }) => text)),
    ),
  )
  return [
    ...document.pages.flatMap(({ blocks }) => blocks.filter(isText).map((block) => textRow(block, truth))),
    ...document.tables.flatMap((table) => cellRows(table, trueRows)),
  ]
}

/**
 * French sets a space before these signs, and readers differ in what they make of it. A label and its value are two cells
 * of the truth, and one line with a colon of the reading.
 */
const folded = (text: string): string =>
  fold(text)
    .replaceAll(/\s*:/g, '')
    .replaceAll(/\s+(?=[;!?%])/g, '')

/** Page headers and footers are not in the truth. */
const isText = ({ type, text }: Block): boolean =>
  !['table', 'picture', 'page_header', 'page_footer'].includes(type) && fold(text) !== '' && text.length < maxLength

const textRow = ({ text, confidence = 0 }: Block, truth: string): Row => ({
  kind: 'text',
  confidence,
  ...judgeText(folded(text), truth),
})

const cellRows = ({ cells }: Table, trueRows: readonly ReadonlySet<string>[]): Row[] =>
  cells
    .filter(({ text }) => fold(text) !== '')
    .map((cell) => {
      const beside = cells.filter((other) => other.row === cell.row && other !== cell).map(({ text }) => fold(text))
      return { kind: 'cell', confidence: cell.confidence ?? 0, ...judgeCell(fold(cell.text), beside, trueRows) }
    })

const line = (rows: readonly Row[], name: string): string => {
  const right = rows.filter((row) => row.right).length
  const wrong = rows.reduce((sum, row) => sum + row.wrongNumbers, 0)
  const share = rows.length === 0 ? '' : `${((right / rows.length) * 100).toFixed(1)} %`
  return `${name.padEnd(16)}${String(rows.length).padStart(7)}${share.padStart(9)}${String(wrong).padStart(9)}`
}

const word = process.argv[2] ?? ''
const entries = (await listDocuments()).filter(({ id }) => id.includes(word))
const rows: Row[] = []
for (const entry of entries) rows.push(...(await rowsOf(entry)))
console.log(`${entries.length} documents`)
console.log('confidence          read    right  wrong numbers')
for (const kind of ['text', 'cell'] as const) {
  for (const [index, from] of bounds.slice(0, -1).entries()) {
    const to = bounds[index + 1] ?? 1
    const within = rows.filter((row) => row.kind === kind && row.confidence >= from && row.confidence < to)
    console.log(line(within, `${kind} ${from} – ${Math.min(1, to)}`))
  }
}
process.exit(0)
