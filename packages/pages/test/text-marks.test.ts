import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown, type TextRun } from '@polyparse/document'
import { html } from '@polyparse/document/html'
import { defaultRequest } from '@polyparse/engine'
import { pdfOf } from '@polyparse/test-support/pdf'
import { helvetica, rawPdf, sharedPagesPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const read = (bytes: Uint8Array): Promise<Document> =>
  structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })

const runsOf = ({ pages }: Document): TextRun[] =>
  pages.flatMap(({ blocks }) => blocks.flatMap(({ runs }) => runs ?? []))

const underlinedOf = (document: Document): string[] =>
  runsOf(document).flatMap(({ text, underline }) => (underline === true ? [text.trim()] : []))

const whole = 'The annual fee is 120 euros per berth and is due in May.'
const sentence = `BT /F 12 Tf 60 700 Td (${whole}) Tj ET`

const annotated = (annotation: string): Uint8Array =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R] >>',
    streamOf(sentence),
    helvetica,
    annotation,
  ])

describe('text that is underlined', () => {
  it('by a line or a thin area is told from the text around it', async () => {
    for (const line of ['0.6 w 155.4 698.4 m 208.7 698.4 l S', '155.4 698 53.3 0.8 re f']) {
      const document = await read(sharedPagesPdf({ content: `${sentence}\n${line}` }))
      assert.deepEqual(underlinedOf(document), ['120 euros'])
      assert.match(html(document), /fee is <u>120 euros<\/u> per berth/)
      assert.equal(markdown(document), whole)
    }
  })

  it('by an annotation is told as well', async () => {
    for (const kind of ['Underline', 'Squiggly']) {
      const document = await read(
        annotated(
          `<< /Type /Annot /Subtype /${kind} /F 4 /Rect [155 697 209 711] /QuadPoints [155 711 209 711 155 697 209 697] >>`,
        ),
      )
      assert.deepEqual(underlinedOf(document), ['120 euros'], kind)
    }
  })

  it('is whole where its line leaves out the letters that reach below it', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.font('Helvetica').fontSize(12).text('Please write your pager name here.', 60, 100, { lineBreak: false })
        const at = (text: string): number => 60 + pdf.widthOfString(text)
        const line = (before: string, through: string): void => {
          pdf.moveTo(at(before), 110.5).lineTo(at(through), 110.5).lineWidth(0.7).stroke()
        }
        line('Please write your p', 'Please write your pa')
        line('Please write your pag', 'Please write your pager')
      }),
    )
    assert.deepEqual(underlinedOf(document), ['pager'])
  })

  it('is none above a rule that goes on, nor figures above the rule of a sum', async () => {
    for (const [text, line] of [
      [whole, '0.6 w 60 698.4 m 500 698.4 l S'],
      [whole, '0.6 w 155.4 690 m 208.7 690 l S'],
      ['The sum of all of it is 1,204.50 this year.', '0.6 w 179 698.4 m 228.5 698.4 l S'],
    ]) {
      const document = await read(sharedPagesPdf({ content: `BT /F 12 Tf 60 700 Td (${text}) Tj ET\n${line}` }))
      assert.deepEqual(underlinedOf(document), [], line)
    }
  })

  it('is none in a link, whose line says that it is one', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf
          .fontSize(12)
          .text('See ', 60, 100, { continued: true })
          .text('the tariff', { link: 'https://example.org/tariff', underline: true, continued: true })
          .text(' for more, and ', { link: null, underline: false, continued: true })
          .text('pay early', { underline: true, continued: true })
          .text(' or in May.', { underline: false })
      }),
    )
    assert.deepEqual(underlinedOf(document), ['pay early'])
    assert.match(markdown(document), /\[the tariff\]\(https:\/\/example\.org\/tariff\)/)
  })

  it('is none in an address that was printed without its link, nor in the name of a column above a short rule', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf
          .fontSize(12)
          .text('See ', 60, 60, { continued: true })
          .text('www.example.org/tariff', { underline: true, continued: true })
          .text(' for more.', { underline: false })
        for (const [rowIndex, row] of [
          ['Item', 'Price'],
          ['Berth', '410.00'],
          ['Mooring', '120.00'],
          ['Crane', '75.50'],
        ].entries())
          for (const [column, text] of row.entries()) {
            const [x, y] = [60 + column * 120, 120 + rowIndex * 22]
            pdf.rect(x, y, 120, 22).stroke()
            pdf.font(rowIndex === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(10)
            pdf.text(text, x + 5, y + 6, { lineBreak: false, underline: rowIndex === 0 })
          }
      }),
    )
    assert.equal(document.tables[0]?.rowCount, 4)
    assert.deepEqual(
      document.tables[0]?.cells.flatMap(({ runs }) => runs ?? []),
      [],
    )
    assert.deepEqual(underlinedOf(document), [])
  })

  it('is a change that was printed where it is coloured, beside what it replaces', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf
          .fontSize(12)
          .text('The fee is ', 60, 100, { continued: true })
          .fillColor('red')
          .text('120 euros', { strike: true, continued: true })
          .text('150 euros', { strike: false, underline: true, continued: true })
          .fillColor('black')
          .text(' and is due in May.', { underline: false })
      }),
    )
    assert.match(html(document), /The fee is <s>120 euros<\/s>\s*<u>150 euros<\/u> and is due in May\./)
  })

  it('throughout a heading is how the heading looks', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(18).text('Harbour dues', 60, 100, { underline: true })
        pdf.fontSize(11)
        for (let line = 0; line < 6; line += 1)
          pdf.text(
            'Every vessel pays for the nights that it is moored, and for the water that it takes.',
            60,
            140 + line * 14,
          )
      }),
    )
    assert.equal(document.pages[0]?.blocks[0]?.text, 'Harbour dues')
    assert.deepEqual(underlinedOf(document), [])
  })

  it('in a cell of a table is told', async () => {
    const rows = [
      ['Item', 'Price'],
      ['Berth', 'per night'],
      ['Mooring', 'per week'],
    ]
    const document = await read(
      await pdfOf((pdf) => {
        for (const [rowIndex, row] of rows.entries())
          for (const [column, text] of row.entries()) {
            const [x, y] = [60 + column * 120, 120 + rowIndex * 22]
            pdf.rect(x, y, 120, 22).stroke()
            pdf.fontSize(10).text(text, x + 5, y + 6, { lineBreak: false, underline: text === 'per week' })
          }
      }),
    )
    assert.deepEqual([document.tables[0]?.rowCount, document.tables[0]?.columnCount], [3, 2])
    assert.deepEqual(
      document.tables[0]?.cells.flatMap(({ runs }) => runs ?? []),
      [{ text: 'per week', underline: true }],
    )
  })
})

