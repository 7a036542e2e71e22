import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { pdfOf } from '@polyparse/test-support/pdf'
import { helvetica, rawPdf, sharedPagesPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = (bytes: Uint8Array): Promise<Document> =>
  structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })

const sentence = 'BT /F 12 Tf 60 700 Td (The annual fee is 120 euros 150 euros and is due in May.) Tj ET'

describe('text that is struck out', () => {
  it('by a line or a thin area is told from what replaces it', async () => {
    for (const line of ['0.6 w 155.4 703.6 m 208.7 703.6 l S', '155.4 703.2 53.3 0.8 re f']) {
      const document = await read(sharedPagesPdf({ content: `${sentence}\n${line}` }))
      assert.equal(markdown(document), 'The annual fee is ~~120 euros~~ 150 euros and is due in May.')
    }
  })

  it('by an annotation is told as well', async () => {
    const page =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R] >>'
    const document = await read(
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        page,
        streamOf(sentence),
        helvetica,
        '<< /Type /Annot /Subtype /StrikeOut /F 4 /Rect [155 697 209 711] /QuadPoints [155 711 209 711 155 697 209 697] /C [1 0 0] >>',
      ]),
    )
    assert.equal(markdown(document), 'The annual fee is ~~120 euros~~ 150 euros and is due in May.')
  })

  it('in a cell of a table is told, and its line is none of the table', async () => {
    const rows = [
      ['Item', 'Price'],
      ['Berth', '410.00'],
      ['Mooring', '120.00 150.00'],
      ['Crane', '75.50'],
    ]
    const bytes = await pdfOf((pdf) => {
      for (const [rowIndex, row] of rows.entries())
        for (const [column, text] of row.entries()) {
          const [x, y] = [60 + column * 120, 120 + rowIndex * 22]
          pdf.rect(x, y, 120, 22).stroke()
          pdf.fontSize(10).text(text, x + 5, y + 6, { lineBreak: false })
        }
      pdf.moveTo(185, 174.5).lineTo(215, 174.5).stroke()
    })
    const document = await read(bytes)
    assert.match(markdown(document), /\| Mooring \| ~~120\.00~~ 150\.00 \|/)
    const [table] = document.tables
    assert.deepEqual([table?.rowCount, table?.columnCount], [4, 2])
    const cell = table?.cells.find(({ row, column }) => row === 2 && column === 1)
    assert.deepEqual(cell?.runs, [{ text: '120.00 ', strikethrough: true }, { text: '150.00' }])
  })

  it('is not text that is underlined, has a line above it, or stands in a frame', async () => {
    for (const line of [
      '0.6 w 155 698 m 208 698 l S',
      '0.6 w 155 711 m 208 711 l S',
      '0.6 w 60 703.6 m 500 703.6 l S',
    ]) {
      const document = await read(sharedPagesPdf({ content: `${sentence}\n${line}` }))
      assert.equal(markdown(document), 'The annual fee is 120 euros 150 euros and is due in May.', line)
    }
  })

  it('is looked for within bounds on a page of lines', async () => {
    const lines = Array.from(
      { length: 40_000 },
      (_, index) => `${60 + (index % 400)} ${703 + (index % 3)} m 540 703 l S`,
    )
    await withinCpu(30_000, () => read(sharedPagesPdf({ content: `${sentence}\n${lines.join('\n')}` })))
  })
})

describe('the raised mark of a note after a number in a cell', () => {
  it('is none of its digits', async () => {
    const bytes = await pdfOf((pdf) => {
      for (const [rowIndex, row] of [
        ['Port', 'Tonnes'],
        ['Afton', '24.91'],
        ['Marsh', '7.20'],
        ['Rill', '11.05'],
      ].entries())
        for (const [column, text] of row.entries()) {
          const [x, y] = [60 + column * 120, 120 + rowIndex * 22]
          pdf.rect(x, y, 120, 22).stroke()
          pdf.fontSize(10).text(text, x + 5, y + 6, { lineBreak: false })
        }
      pdf.fontSize(6).text('2', 209.8, 146, { lineBreak: false })
    })
    assert.deepEqual(
      (await read(bytes)).tables[0]?.cells.filter(({ column }) => column === 1).map(({ text }) => text),
      ['Tonnes', '24.91²', '7.20', '11.05'],
    )
  })
})
