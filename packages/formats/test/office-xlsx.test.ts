import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pngOf, relationshipsXml, sheetData, xlsxOf } from '@polyparse/test-support/office'
import { maxCells } from '../src/flow/flow.ts'
import { cellName } from '../src/office/sheet/sheet-cell.ts'
import { xlsxEngine } from '../src/office/spreadsheet/xlsx-engine.ts'
import {
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'

const read = reader(xlsxEngine, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
const readRows = (rows: readonly (readonly (string | number)[])[]) =>
  read(xlsxOf([{ name: 'S', xml: sheetData(rows) }]))

describe('an XLSX', () => {
  it('has a page for each sheet, under its name, with a table of the cells in use', async () => {
    const table = sheetData(
      [
        ['Name', 'Amount'],
        ['', ''],
        ['a', 1],
        ['b', 2.5],
      ].filter(([first]) => first !== ''),
    )
    const document = await read(
      xlsxOf([
        { name: 'First', xml: table },
        { name: 'Empty', xml: '<sheetData/>' },
      ]),
    )
    assert.equal(document.metadata.documentPageCount, 2)
    assert.equal(document.metadata.title, 'Figures')
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'First'],
      ['table', 'Name\tAmount\na\t1\nb\t2.5'],
    ])
    assert.deepEqual(blockOutline(document, 2), [['heading', 1, 'Empty']])
    assert.deepEqual(
      document.tables[0]?.cells.filter(({ header }) => header).map(({ text }) => text),
      ['Name', 'Amount'],
    )
  })

  it('reads the requested pages', async () => {
    const sheets = ['A', 'B'].map((name) => ({ name, xml: sheetData([[name]]) }))
    const document = await read(xlsxOf(sheets), { pages: [2, 5] })
    assert.deepEqual(blockOutline(document, 2), [
      ['heading', 1, 'B'],
      ['paragraph', 'B'],
    ])
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [2],
    )
    assert.deepEqual(codesOfWarnings(document), [['page_out_of_range', 5]])
    await assert.rejects(read(xlsxOf(sheets), { pages: [3] }), failsWith('page_out_of_range'))
  })

  it('is divided at empty rows: titles are paragraphs, totals belong to their table', async () => {
    const document = await readRows([
      ['Sales 2025', ''],
      ['', ''],
      ['Region', 'Amount'],
      ['North', 1],
      ['', ''],
      ['Total', 1],
      ['', ''],
      ['Source: us', ''],
    ])
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'S'],
      ['paragraph', 'Sales 2025'],
      ['table', 'Region\tAmount\nNorth\t1\nTotal\t1'],
      ['paragraph', 'Source: us'],
    ])
  })

  it('keeps tables apart that stand side by side, between columns without cells', async () => {
    const document = await readRows([
      ['Name', 'Amount', '', '', ''],
      ['a', 1, '', 'City', 'People'],
      ['b', 2, '', 'x', 10],
      ['', '', '', 'y', 20],
      ['Key', 'Value', '', 'z', 30],
      ['c', 3, '', '', ''],
    ])
    assert.deepEqual(blockOutline(document).slice(1), [
      ['table', 'Name\tAmount\na\t1\nb\t2'],
      ['table', 'Key\tValue\nc\t3'],
      ['table', 'City\tPeople\nx\t10\ny\t20\nz\t30'],
    ])
    const alike = await readRows([
      ['City', 'People', '', 'City', 'People'],
      ['x', 10, '', 'y', 20],
    ])
    assert.deepEqual(blockOutline(alike).slice(1), [
      ['table', 'City\tPeople\nx\t10'],
      ['table', 'City\tPeople\ny\t20'],
    ])
  })

  it('does not take columns that are left free within a table for its end', async () => {
    for (const rows of [
      [
        ['Item', 'Note', '', 2024, '%', '', 2025, '%'],
        ['Sales', 'a', '', 10, 1, '', 12, 2],
        ['Costs', 'b', '', 8, 1, '', 9, 2],
      ],
      [
        ['Name', 'Group', '', 'Amount', 'Share'],
        ['a', 'x', '', 1, 2],
        ['b', 'y', '', 3, 4],
        ['* estimated', '', '', '', ''],
      ],
      [
        ['Name', '', 'Amount'],
        ['a', '', 1],
      ],
    ])
      assert.equal((await readRows(rows)).tables.length, 1)
  })

  it('has no empty columns, even if its cells are as far apart as possible', async () => {
    const far =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="2"><c r="XFD2"><v>3</v></c></row><row r="1048576"><c r="A1048576"><v>4</v></c></row></sheetData>'
    const document = await read(xlsxOf([{ name: 'S', xml: far }]))
    assert.deepEqual(rowsOf(document), [['1', '2'], ['3']])
    assert.equal(document.tables[0]?.columnCount, 2)
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', '4'])
  })

  it('shows values as their formats do, formulas by their last value', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs>'
    const xml =
      '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45717</v></c><c r="C1" s="2"><v>1234.5</v></c><c r="D1" s="3"><v>0.25</v></c></row><row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#N/A</v></c><c r="C2" t="str"><f>A1&amp;"x"</f><v>ax</v></c><c r="D2"><f>1+1</f><v>2</v></c></row></sheetData>'
    const document = await read(xlsxOf([{ name: 'S', xml }], { styles, texts: ['shared'] }))
    assert.deepEqual(rowsOf(document), [
      ['shared', '2025-03-01', '1,234.50 €', '25%'],
      ['TRUE', '#N/A', 'ax', '2'],
    ])
  })

  it('shows values in formats of Asian languages, which files name by a number alone, and counts those in unknown ones', async () => {
    const ids = [7, 31, 32, 34, 44, 57, 58, 71, 199]
    const styles = `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
    const cells = ids.map((_, index) => `<c r="${cellName(0, index)}" s="${index}"><v>45717.5</v></c>`)
    const xml = `<sheetData><row r="1">${cells.join('')}</row></sheetData>`
    const document = await read(xlsxOf([{ name: 'S', xml }], { styles }))
    const day = '2025-03-01'
    assert.deepEqual(rowsOf(document), [['45,717.50', day, '12:00', day, '45,717.50', day, day, day, '45717.5']])
    assert.deepEqual(document.warnings, [
      {
        code: 'number_format_unread',
        message: 'A number cannot be shown in its format; its plain value is shown.',
      },
    ])
  })

  it('has characters that XML cannot hold also in the texts of formulas', async () => {
    const xml = '<sheetData><row r="1"><c r="A1" t="str"><f>B1</f><v>a_x000D_\nb_x005F_c</v></c></row></sheetData>'
    assert.equal(blockOutline(await read(xlsxOf([{ name: '', xml }])))[0]?.[1], 'a\nb_c')
  })

  it('keeps merged cells', async () => {
    const xml = `${sheetData([
      ['Head', ''],
      ['a', 'b'],
    ])}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`
    assert.deepEqual(spanningCells(await read(xlsxOf([{ name: 'S', xml }]))), [['Head', 1, 2]])
  })

  it('leaves out hidden sheets, rows and columns, with a warning', async () => {
    const xml =
      '<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2" hidden="1"><c r="A2"><v>3</v></c></row></sheetData>'
    const source = xlsxOf([
      { name: 'S', xml },
      { name: 'Secret', state: 'veryHidden', xml: sheetData([['x']]) },
    ])
    const document = await read(source)
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'S'],
      ['paragraph', '1'],
    ])
    assert.deepEqual(blockOutline(document, 2), [])
    assert.deepEqual(
      document.warnings.map(({ message }) => message),
      [
        'Sheet 1 has 2 cells with text in hidden rows or columns, which were left out; with the option `includeHidden` it is read.',
        'Sheet 2 is hidden in the document and was left out; with the option `includeHidden` it is read.',
      ],
    )
    const all = await read(source, { includeHidden: true })
    assert.deepEqual(rowsOf(all), [['1', '2'], ['3']])
    assert.deepEqual(
      all.pages.map(({ hidden, blocks }) => [hidden, blocks.at(-1)?.text]),
      [
        [undefined, '1\t2\n3'],
        [true, 'x'],
      ],
    )
    assert.deepEqual(codesOfWarnings(all), [])
  })

  it('has its notes and its threads of comments with the names of their cells', async () => {
    const notes =
      '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ada</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>a</t></r></text></comment><comment ref="B1" authorId="1"><text><t>[Threaded comment]</t></text></comment></commentList></comments>'
    const threads = 'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"'
    const microsoft = 'http://schemas.microsoft.com/office/2017/10/relationships'
    const document = await read(
      xlsxOf([{ name: 'S', xml: sheetData([['x']]) }], {
        parts: {
          'xl/_rels/workbook.xml.rels': relationshipsXml([
            ['s1', 'worksheet', 'worksheets/sheet1.xml'],
            ['p', `${microsoft}/person`, 'persons/person.xml'],
          ]),
          'xl/persons/person.xml': `<personList ${threads}><person id="{P}" displayName="Bob"/></personList>`,
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([
            ['c', 'comments', '../comments1.xml'],
            ['t', `${microsoft}/threadedComment`, '../threadedComments/threadedComment1.xml'],
            ['e', 'oleObject', '../embeddings/oleObject1.bin'],
          ]),
          'xl/comments1.xml': notes,
          'xl/threadedComments/threadedComment1.xml': `<ThreadedComments ${threads}><threadedComment ref="B1" personId="{P}" dT="2025-01-02T03:04:05.00" id="{1}"><text>b</text></threadedComment></ThreadedComments>`,
          'xl/embeddings/oleObject1.bin': 'xx',
        },
      }),
    )
    assert.deepEqual(document.comments, [
      { page: 1, text: 'a', anchor: 'A1', author: 'Ada' },
      { page: 1, text: 'b', anchor: 'B1', author: 'Bob', createdAt: '2025-01-02T03:04:05.000Z' },
    ])
    assert.deepEqual(document.warnings, [])
    assert.deepEqual(document.attachments, [{ name: 'oleObject1.bin', sizeBytes: 2 }])
  })

  it('keeps the links of its cells: out of the document, to its sheets, and by formulas', async () => {
    const links =
      '<hyperlinks><hyperlink ref="A1" r:id="h" location="part"/><hyperlink ref="A2:A3" location="\'My data\'!B2"/><hyperlink ref="A4" location="Gone!A1"/></hyperlinks>'
    const rows = sheetData([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
      ['e', 5],
    ]).replace(
      '<c r="A5" t="inlineStr"><is><t>e</t></is></c>',
      '<c r="A5" t="str"><f>HYPERLINK("https://b.example/","e")</f><v>e</v></c>',
    )
    const document = await read(
      xlsxOf(
        [
          { name: 'S', xml: rows + links },
          { name: 'My data', xml: sheetData([['x']]) },
        ],
        {
          parts: {
            'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([['h', 'hyperlink', 'https://a.example/']]),
          },
        },
      ),
    )
    assert.deepEqual(
      document.tables[0]?.cells.filter(({ column }) => column === 0).map(({ runs }) => runs?.[0]?.href),
      ['https://a.example/#part', '#p2-b1', '#p2-b1', undefined, 'https://b.example/'],
    )
  })

  it('keeps the styles of parts of its cells, and what is struck out as a whole', async () => {
    const rich =
      '<c r="A1" t="inlineStr"><is><r><t xml:space="preserve">so </t></r><r><rPr><b/><strike/></rPr><t>old</t></r></is></c>'
    const xml = `<sheetData><row r="1">${rich}<c r="B1" s="1"><v>7</v></c><c r="C1" t="s"><v>1</v></c></row></sheetData>`
    const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const document = await read(
      xlsxOf([{ name: 'S', xml }], {
        styles: '<fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>',
        parts: {
          'xl/sharedStrings.xml': `<sst ${main}><si><t>plain</t></si><si><r><t>H</t></r><r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r></si></sst>`,
        },
      }),
    )
    assert.deepEqual(
      document.tables[0]?.cells.map(({ text, runs }) => [text, runs]),
      [
        ['so old', [{ text: 'so ' }, { text: 'old', bold: true, strikethrough: true }]],
        ['7', [{ text: '7', strikethrough: true }]],
        ['H2', [{ text: 'H' }, { text: '2', subscript: true }]],
      ],
    )
  })

  it('has its pictures and charts after its cells', async () => {
    const drawing =
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="x" descr="a map"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="i"/></xdr:blipFill></xdr:pic><c:chart r:id="c"/></xdr:wsDr>'
    const points = (...values: string[]) =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:ser><c:tx><c:strRef><c:strCache>${points('Sales').join('')}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('Q1', 'Q2').join('')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points('1', '2').join('')}</c:numCache></c:numRef></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`
    const document = await read(
      xlsxOf([{ name: 'S', xml: '<sheetData/><drawing r:id="d"/>' }], {
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([['d', 'drawing', '../drawings/drawing1.xml']]),
          'xl/drawings/drawing1.xml': drawing,
          'xl/drawings/_rels/drawing1.xml.rels': relationshipsXml([
            ['i', 'image', '../media/image1.png'],
            ['c', 'chart', '../charts/chart1.xml'],
          ]),
          'xl/media/image1.png': pngOf(20, 20),
          'xl/charts/chart1.xml': chart,
        },
      }),
    )
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'S'],
      ['picture', 'a map'],
      ['table', '\tSales\nQ1\t1\nQ2\t2'],
    ])
  })

  it('has charts whose series have values of their own on the axis, rounded as the chart shows them', async () => {
    const numbers = (format: string, ...values: string[]): string =>
      `<c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef>`
    const series = (name: string, x: string, y: string): string =>
      `<c:ser><c:tx><c:v>${name}</c:v><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:xVal>${x}</c:xVal><c:yVal>${y}</c:yVal></c:ser>`
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:scatterChart>${[
      series('A', numbers('General', '67.010000000000005', '2'), numbers('0.0', '1.25', '77.209999999999994')),
      series('B', numbers('yyyy-mm-dd', '45717'), numbers('General', '5')),
      series('C', numbers('yyyy-mm-dd', '45717'), numbers('0%', '0.5')),
    ].join('')}</c:scatterChart></c:plotArea></c:chart></c:chartSpace>`
    const drawing =
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:chart r:id="c"/></xdr:wsDr>'
    const document = await read(
      xlsxOf([{ name: 'S', xml: '<sheetData/><drawing r:id="d"/>' }], {
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([['d', 'drawing', '../drawings/drawing1.xml']]),
          'xl/drawings/drawing1.xml': drawing,
          'xl/drawings/_rels/drawing1.xml.rels': relationshipsXml([['c', 'chart', '../charts/chart1.xml']]),
          'xl/charts/chart1.xml': chart,
        },
      }),
    )
    assert.deepEqual(rowsOf(document), [
      ['', 'A', '', 'B', 'C'],
      ['67.01', '1.3', '2025-03-01', '5', '50%'],
      ['2', '77.2', '', '', ''],
    ])
  })

  it('is read up to the limit of cells, with a warning', async () => {
    const rows = Array.from({ length: maxCells / 10 + 1 }, () => `<row>${'<c><v>1</v></c>'.repeat(10)}</row>`)
    const document = await read(xlsxOf([{ name: 'S', xml: `<sheetData>${rows.join('')}</sheetData>` }]))
    assert.equal(document.tables[0]?.cells.length, maxCells)
    assert.deepEqual(codesOfWarnings(document), [['table_truncated', 1]])
  })
})
