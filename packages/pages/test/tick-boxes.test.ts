import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown, type Document } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { helvetica, rawPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { withTickSigns } from '../src/language/tick-signs.ts'
import { readDocument } from '@polyparse/readers'

type Drawing = Parameters<Parameters<typeof pdfOf>[0]>[0]

/** A line of labels at steps of 100 points, with what is drawn before each in a square of 9 points. */
const lineOf = (
  labels: readonly string[],
  box: (pdf: Drawing, x: number, y: number, index: number) => void,
): Promise<Document> =>
  pdfOf((pdf) => {
    pdf.fontSize(10)
    pdf.text('Marital status', 50, 80)
    for (const [index, label] of labels.entries()) {
      const x = 50 + index * 100
      box(pdf, x, 100, index)
      pdf.fillColor('black').text(label, x + 14, 100, { lineBreak: false })
    }
  }).then((bytes) => readDocument(bytes))

const ticked = async (document: Promise<Document>): Promise<string | undefined> =>
  markdown(await document)
    .split('\n')
    .find((line) => line.includes('single'))

describe('a box to tick', () => {
  it('is open where nothing is in it, and ticked where a cross is', async () => {
    const line = await ticked(
      lineOf(['single', 'married', 'widowed'], (pdf, x, y, index) => {
        pdf.rect(x, y, 9, 9).stroke()
        if (index === 1)
          pdf
            .moveTo(x + 1, y + 1)
            .lineTo(x + 8, y + 8)
            .moveTo(x + 8, y + 1)
            .lineTo(x + 1, y + 8)
            .stroke()
        // A tick of one stroke with a bend.
        if (index === 2)
          pdf
            .moveTo(x + 1, y + 5)
            .lineTo(x + 4, y + 8)
            .lineTo(x + 8, y + 1)
            .stroke()
      }),
    )
    assert.equal(line, '☐ single ☑ married ☑ widowed')
  })

  it('is ticked by a letter X, which is no word of the text', async () => {
    const line = await ticked(
      lineOf(['single', 'married'], (pdf, x, y, index) => {
        pdf.rect(x, y, 9, 9).stroke()
        if (index === 0)
          pdf
            .fontSize(8)
            .text('X', x + 2, y + 1, { lineBreak: false })
            .fontSize(10)
      }),
    )
    assert.equal(line, '☑ single ☐ married')
  })

  it('is ticked by what is set or drawn over a character that is a box', async () => {
    const set = (pdf: Drawing, text: string, x: number, y: number, font = 'ZapfDingbats') =>
      pdf
        .font(font)
        .text(text, x, y + 8, { lineBreak: false, baseline: 'alphabetic' })
        .font('Helvetica')
    const line = await ticked(
      lineOf(['single', 'married', 'widowed', 'divorced'], (pdf, x, y, index) => {
        set(pdf, 'o', x, y)
        if (index === 1) set(pdf, '4', x, y)
        if (index === 2) set(pdf, 'X', x + 1, y, 'Helvetica')
        if (index === 3)
          pdf
            .moveTo(x + 1, y + 1)
            .lineTo(x + 7, y + 7)
            .stroke()
      }),
    )
    assert.equal(line, '☐ single ☑ married ☑ widowed ☑ divorced')
  })

  it('is read by its code in a font of pictures, close to its label', async () => {
    const lineIn = async (font: string, [on, off]: readonly [number, number]): Promise<string> => {
      const boxed = (code: number, label: string): string => `/P 10 Tf <${code.toString(16)}> Tj /F 10 Tf (${label}) Tj`
      const content = `BT 50 700 Td ${boxed(on, 'single  ')} ${boxed(off, 'married')} ET`
      const name = `<< /Type /Font /Subtype /TrueType /BaseFont /${font} /Encoding /WinAnsiEncoding >>`
      const bytes = rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /P 6 0 R >> >> >>',
        streamOf(content),
        helvetica,
        name,
      ])
      return markdown(await readDocument(bytes)).trim()
    }
    assert.equal(await lineIn('Wingdings-Regular', [0xfe, 0xa8]), '☑ single ☐ married')
    assert.equal(await lineIn('Wingdings2', [0x52, 0xa3]), '☑ single ☐ married')
  })

  it('is judged by its outline in a font of pictures whose codes say nothing', async () => {
    const claims = '1 beginbfrange\n<00> <FF> <0084>\nendbfrange'
    const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Odd def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange ${claims} endcmap end end`
    const signs = [
      ['n', '1 1 1'],
      ['o', '0 0 0'],
      ['q', '0 0 0'],
    ] as const
    const content = signs
      .map(
        ([code, color], index) =>
          `BT ${color} rg 1 0 0 1 ${50 + index * 100} 700 Tm /P 10 Tf (${code}) Tj 0 0 0 rg /F 10 Tf (   label ${index + 1}) Tj ET`,
      )
      .join('\n')
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /P 6 0 R >> >> >>',
      streamOf(`0.8 0.83 0.92 rg 0 0 595 842 re f ${content}`),
      helvetica,
      '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats /ToUnicode 7 0 R >>',
      streamOf(map),
    ])
    assert.equal(markdown(await readDocument(bytes)).trim(), '☐ label 1 ☐ label 2 ☐ label 3')
  })

  it('is no code where its font has letters of one width', async () => {
    const map =
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Box def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar\n<6F> <2610>\nendbfchar endcmap end end'
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /P 6 0 R >> >> >>',
      streamOf('BT 50 700 Td /P 10 Tf (o) Tj /F 10 Tf (  single  ) Tj /P 10 Tf (o) Tj /F 10 Tf (  married) Tj ET'),
      helvetica,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>',
      streamOf(map),
    ])
    assert.equal(markdown(await readDocument(bytes)).trim(), '☐ single ☐ married')
  })

  it('may be a ring that is an area, and is ticked by a disc that nearly fills a ring', async () => {
    const line = await ticked(
      lineOf(['single', 'married', 'widowed'], (pdf, x, y, index) => {
        if (index === 0)
          pdf
            .circle(x + 4.5, y + 4.5, 4.5)
            .circle(x + 4.5, y + 4.5, 3.7)
            .fill('black', 'even-odd')
        if (index === 1) pdf.circle(x + 4.5, y + 4.5, 4.5).stroke()
        if (index === 1) pdf.circle(x + 4.5, y + 4.5, 3.7).fill('black')
        if (index === 2) pdf.circle(x + 4.5, y + 4.5, 4.5).fill('black')
        if (index === 2) pdf.circle(x + 4.5, y + 4.5, 3.7).fill('white')
      }),
    )
    assert.equal(line, '☐ single ☑ married ☐ widowed')
  })

  it('is ticked by what shows in its middle, below a frame or a ring that one path fills', async () => {
    const line = await ticked(
      lineOf(['single', 'married', 'widowed', 'divorced'], (pdf, x, y, index) => {
        const [middle, radius] = [4.5, 4.5]
        if (index < 2) {
          if (index === 1) pdf.rect(x, y, 9, 9).fill('#333333')
          if (index === 1)
            pdf
              .rect(x, y, 9, 9)
              .rect(x + 2, y + 2, 5, 5)
              .fill('white', 'even-odd')
          pdf
            .rect(x, y, 9, 9)
            .rect(x + 0.8, y + 0.8, 7.4, 7.4)
            .fill('black', 'even-odd')
          return
        }
        const disc = (size: number): unknown => pdf.circle(x + middle, y + middle, size)
        if (index === 3) {
          disc(radius)
          pdf.fill('#333333')
          disc(radius)
          disc(2.2)
          pdf.fill('white', 'even-odd')
        }
        disc(radius)
        pdf.stroke('black')
      }),
    )
    assert.equal(line, '☐ single ☑ married ☐ widowed ☑ divorced')
  })

  it('is ticked by a tick of one curve, which is no circle', async () => {
    const line = await ticked(
      lineOf(['single', 'married'], (pdf, x, y, index) => {
        pdf.rect(x, y, 9, 9).stroke()
        if (index === 1)
          pdf
            .moveTo(x + 1, y + 4)
            .bezierCurveTo(x + 3, y + 12, x + 4, y + 6, x + 8, y + 1)
            .stroke()
      }),
    )
    assert.equal(line, '☐ single ☑ married')
  })

  it('may stand closely below another, but shares no side with it', async () => {
    const stackOf = async (step: number): Promise<string> =>
      markdown(
        await pdfOf((pdf) => {
          pdf.fontSize(9).lineWidth(0.5)
          for (const [index, label] of ['post', 'e-mail', 'telephone'].entries()) {
            pdf.rect(50, 100 + index * step, 10, 10).stroke()
            pdf.text(label, 66, 101 + index * step, { lineBreak: false })
          }
        }).then((bytes) => readDocument(bytes)),
      )
    assert.equal(await stackOf(10.6), '☐ post\n\n☐ e-mail\n\n☐ telephone')
    assert.doesNotMatch(await stackOf(10), /☐/u)
  })

  it('begins a paragraph, and is not gone on with by the number of the next question', async () => {
    const document = await pdfOf((pdf) => {
      pdf.fontSize(10)
      const lines = [
        '☐Yes, at all of the levels that the law knows',
        '☐No',
        '24. Are there any others that do?',
        '☐Yes',
      ]
      for (const [index, line] of lines.entries()) {
        const [x, y] = [line.startsWith('☐') ? 66 : 40, 100 + index * 13]
        if (line.startsWith('☐')) pdf.rect(x - 16, y - 1, 9, 9).stroke()
        pdf.text(line.replace('☐', ''), x, y, { lineBreak: false })
      }
    }).then((bytes) => readDocument(bytes))
    assert.deepEqual(markdown(document).split('\n').filter(Boolean), [
      '☐ Yes, at all of the levels that the law knows',
      '☐ No',
      '24. Are there any others that do?',
      '☐ Yes',
    ])
  })

  it('is ticked by a square or a disc that fills it', async () => {
    const line = await ticked(
      lineOf(['single', 'married', 'widowed'], (pdf, x, y, index) => {
        if (index === 0) pdf.rect(x, y, 9, 9).stroke()
        if (index === 0) pdf.rect(x + 2, y + 2, 5, 5).fill('black')
        if (index > 0) pdf.circle(x + 4.5, y + 4.5, 4.5).stroke()
        if (index === 2) pdf.circle(x + 4.5, y + 4.5, 2).fill('black')
      }),
    )
    assert.equal(line, '☑ single ☐ married ☑ widowed')
  })

  it('may have round corners, sides of four areas, or be white on a colour', async () => {
    const line = await ticked(
      lineOf(['single', 'married', 'widowed'], (pdf, x, y, index) => {
        if (index === 0) pdf.roundedRect(x, y, 9, 9, 1.5).stroke()
        if (index === 1)
          pdf
            .rect(x, y, 9, 0.7)
            .rect(x, y + 8.3, 9, 0.7)
            .rect(x, y, 0.7, 9)
            .rect(x + 8.3, y, 0.7, 9)
            .fill()
        if (index === 2)
          pdf
            .rect(x - 5, y - 5, 80, 20)
            .fill('#ccd4ec')
            .rect(x, y, 9, 9)
            .fill('white')
      }),
    )
    assert.equal(line, '☐ single ☐ married ☐ widowed')
  })

  it('is a field with its label', async () => {
    const { fields } = await lineOf(['single', 'not married'], (pdf, x, y, index) => {
      pdf.rect(x, y, 9, 9).stroke()
      if (index === 1)
        pdf
          .moveTo(x + 1, y + 1)
          .lineTo(x + 8, y + 8)
          .moveTo(x + 8, y + 1)
          .lineTo(x + 1, y + 8)
          .stroke()
    })
    assert.deepEqual(
      fields?.map(({ kind, label, value }) => [kind, label, value]),
      [
        ['checkbox', 'single', '☐'],
        ['checkbox', 'not married', '☑'],
      ],
    )
  })

  it('makes no heading of a line that is larger than the text around it', async () => {
    const document = await pdfOf((pdf) => {
      pdf.fontSize(9).text('A form is filled in by the person that applies, and is sent to the office.', 50, 60)
      pdf.fontSize(14).text('post', 66, 100, { lineBreak: false }).text('e-mail', 166, 100, { lineBreak: false })
      pdf.rect(50, 100, 10, 10).rect(150, 100, 10, 10).stroke()
      pdf.fontSize(9).text('The answer comes within two weeks, by the way that was chosen above.', 50, 140)
    }).then((bytes) => readDocument(bytes))
    assert.match(markdown(document), /^☐ post ☐ e-mail$/mu)
  })

  it('is neither a place for one letter, nor a coloured square of a legend, nor a frame without text', async () => {
    const document = await pdfOf((pdf) => {
      pdf.fontSize(10)
      for (const [index, letter] of ['B', 'X', '1', '7'].entries())
        pdf
          .rect(50 + index * 12, 100, 12, 12)
          .stroke()
          .text(letter, 53 + index * 12, 102, { lineBreak: false })
      pdf.rect(50, 140, 9, 9).fill('#1f77b4').fillColor('black').text('Sales', 64, 140, { lineBreak: false })
      pdf.rect(50, 300, 9, 9).stroke()
    }).then((bytes) => readDocument(bytes))
    assert.doesNotMatch(markdown(document), /[☐☑]/u)
  })

  it('lies on the page: what is drawn beside it, as of a spread, is not there', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(10)
      for (const [index, words] of ['They are driving', 'and caring for', 'the community'].entries())
        pdf.text(`${words} all the year round.`, 380, 100 + index * 15, { lineBreak: false })
      for (const y of [100, 115]) pdf.rect(pdf.page.width + 20, y, 9, 9).stroke()
    })
    assert.equal(
      markdown(await readDocument(bytes)),
      'They are driving all the year round. and caring for all the year round. the community all the year round.',
    )
  })

  it('is no bar of a chart, dark and without a label beside it', async () => {
    const document = await pdfOf((pdf) => {
      pdf.fontSize(10).text('Incidents by age', 50, 80).text('10', 70, 189)
      for (const [index, height] of [12, 13, 60].entries()) {
        const x = 100 + index * 60
        pdf
          .rect(x, 200 - height, 12, height)
          .fill('#333333')
          .rect(x, 200 - height, 12, height)
          .stroke('black')
        pdf.fillColor('black').text(String(height), x, 186 - height, { lineBreak: false })
        pdf.text(`${20 + index}`, x, 204, { lineBreak: false })
      }
    }).then((bytes) => readDocument(bytes))
    assert.doesNotMatch(markdown(document), /[☐☑]/u)
  })
})

describe('a character of a box', () => {
  const line = (...texts: readonly string[]): readonly string[] =>
    withTickSigns(texts.map((text, index) => wordAt(text, index * 20, 100))).map(({ text }) => text)

  /** Signs below each other, each with its label. */
  const column = (...texts: readonly string[]): readonly string[] =>
    withTickSigns(texts.flatMap((text, index) => [wordAt(text, 50, index * 15), wordAt('label', 65, index * 15)]))
      .map(({ text }) => text)
      .filter((text) => text !== 'label')

  const wordAt = (text: string, left: number, baseline: number) => ({
    text,
    box: [left, baseline - 8, left + 8, baseline + 2] as const,
    baseline,
    size: 10,
    color: 0,
  })

  it('is the sign of one, ticked or not', () => {
    assert.deepEqual(line('❏', 'yes', '☒', 'no'), ['☐', 'yes', '☑', 'no'])
    assert.deepEqual(line('□', 'yes', '■', 'no'), ['☐', 'yes', '☑', 'no'])
  })

  it('may be a tick in its place, beside open ones', () => {
    assert.deepEqual(line('☐', 'yes', '✓', 'no'), ['☐', 'yes', '☑', 'no'])
    assert.deepEqual(column('☐', '✔', '☐'), ['☐', '☑', '☐'])
    assert.deepEqual(column('✓', '✓', '✗'), ['✓', '✓', '✗'])
  })

  it('may be a short blank with a mark on it, and the blanks beside it', () => {
    assert.deepEqual(line('__X__', 'yes', '_____', 'no'), ['☑', 'yes', '☐', 'no'])
    assert.deepEqual(column('_____', '__X__', '_____'), ['☐', '☑', '☐'])
    assert.deepEqual(line('_____', 'yes', '_____', 'no'), ['_____', 'yes', '_____', 'no'])
    assert.deepEqual(line('X', 'yes', '_____', 'no'), ['X', 'yes', '_____', 'no'])
  })

  it('is open where it is a white square before dark text', () => {
    const signs = (colorOfText: number) =>
      withTickSigns([
        { ...wordAt('■', 50, 100), color: 0xff_ff_ff },
        { ...wordAt('yes', 65, 100), color: colorOfText },
      ]).map(({ text }) => text)
    assert.deepEqual(signs(0x00_20_60), ['☐', 'yes'])
    assert.deepEqual(signs(0xff_ff_ff), ['■', 'yes'])
  })

  it('may be a circle', () => {
    assert.deepEqual(line('○', 'yes', '●', 'no'), ['☐', 'yes', '☑', 'no'])
    assert.deepEqual(column('○', '◉', '○'), ['☐', '☑', '☐'])
  })

  it('may be the only one on its line, below others of which some are filled', () => {
    assert.deepEqual(column('□', '■', '□'), ['☐', '☑', '☐'])
    assert.deepEqual(column('❏', '■', '■'), ['☐', '☑', '☑'])
    assert.deepEqual(column('■', '■', '■'), ['■', '■', '■'])
    assert.deepEqual(column('○', '○'), ['○', '○'])
  })

  it('is no part of a row of dots', () => {
    const dots = withTickSigns(Array.from('●●○', (text, index) => wordAt(text, index * 10, 100)))
    assert.deepEqual(
      dots.map(({ text }) => text),
      ['●', '●', '○'],
    )
  })

  it('may be a bullet where it is the only one on its line', () => {
    assert.deepEqual(line('■', 'yes'), ['■', 'yes'])
  })

  it('is not called ticked where all are filled', () => {
    assert.deepEqual(line('■', 'yes', '■', 'no'), ['■', 'yes', '■', 'no'])
  })
})
