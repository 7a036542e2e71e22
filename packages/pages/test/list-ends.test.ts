import assert from 'node:assert/strict'
import { it } from 'node:test'
import { markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

const textsOf = async (draw: (pdf: Pdf) => void): Promise<string[]> => {
  const { pages } = await structureEngine.read(await pdfOf(draw), { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks.map(({ type, text }) => `${type} ${text}`))
}

it('An item ends where a line begins left of its marker, although its last sentence is open', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('•', 80, 100).text('The schema can be used to change the default of', 92, 100, { lineBreak: false })
    pdf.text('the database (the same as the option schema)', 92, 112, { lineBreak: false })
    pdf.text('If the pool has no handlers then trouble with the database', 60, 124, { lineBreak: false })
    pdf.text('may end the process before its time has come.', 60, 136, { lineBreak: false })
  })
  assert.deepEqual(texts, [
    'list_item The schema can be used to change the default of the database (the same as the option schema)',
    'paragraph If the pool has no handlers then trouble with the database may end the process before its time has come.',
  ])
})

it('A number begins an item where it stands left of the bullet above, and had room on its line', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('All of this was agreed by the board, and is to be done in the course of the year that comes.', 60, 80, {
      lineBreak: false,
    })
    pdf.text('•', 92, 100).text('Renew the contract for 4 years', 104, 100, { lineBreak: false })
    pdf.text('4.', 80, 112).text('Count the orders by district', 92, 112, { lineBreak: false })
  })
  assert.deepEqual(texts.slice(1), [
    'list_item Renew the contract for 4 years',
    'list_item Count the orders by district',
  ])
})

it('A name that begins with a mark keeps the space before it, a mark has none', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('Use the .modelOf() method of the file .html , please.', 80, 100, { lineBreak: false })
  })
  assert.deepEqual(texts, ['paragraph Use the .modelOf() method of the file .html, please.'])
})

it('The text of an item is not raised beside a bullet larger than it', async () => {
  const pdf = await pdfOf((page) => {
    page.font('Times-Roman').fontSize(10).text('The ship waits for the pilot in front of the harbour.', 60, 80)
    for (const [index, text] of ['Pay within a month.', 'Send the rope back.'].entries()) {
      page.fontSize(12).text('•', 78, 100 + index * 18, { lineBreak: false })
      page.fontSize(10).text(text, 96, 99.4 + index * 18, { lineBreak: false })
    }
  })
  const document = await structureEngine.read(pdf, { ...defaultRequest, mediaType: 'application/pdf' })
  assert.match(markdown(document), /^- Pay within a month\.\n- Send the rope back\.$/m)
})

it('A line of an item that ends although the next word had room ends its paragraph', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('All of this was agreed by the board, and is to be done in the course of the year that comes.', 60, 80, {
      lineBreak: false,
    })
    for (const [index, [name, meaning]] of [
      ['language string', 'The language in which the text is to be written.'],
      ['channels 2 | 3 | 4', 'Number of the channels that are read apart.'],
    ].entries()) {
      pdf.text('•', 80, 100 + index * 24, { lineBreak: false })
      pdf.text(name ?? '', 92, 100 + index * 24, { lineBreak: false })
      pdf.text(meaning ?? '', 92, 112 + index * 24, { lineBreak: false })
    }
  })
  assert.deepEqual(texts.slice(1), [
    'list_item language string',
    'paragraph The language in which the text is to be written.',
    'list_item channels 2 | 3 | 4',
    'paragraph Number of the channels that are read apart.',
  ])
})