describe('text that is highlighted', () => {
  const highlightedOf = (document: Document): [string, string][] =>
    runsOf(document).flatMap(({ text, highlight }) => (highlight === undefined ? [] : [[text.trim(), highlight]]))

  it('by an annotation is told with its colour, also where the annotation draws itself', async () => {
    const quad = '/F 4 /Rect [155 697 209 711] /QuadPoints [155 711 209 711 155 697 209 697]'
    for (const more of ['', '/AP << /N 4 0 R >>']) {
      const document = await read(annotated(`<< /Type /Annot /Subtype /Highlight /C [0.4 1 0.2] ${quad} ${more} >>`))
      assert.deepEqual(highlightedOf(document), [['120 euros', '#66ff33']], more)
    }
    const plain = await read(annotated(`<< /Type /Annot /Subtype /Highlight ${quad} >>`))
    assert.deepEqual(highlightedOf(plain), [['120 euros', '#ffff00']])
    assert.match(html(plain), /fee is <mark style="background-color: #ffff00">120 euros<\/mark> per berth/)
    assert.equal(markdown(plain), whole)
  })

  it('by a ground behind it is told with its colour, in running text or as a whole line', async () => {
    const part = await read(sharedPagesPdf({ content: `1 1 0 rg 155 697 54 13 re f 0 g ${sentence}` }))
    assert.deepEqual(highlightedOf(part), [['120 euros', '#ffff00']])
    const line = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(12)
        pdf.rect(60, 98, pdf.widthOfString('Pay before the first of May.'), 14).fill('#00ff00')
        pdf.fillColor('black').text('Pay before the first of May.', 60, 100).text('The office is open until noon.')
      }),
    )
    assert.deepEqual(highlightedOf(line), [['Pay before the first of May.', '#00ff00']])
  })

  it('in the middle of a number leaves the number whole, also in a cell', async () => {
    const text = await read(
      sharedPagesPdf({
        content: '1 1 0 rg 155 697 20.4 13 re f 0 g BT /F 12 Tf 60 700 Td (The annual fee is 120,450 euros.) Tj ET',
      }),
    )
    assert.equal(text.pages[0]?.blocks[0]?.text, 'The annual fee is 120,450 euros.')
    assert.equal(highlightedOf(text).length, 1)
    const table = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(10)
        for (const [row, cells] of [
          ['Item', 'Price'],
          ['Berth', '120,450'],
          ['Crane', '75,500'],
        ].entries())
          for (const [column, cell] of cells.entries()) {
            const [x, y] = [60 + column * 120, 120 + row * 22]
            if (cell === '120,450')
              pdf
                .rect(x + 5, y + 5, pdf.widthOfString('120'), 11)
                .fill('#ffff00')
                .fillColor('black')
            pdf.rect(x, y, 120, 22).stroke()
            pdf.text(cell, x + 5, y + 6, { lineBreak: false })
          }
      }),
    )
    assert.deepEqual(
      table.tables[0]?.cells.map(({ text }) => text),
      ['Item', 'Price', 'Berth', '120,450', 'Crane', '75,500'],
    )
  })

  it('is none on the ground of a cell, of code, of a label in white, or of a title with room around it', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(11)
        for (const [row, [name, price]] of [
          ['Item', 'Price'],
          ['Berth', '410.00'],
          ['Crane', '75.50'],
        ].entries())
          for (const [column, text] of [name ?? '', price ?? ''].entries()) {
            pdf.rect(60 + column * 120, 60 + row * 20, 120, 20).fill(row === 0 ? '#ffdd33' : '#ccffcc')
            pdf.fillColor('black').text(text, 66 + column * 120, 65 + row * 20, { lineBreak: false })
          }
        pdf.rect(60, 200, 300, 24).fill('#ffee00')
        pdf.fillColor('black').text('Harbour dues', 70, 207, { lineBreak: false })
        pdf.rect(60, 260, 40, 13).fill('#0033cc')
        pdf.fillColor('white').text('NEW', 66, 262, { lineBreak: false })
        pdf.rect(100, 300, pdf.font('Courier').widthOfString('npm start'), 13).fill('#ffee88')
        pdf.fillColor('black').text('npm start', 100, 302, { lineBreak: false })
      }),
    )
    assert.deepEqual(highlightedOf(document), [])
  })
})

