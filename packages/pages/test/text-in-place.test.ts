import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { pdfOf } from '@polyparse/test-support/pdf'
import { rawPdf, sharedPagesPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const read = (bytes: Uint8Array): Promise<Document> =>
  structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })

describe('text that is kept where it is', () => {
  it('has no hyphen where one that is marked content of its own divides a word', async () => {
    const lines = [
      'The harbour is here a very small Be',
      'standteil of the whole, and not of any',
      'other one, but no useful Nebenpro',
      'dukt of what the wardens of it did.',
    ]
    const drawn = lines
      .map((text, index) => {
        const hyphen = index % 2 === 0 ? `/Span << /MCID ${10 + index} >> BDC (-) Tj EMC` : ''
        return `/P << /MCID ${index} >> BDC (${text}) Tj EMC ${hyphen} 0 -15 Td`
      })
      .join('\n')
    const document = await read(sharedPagesPdf({ content: `BT /F 12 Tf 60 700 Td ${drawn} ET` }))
    assert.match(
      markdown(document),
      /a very small Bestandteil of the whole, and not of any other one, but no useful Nebenprodukt of/,
    )
  })

  it('keeps the spaces that slanted letters lean into', async () => {
    const content = 'BT /F 14 Tf 60 700 Td [(will account) 40 ( ) 310 (for all the) 40 ( ) 320 (jobs)] TJ ET'
    const document = await read(
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
        streamOf(content),
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding >>',
      ]),
    )
    assert.equal(markdown(document), '_will account for all the jobs_')
  })

  it('divides the words and dates of upright letters that are sheared into italics, and marks them as such', async () => {
    const sheared =
      'BT /F 12 Tf 1 0 .33333 1 60 700 Tm (Law and Technology, November 6-8, 2002 \\(LawTech 2002\\)) Tj ET'
    const upright = 'BT /F 12 Tf 1 0 0 1 60 650 Tm (It was held in the harbour.) Tj ET'
    const document = await read(sharedPagesPdf({ content: `${sheared} ${upright}` }))
    assert.equal(
      markdown(document),
      '_Law and Technology, November 6-8, 2002 (LawTech 2002)_\n\nIt was held in the harbour.',
    )
  })

  it('has letters in bold whose outlines are drawn thick in their colour, and not those outlined in another', async () => {
    const [thick, outlined] = ['2 Tr .3 w 0 0 0 rg 0 0 0 RG', '2 Tr .3 w 1 1 1 rg 0 0 0 RG']
    const content = `BT /F 12 Tf ${thick} 60 700 Td (Fees) Tj 0 Tr ( and fines) Tj ${outlined} ( of the harbour) Tj ET`
    assert.equal(markdown(await read(sharedPagesPdf({ content }))), '**Fees** and fines of the harbour')
  })

  it('has the last line of a lead above the columns in the lead, and none of its other lines in them', async () => {
    const lead = [
      'The health care and social assistance sector and the professional services sector will',
      'account for almost half the projected job growth; construction is projected to rebound',
      'from the recession, while employment in manufacturing is expected to fall slowly in all',
      'parts of the country.',
    ]
    const column = (text: string): string[] =>
      Array.from({ length: 9 }, (_, index) => `${text} column, line ${index + 1} of it, says`)
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(13)
      for (const [index, line] of lead.entries()) pdf.text(line, 60, 100 + index * 15, { lineBreak: false })
      pdf.fontSize(10)
      for (const [side, text] of ['First', 'Second'].entries())
        for (const [index, line] of column(text).entries())
          pdf.text(line, 60 + side * 250, 190 + index * 13, { lineBreak: false })
    })
    const paragraphs = markdown(await read(bytes)).split('\n\n')
    assert.equal(paragraphs[0], lead.join(' '))
    assert.match(paragraphs[1] ?? '', /^First column, line 1.*First column, line 9/)
    assert.match(paragraphs[2] ?? '', /^Second column/)
  })

  it('has the small line below a title at the top of the only page as text, as it may name whom the page is about', async () => {
    const lines = Array.from(
      { length: 12 },
      (_, index) => `0 -15 Td (The boats of the harbour moved on day ${index}.) Tj`,
    )
    const content = `BT /F 20 Tf 60 805 Td (Statement of account) Tj /F 8 Tf 0 -22 Td (Noor Aldworth, Vallmora) Tj /F 10 Tf 0 -30 Td ${lines.join(' ')} ET`
    assert.match(
      markdown(await read(sharedPagesPdf({ content }))),
      /^# Statement of account\n\nNoor Aldworth, Vallmora\n/,
    )
  })

  it('has no header where the lines of the page are numbered, or listed with their pages', async () => {
    const lines = ['IN THE HARBOUR COURT OF THE TOWN', 'MICHAEL KNOWLES,', 'Petitioner,', 'against the Wardens']
    const numbered = lines.map((line, index) => `(${index + 1}) Tj 40 0 Td (${line}) Tj -40 -24 Td`).join(' ')
    const transcript = await read(sharedPagesPdf({ content: `BT /F 12 Tf 60 790 Td ${numbered} ET` }))
    assert.match(markdown(transcript), /IN THE HARBOUR COURT/)
    const entries = ['THE HARBOUR AND ITS BOATS 3', 'THE TOWN AND ITS WARDENS 14', 'THE COURT OF THE TOWN 27']
    const listed = entries.map((entry) => `(${entry}) Tj 0 -40 Td`).join(' ')
    const contents = await read(sharedPagesPdf({ content: `BT /F 12 Tf 60 790 Td ${listed} ET` }))
    assert.match(markdown(contents), /THE HARBOUR AND ITS BOATS 3/)
    const invoice =
      'BT /F 12 Tf 60 800 Td (PRICE LIST 2024) Tj 0 -20 Td (What the boats of the harbour cost in this year.) Tj ET'
    assert.match(markdown(await read(sharedPagesPdf({ content: invoice }))), /PRICE LIST 2024/)
  })

  it('has a turned word in the side margin of the only page as text, as it may name a part of a drawing', async () => {
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(11).text('The plan of the harbour shows its berths, which are let by the month.', 60, 80)
      pdf.save().rotate(-90, { origin: [30, 500] })
      pdf.text('North quay', 30, 500, { lineBreak: false }).restore()
    })
    assert.match(markdown(await read(bytes)), /by the month\.\n\nNorth quay$/)
  })

  it('has a heading of two lines as one heading, wherever it stands', async () => {
    const text = 'The boats of the town leave in the morning and are back when the light of the harbour is lit. '
    const bytes = await pdfOf((pdf) => {
      pdf.fontSize(11).text(text.repeat(3), 60, 80, { width: 470 })
      pdf.fontSize(16).text('What the wardens say of the', 60, 190).text('boats that are late', 60, 216)
      pdf.fontSize(11).text(text.repeat(3), 60, 250, { width: 470 })
      pdf.fontSize(16).text('How it ends', 60, 350)
      pdf.fontSize(11).text(text.repeat(3), 60, 380, { width: 470 })
    })
    assert.deepEqual(markdown(await read(bytes)).match(/^#+ .*$/gmu), [
      '# What the wardens say of the boats that are late',
      '# How it ends',
    ])
  })
})
