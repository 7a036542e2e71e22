import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { docxOf, openDocumentOf, xlsxOf } from '@polyparse/test-support/office'
import { blockOutline, blocksOf, reader } from '@polyparse/test-support/reading'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import { partsInFonts } from '../src/office/slides-binary/slides-binary-fonts.ts'
import { cellName } from '../src/office/sheet/sheet-cell.ts'
import { xlsxEngine } from '../src/office/spreadsheet/xlsx-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const readDocx = reader(docxEngine, officeMediaTypes.docx[0])
const readOds = reader(openDocumentEngine, officeMediaTypes.ods[0])
const readRtf = reader(rtfEngine, officeMediaTypes.rtf[0])
const readXlsx = reader(xlsxEngine, officeMediaTypes.xlsx[0])

/** What a document would take without a bound is half as much again and more. */
const maxCpuMs = 8000

const inTime = (reading: () => Promise<Document>): Promise<Document> => withinCpu(maxCpuMs, reading)

const sheetOf = (rows: string, before = ''): Uint8Array =>
  xlsxOf([{ name: '', xml: `${before}<sheetData>${rows}</sheetData>` }])
const cell = (row: number, column: number, text: string): string =>
  `<c r="${cellName(row, column)}" t="str"><v>${text}</v></c>`
const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

describe('an RTF is read in the time of its length', () => {
  for (const table of ['fonttbl{\\f0', 'stylesheet{\\s0'])
    it(`where a name comes in many pieces, in \\${table}`, async () => {
      const document = await inTime(() => readRtf(`{\\rtf1{\\${table} ${'a{}'.repeat(250_000)};}}hello}`))
      assert.deepEqual(blockOutline(document), [['paragraph', 'hello']])
    })

  it('where the instruction of a field opens quotes without end', async () => {
    const document = await inTime(() =>
      readRtf(`{\\rtf1{\\field{\\*\\fldinst HYPERLINK ${'"\\\\'.repeat(100_000)}}{\\fldrslt hello}}}`),
    )
    assert.deepEqual(blockOutline(document), [['paragraph', 'hello']])
  })
})

it('the lines of a PPT are shown in their fonts in the time of their length', async () => {
  const lines = 150_000
  const part = partsInFonts(
    Array.from({ length: lines }, (_, index) => ({
      from: index * 3,
      to: index * 3 + 1,
      font: 'Symbol',
      symbols: undefined,
    })),
  )
  const shown = await withinCpu(maxCpuMs, () => Array.from({ length: lines }, (_, index) => part('mg', index * 3)))
  assert.deepEqual(new Set(shown), new Set(['μg']))
})

describe('a DOCX is read in the time of its length', () => {
  it('where fields are in fields, up to a hundred of which are links', async () => {
    const begin =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "http://a.example"</w:instrText></w:r>'
    const result = '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r>'
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    const count = 20_000
    const body = `<w:p>${(begin + result).repeat(count)}${end.repeat(count)}<w:r><w:t>b</w:t></w:r></w:p>`
    const [block] = blocksOf(await inTime(() => readDocx(docxOf({ body }))))
    assert.equal(block?.text.length, count + 1)
    assert.deepEqual(block?.runs?.at(-1), { text: 'b' })
  })
})

describe('a sheet is read in the time of its length', () => {
  it('where it has many ranges of hidden columns', async () => {
    const columns = `<cols>${'<col min="2" max="2" hidden="1"/>'.repeat(40_000)}<col hidden="1"/></cols>`
    const rows = times(
      40_000,
      (row) => `<row r="${row + 1}">${cell(row, 0, 'a')}${cell(row, 1, 'b')}${cell(row, 2, 'c')}</row>`,
    )
    const document = await inTime(() => readXlsx(sheetOf(rows, columns)))
    assert.equal(document.tables[0]?.cells.length, 80_000)
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['hidden_text'],
    )
  })

  it('where columns of an OpenDocument sheet are hidden one by one', async () => {
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'.repeat(2000)
    const cells = times(4000, (column) => `<table:table-cell><text:p>${column}</text:p></table:table-cell>`)
    const body = `<table:table table:name="S">${columns}<table:table-row>${cells}</table:table-row></table:table>`
    const document = await inTime(() => readOds(openDocumentOf('spreadsheet', { body })))
    assert.deepEqual(
      document.tables[0]?.cells.map(({ text }) => Number(text)),
      Array.from({ length: 2000 }, (_, index) => index * 2),
    )
  })

  it('where every second column is free', async () => {
    const rows = times(10, (row) => `<row r="${row + 1}">${times(8000, (column) => cell(row, column * 2, 'a'))}</row>`)
    const document = await inTime(() => readXlsx(sheetOf(rows)))
    assert.equal(document.tables[0]?.cells.length, 80_000)
  })

  it('where every second row is free', async () => {
    const rows = times(
      70_000,
      (row) => `<row r="${row * 2 + 1}">${cell(row * 2, 0, '1')}${cell(row * 2, 1, '2')}</row>`,
    )
    const document = await inTime(() => readXlsx(sheetOf(rows)))
    assert.equal(document.tables.length, 1)
  })
})
