import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  docxOf,
  officeNamespaces,
  paragraphXml,
  relationshipsXml,
  sheetData,
  xlsxOf,
} from '@polyparse/test-support/office'
import { blockOutline, codesOfWarnings, reader, rowsOf } from '@polyparse/test-support/reading'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { xlsxEngine } from '../src/office/spreadsheet/xlsx-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { htmlEngine } from '../src/web/html/html-engine.ts'

const readDocx = reader(docxEngine, officeMediaTypes.docx[0])
const readXlsx = reader(xlsxEngine, officeMediaTypes.xlsx[0])
const readHtml = reader(htmlEngine, 'text/html')

/** A sheet with a drawing of this content, and further parts. */
const withDrawing = (content: string, parts: Readonly<Record<string, string>>, related: string): Uint8Array =>
  xlsxOf([{ name: 'S', xml: `${sheetData([['x']])}<drawing r:id="d"/>` }], {
    parts: {
      'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([['d', 'drawing', '../drawings/drawing1.xml']]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ${officeNamespaces}>${content}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': related,
      ...parts,
    },
  })

describe('what Office shows', () => {
  it('is a formula where the program that wrote the sheet has left no value, with a warning', async () => {
    const cells =
      '<c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f></c><c r="C1"><f>SUM(A1:B1)</f><v/></c><c r="D1" t="str"><f>""</f><v></v></c><c r="E1"><f>A1</f><v>2</v></c>'
    const document = await readXlsx(
      xlsxOf([{ name: 'S', xml: `<sheetData><row r="1">${cells}</row><row r="2"><c><v>1</v></c></row></sheetData>` }]),
    )
    assert.deepEqual(rowsOf(document)[0], ['2', '=A1*2', '=SUM(A1:B1)', '2'])
    assert.deepEqual(codesOfWarnings(document), [['formula_not_computed', 1]])
  })

  it('are names of series that are written in the chart itself, and the titles of its axes', async () => {
    const points = (...values: readonly string[]): string =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')
    const title = (text: string): string =>
      `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
    const series = `<c:ser><c:tx><c:v>Sales</c:v></c:tx><c:cat><c:strRef><c:strCache>${points('Q1', 'Q2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points('1', '2')}</c:numCache></c:numRef></c:val></c:ser>`
    const axes = `<c:catAx>${title('Quarter')}</c:catAx><c:valAx>${title('EUR')}</c:valAx>`
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${officeNamespaces}><c:chart>${title('Growth')}<c:plotArea>${series}${axes}</c:plotArea></c:chart></c:chartSpace>`
    const frame = '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c"/>'
    const related = relationshipsXml([['c', 'chart', '../charts/chart1.xml']])
    const document = await readXlsx(withDrawing(frame, { 'xl/charts/chart1.xml': chart }, related))
    assert.equal(document.tables[0]?.caption, 'Growth (EUR)')
    assert.deepEqual(rowsOf(document), [
      ['Quarter', 'Sales'],
      ['Q1', '1'],
      ['Q2', '2'],
    ])
  })

  it('is the text of a diagram on a sheet', async () => {
    const point = (id: string, text: string, more = ''): string =>
      `<dgm:pt modelId="${id}" ${more}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const namespace = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
    const data = `<dgm:dataModel ${namespace} ${officeNamespaces}><dgm:ptLst>${point('0', '', 'type="doc"')}${point('1', 'Order')}${point('2', 'Ship')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="0" destId="2" srcOrd="1"/></dgm:cxnLst></dgm:dataModel>`
    const related = relationshipsXml([['m', 'diagramData', '../diagrams/data1.xml']])
    const document = await readXlsx(
      withDrawing(`<dgm:relIds ${namespace} r:dm="m"/>`, { 'xl/diagrams/data1.xml': data }, related),
    )
    assert.deepEqual(blockOutline(document).slice(2), [
      ['list_item', 1, '•', 'Order'],
      ['list_item', 1, '•', 'Ship'],
    ])
  })

  it('is the text of WordArt', async () => {
    const art =
      '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath string="DRAFT 2031"/></v:shape></w:pict></w:r>'
    assert.deepEqual(blockOutline(await readDocx(docxOf({ body: paragraphXml(art) }))), [['paragraph', 'DRAFT 2031']])
  })
})

describe('a page of HTML', () => {
  it('shows the page in a frame that the markup has itself, unless it is hidden', async () => {
    const html =
      '<p>Before</p><iframe srcdoc="&lt;p&gt;Offer &amp;amp; more"></iframe><iframe hidden srcdoc="no"></iframe>'
    assert.deepEqual(blockOutline(await readHtml(html)), [
      ['paragraph', 'Before'],
      ['paragraph', 'Offer & more'],
    ])
  })

  it('has frames in frames only so deep', async () => {
    let html = '<p>inner'
    for (let depth = 0; depth < 12; depth += 1)
      html = `<p>${depth}<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
    assert.notEqual((await readHtml(html)).pages[0]?.blocks.length, 0)
  })
})