it('An item goes on below a line that a long program beside it makes seem short, and below a divided word', async () => {
  const texts = await textsOf((pdf) => {
    pdf
      .font('Courier')
      .fontSize(8)
      .text('chunks = read(document, options, languages, pages, handlers)', 60, 60, { lineBreak: false })
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('The text of the column goes on for a while as it', 60, 80, { lineBreak: false })
    pdf.text('•', 60, 104).text('Returns the chunks as they are in the field of', 72, 104, { lineBreak: false })
    pdf.text('Results, and all that is known of Extraction-', 72, 116, { lineBreak: false })
    pdf.text('Results that are kept.', 72, 128, { lineBreak: false })
  })
  assert.equal(
    texts.at(-1),
    'list_item Returns the chunks as they are in the field of Results, and all that is known of Extraction-Results that are kept.',
  )
})

it('An item goes on in a line of smaller code, and begins with code after its bullet', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('The following names are to be set, for all of the workers that there are:', 60, 80, { lineBreak: false })
    pdf.text('•', 60, 104).font('Courier').fontSize(8.5)
    pdf.text('localGroupConcurrency', 72, 105.5, { lineBreak: false })
    pdf
      .font('Times-Roman')
      .fontSize(10)
      .text('must be less, by one or by two of them, than', 186, 104, { lineBreak: false })
    pdf.font('Courier').fontSize(8.5).text('groupConcurrencyOfEveryWorkerInTheFleet', 72, 117.5, { lineBreak: false })
    pdf.font('Times-Roman').fontSize(10).text('is.', 278, 116, { lineBreak: false })
    pdf.text('•', 60, 132).font('Courier').fontSize(8.5)
    pdf.text('addJob(name: string, payload: JSON, retries: 3,', 72, 133.5, { lineBreak: false })
    pdf.text('Spec)', 72, 145.5, { lineBreak: false })
    pdf.font('Times-Roman').fontSize(10).text('adds a job as soon as it is called.', 104, 144, { lineBreak: false })
  })
  assert.deepEqual(texts.slice(1), [
    'list_item localGroupConcurrency must be less, by one or by two of them, than groupConcurrencyOfEveryWorkerInTheFleet is.',
    'list_item addJob(name: string, payload: JSON, retries: 3, Spec) adds a job as soon as it is called.',
  ])
})

it('An item goes on in the next column', async () => {
  const pdf = await pdfOf((page) => {
    page.font('Times-Roman').fontSize(10)
    const text =
      'The ship waits for the pilot in front of the harbour, as it has to do in every year when the ice is late. '
    page.text(text.repeat(12), 60, 100, { width: 200 })
    const y = page.y + 4
    page
      .text('•', 60, y, { lineBreak: false })
      .text('Entries are never removed or changed: add a new', 72, y, { lineBreak: false })
    page.text('block with a new name, and leave the old one in place.', 300, 100, { width: 200 })
    page.text(text.repeat(10), 300, page.y + 10, { width: 200 })
  })
  const document = await structureEngine.read(pdf, { ...defaultRequest, mediaType: 'application/pdf' })
  assert.match(
    markdown(document),
    /^- Entries are never removed or changed: add a new block with a new name, and leave the old one in place\.$/m,
  )
})

it('An item goes on below a title that is wider than its column', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(24).text('The harbour in the time of the late ice', 60, 60, { lineBreak: false })
    pdf.fontSize(10).text('The text of the column goes on for a while as it', 60, 100, { lineBreak: false })
    pdf.text('must, until there is no more of it to be read.', 60, 112, { lineBreak: false })
    pdf.text('•', 60, 130).text('Take the pieces that are of a size of 1000-', 72, 130, { lineBreak: false })
    pdf.text('2000 letters, as they are kept by the harbour of', 72, 142, { lineBreak: false })
    pdf.text('Northern Kelling.', 72, 154, { lineBreak: false })
  })
  assert.deepEqual(texts.slice(-2), [
    'paragraph The text of the column goes on for a while as it must, until there is no more of it to be read.',
    'list_item Take the pieces that are of a size of 1000-2000 letters, as they are kept by the harbour of Northern Kelling.',
  ])
})

