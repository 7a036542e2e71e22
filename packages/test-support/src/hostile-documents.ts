import { officeMediaTypes } from '@polyparse/readers'
import { deepOutlinePdf, manyCellsPdf, scatteredWordsPdf, sharedContentPdf } from './hostile-pdfs.ts'
import { openDocumentOf, xlsxOf } from './office.ts'

/** A small document that is enormous once it is read or rendered, or that parsers take very long for. */
export type HostileDocument = {
  readonly name: string
  readonly mediaType: string
  /** True if it takes a few seconds of CPU time in all outputs, so that it can be processed in every run of the tests. */
  readonly isQuick: boolean
  readonly make: () => Buffer
}

const { ods, odt, xlsx } = officeMediaTypes

const markdown = (name: string, content: () => string, isQuick = true): HostileDocument => ({
  name: `${name}.md`,
  mediaType: 'text/markdown',
  isQuick,
  make: () => Buffer.from(content()),
})

const pdf = (name: string, make: () => Buffer, isQuick = false): HostileDocument => ({
  name: `${name}.pdf`,
  mediaType: 'application/pdf',
  isQuick,
  make,
})

const csv = (name: string, make: () => Buffer, isQuick = false): HostileDocument => ({
  name: `${name}.csv`,
  mediaType: 'text/csv',
  isQuick,
  make,
})

const mebibyte = 1024 ** 2

export const hostileDocuments: readonly HostileDocument[] = [
  {
    name: 'a million rows of sixteen thousand cells.ods',
    mediaType: ods[0],
    isQuick: false,
    make: () => repeatedCells(1_048_576, 16_384),
  },
  { name: 'a million rows of one cell.xlsx', mediaType: xlsx[0], isQuick: false, make: () => oneCellRows(1_048_576) },
  {
    name: 'cells that span thousands of millions.odt',
    mediaType: odt[0],
    isQuick: true,
    make: () => hugeSpans(2_000_000_000),
  },
  csv('two million rows', () => Buffer.from('a,b\n'.repeat(2_000_000))),
  csv('one quote', () => Buffer.concat([Buffer.from('"'), Buffer.alloc(99 * mebibyte, 'a,b\n')])),
  csv('one line', () => Buffer.alloc(99 * mebibyte, 'a,b ')),
  csv('one field', () => Buffer.alloc(99 * mebibyte, 'a')),
  markdown('five thousand columns', () => wideTable(5_000, 20_000), false),
  markdown('quotes in quotes', () => '>'.repeat(1_000_000)),
  markdown('links that are never closed', () => '[a]('.repeat(300_000), false),
  markdown('emphasis that is never closed', () => '**x'.repeat(200_000), false),
  markdown('lists in lists', () => nestedList(5_000)),
  markdown('growing runs of backticks', () => backticks(2_000), false),
  pdf('two hundred thousand cells', () => manyCellsPdf(500, 400)),
  pdf('four hundred thousand words', () => scatteredWordsPdf(400_000)),
  pdf('five thousand pages of one content', () => sharedContentPdf(5_000, 60)),
  pdf('an outline of a hundred thousand levels', () => deepOutlinePdf(100_000), true),
]

const repeatedCells = (rows: number, columns: number): Buffer =>
  Buffer.from(
    openDocumentOf('spreadsheet', {
      body: `<table:table table:name="a"><table:table-row table:number-rows-repeated="${rows}">
        <table:table-cell table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell>
      </table:table-row></table:table>`,
    }),
  )

const oneCellRows = (rows: number): Buffer => {
  const data = Array.from({ length: rows }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>1</v></c></row>`)
  return Buffer.from(xlsxOf([{ name: 'a', xml: `<sheetData>${data.join('')}</sheetData>` }]))
}

const hugeSpans = (span: number): Buffer =>
  Buffer.from(
    openDocumentOf('text', {
      body: `<table:table><table:table-row><table:table-cell table:number-columns-spanned="${span}"
        table:number-rows-spanned="${span}"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
    }),
  )

const wideTable = (columns: number, rows: number): string =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|x|\n'.repeat(rows)}`

const nestedList = (depth: number): string =>
  Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- ${level}`).join('\n')

const backticks = (runs: number): string =>
  Array.from({ length: runs }, (_, length) => `${'`'.repeat(length + 1)}a`).join('')