describe('a lowered index', () => {
  it('is a subscript, and the text is whole', async () => {
    const document = await read(
      sharedPagesPdf({
        content:
          'BT /F 12 Tf 60 700 Td (The plant emits CO) Tj /F 7.5 Tf -2 Ts (2) Tj /F 12 Tf 0 Ts ( and 10 m) Tj /F 7.5 Tf 4 Ts (3) Tj /F 12 Tf 0 Ts ( of water.) Tj ET',
      }),
    )
    assert.equal(document.pages[0]?.blocks[0]?.text, 'The plant emits CO2 and 10 m3 of water.')
    assert.match(html(document), /CO<sub>2<\/sub> and 10 m<sup>3<\/sup> of water/)
    assert.match(markdown(document), /CO<sub>2<\/sub> and 10 m<sup>3<\/sup> of water/)
  })

  it('after a number in a cell is none of its digits', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        for (const [rowIndex, row] of [
          ['Number', 'Value'],
          ['101', '5'],
          ['110', '6'],
        ].entries())
          for (const [column, text] of row.entries()) {
            const [x, y] = [60 + column * 120, 120 + rowIndex * 22]
            pdf.rect(x, y, 120, 22).stroke()
            pdf.fontSize(10).text(text, x + 5, y + 6, { lineBreak: false })
          }
        pdf.fontSize(6).text('2', 82, 153, { lineBreak: false })
      }),
    )
    assert.deepEqual(
      document.tables[0]?.cells.filter(({ column }) => column === 0).map(({ text }) => text),
      ['Number', '101₂', '110'],
    )
  })
})