it('An item keeps the short lines of an address, and the items after it do not vanish in a paragraph', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('All of this was agreed by the board, and is to be done in the course of the year that comes.', 60, 80, {
      lineBreak: false,
    })
    const lines = [
      ['1.', 'Send the form to'],
      ['', 'Harbour Office'],
      ['', 'Pier Road 5'],
      ['', 'Northern Kelling'],
      ['2.', 'Pay the fee at the counter'],
      ['3.', 'Wait for the pilot'],
    ] as const
    for (const [index, [marker, text]] of lines.entries()) {
      if (marker !== '') pdf.text(marker, 60, 100 + index * 12, { lineBreak: false })
      pdf.text(text, 76, 100 + index * 12, { lineBreak: false })
    }
  })
  assert.deepEqual(texts.slice(1), [
    'list_item Send the form to Harbour Office Pier Road 5 Northern Kelling',
    'list_item Pay the fee at the counter',
    'list_item Wait for the pilot',
  ])
})

it('A number left of a paragraph within an item begins the next item', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('All of this was agreed by the board, and is to be done in the course of the year that comes.', 60, 80, {
      lineBreak: false,
    })
    const lines = [
      ['1.', 'Send the form to the office.'],
      ['', 'Bring the copy to the gate of the pier'],
      ['2.', 'Pay the fee at the counter'],
      ['3.', 'Wait for the pilot'],
    ] as const
    for (const [index, [marker, text]] of lines.entries()) {
      if (marker !== '') pdf.text(marker, 60, 100 + index * 12, { lineBreak: false })
      pdf.text(text, 76, 100 + index * 12, { lineBreak: false })
    }
  })
  assert.deepEqual(texts.slice(-2), ['list_item Pay the fee at the counter', 'list_item Wait for the pilot'])
})

/** What the markdown of two pages says from their last item on: text, the item and what begins the next page. */
const acrossPages = async (item: string, next: string): Promise<string> => {
  const pdf = await pdfOf((page) => {
    page.font('Times-Roman').fontSize(10)
    const text =
      'The ship waits for the pilot in front of the harbour, as it has to do in every year when the ice is late. '
    page.text(text.repeat(5), 60, 100, { width: 400 })
    page.text('•', 60, 600, { lineBreak: false }).text(item, 72, 600, { lineBreak: false })
    page.addPage()
    page.text(`${next} ${text.repeat(4)}`, 60, 100, { width: 400 })
  })
  const document = await structureEngine.read(pdf, { ...defaultRequest, mediaType: 'application/pdf' })
  return /^- .*/ms.exec(markdown(document))?.[0].slice(0, item.length + 20) ?? ''
}

const fullItem = 'Entries are never removed or changed, whatever their owners may ask of the harbour office: add'

it('An item at the end of a page goes on where its last line is full and the next begins with a small letter', async () => {
  assert.match(await acrossPages(fullItem, 'another block below it.'), /office: add another block/)
})

it('An item at the end of a page ends where the next word had room, or the next text begins otherwise', async () => {
  assert.doesNotMatch(await acrossPages('Renew the contract', 'net of all fees, the ships pay.'), /contract net/)
  assert.doesNotMatch(await acrossPages(fullItem, 'x = 5 is what the ships pay.'), /add x/)
  assert.doesNotMatch(await acrossPages(fullItem, 'Another text is below it.'), /add Another/)
  assert.doesNotMatch(await acrossPages(`${fullItem}.`, 'net of all fees, the ships pay.'), /add\. net/)
})

it('Items whose numbers leave some out are no text of the first', async () => {
  const texts = await textsOf((pdf) => {
    pdf.font('Times-Roman').fontSize(10)
    pdf.text('All of this was agreed by the board, and is to be done in the course of the year that comes.', 60, 80, {
      lineBreak: false,
    })
    for (const [index, text] of ['1. Send the form', '3. Pay the fee', '7. Wait for it'].entries())
      pdf.text(text, 60, 104 + index * 12, { lineBreak: false })
  })
  assert.deepEqual(texts.slice(1), ['list_item Send the form', 'list_item Pay the fee', 'list_item Wait for it'])
})
