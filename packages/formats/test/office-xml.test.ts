import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sheetData, xlsxOf } from '@polyparse/test-support/office'
import { blockOutline, codesOfWarnings, failsWith, reader, rowsOf } from '@polyparse/test-support/reading'
import { markupEngines } from '../src/engines.ts'
import { workbookEngine } from '../src/office/binary-workbook/workbook-engine.ts'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { docEngine } from '../src/office/word-binary/doc-engine.ts'
import { textEngine } from '../src/text/plain/text-engine.ts'

const readDoc = reader(docEngine, officeMediaTypes.doc[0])
const readXls = reader(workbookEngine, officeMediaTypes.xls[0])

const wordXml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint"><w:styles><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles><w:body><wx:sect>${body}</wx:sect></w:body></w:wordDocument>`
const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

const excelXml = (rows: string, columns = ''): string =>
  `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="n"><NumberFormat ss:Format="#'##0.00"/></Style></Styles><Worksheet ss:Name="Prices"><Table>${columns}${rows}</Table></Worksheet></Workbook>`
const row = (...cells: readonly string[]): string => `<Row>${cells.join('')}</Row>`
const text = (value: string): string => `<Cell><Data ss:Type="String">${value}</Data></Cell>`

describe('a document in the XML of Word 2003', () => {
  it('has its headings, items as they are printed, and tables', async () => {
    const item = '<w:listPr><w:ilvl w:val="1"/><w:ilfo w:val="3"/><wx:t wx:val="b)"/></w:listPr>'
    const table = `<w:tbl><w:tr><w:tc>${p('Name')}</w:tc><w:tc>${p('City')}</w:tc></w:tr><w:tr><w:tc>${p('Ann')}</w:tc><w:tc>${p('Oslo')}</w:tc></w:tr></w:tbl>`
    const document = await readDoc(wordXml(p('Title', '<w:pStyle w:val="H"/>') + p('second', item) + table))
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Title'],
      ['list_item', 2, 'b)', 'second'],
      ['table', 'Name\tCity\nAnn\tOslo'],
    ])
  })

  it('says that its pictures are not read', async () => {
    const picture = '<w:p><w:r><w:pict><w:binData w:name="x">AA==</w:binData></w:pict></w:r></w:p>'
    assert.deepEqual(codesOfWarnings(await readDoc(wordXml(p('x') + picture))), [['content_unread', undefined]])
  })

  it('that is cut off is damaged', async () => {
    const whole = wordXml(p('x'))
    for (let tenth = 1; tenth < 10; tenth += 1)
      await assert.rejects(readDoc(whole.slice(0, (whole.length * tenth) / 10)), failsWith('document_damaged'))
  })
})

describe('a workbook in the XML of Excel 2003', () => {
  it('has its cells as they are shown', async () => {
    const number = '<Cell ss:StyleID="n"><Data ss:Type="Number">1234.5</Data></Cell>'
    const document = await readXls(excelXml(row(text('Item'), text('Price')) + row(text('Nut &amp; bolt'), number)))
    assert.deepEqual(rowsOf(document), [
      ['Item', 'Price'],
      ['Nut & bolt', "1'234.50"],
    ])
  })

  it('that reaches over more places than a sheet has is refused', async () => {
    const reaching = '<Cell ss:MergeAcross="2000000000"><Data ss:Type="String">x</Data></Cell>'
    await assert.rejects(readXls(excelXml(row(reaching))), failsWith('document_damaged'))
    const columns = '<Column ss:Span="1000000"/>'.repeat(10)
    await assert.rejects(readXls(excelXml(row(text('x')), columns)), failsWith('document_damaged'))
  })
})

describe('a document whose text is nonsense', () => {
  const read = reader(textEngine, 'text/plain')
  it('is doubted where much of it is characters that no text has', async () => {
    for (const nonsense of ['\uFFFD', '\uE123', '\u{10FFFF}'])
      assert.deepEqual(codesOfWarnings(await read(`Total ${nonsense.repeat(20)} end`)), [
        ['implausible_text', undefined],
      ])
  })

  it('is doubted where it is a hundred times as large as its file', async () => {
    const engine = await markupEngines.xlsx()
    const long = 'words of some length '.repeat(1000)
    const xlsx = (rows: number) => xlsxOf([{ name: 'S', xml: sheetData(Array.from({ length: rows }, () => [long])) }])
    const readXlsx = reader(engine, officeMediaTypes.xlsx[0])
    assert.deepEqual(codesOfWarnings(await readXlsx(xlsx(100))), [['implausible_text', undefined]])
    assert.deepEqual(codesOfWarnings(await readXlsx(xlsx(10))), [])
  })

  it('is not doubted for a few marks of a font, or for signs of any script', async () => {
    assert.deepEqual(codesOfWarnings(await read('\uF0B7 one\n\n\uF0B7 two')), [])
    assert.deepEqual(codesOfWarnings(await read('契約書 Договор חוזה 😀😀😀😀😀😀😀😀😀😀😀😀')), [])
  })
})
