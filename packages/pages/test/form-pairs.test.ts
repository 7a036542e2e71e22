import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { readDocument } from '@polyparse/readers'
import { withoutLeader } from '../src/paged/forms/found-field.ts'

type Text = readonly [x: number, y: number, text: string, size?: number, font?: string]

/** A page with texts at places, from the top left. */
const pageOf = async (texts: readonly Text[], more: (pdf: PDFKit.PDFDocument) => void = () => {}): Promise<Document> =>
  readDocument(
    await pdfOf((pdf) => {
      for (const [x, y, text, size = 10, font = 'Helvetica'] of texts)
        pdf.font(font).fontSize(size).text(text, x, y, { lineBreak: false })
      more(pdf)
    }),
  )

const pairsOf = ({ fields = [] }: Document): string[] =>
  fields.filter(({ kind }) => kind === 'pair').map(({ label, value }) => `${label}=${value}`)

const paragraphs = (document: Document): string[] => markdown(document).split('\n\n')

describe('labels above their values', () => {
  const row = (y: number, labels: readonly string[], values: readonly string[]): Text[] => [
    ...labels.map((text, index): Text => [60 + index * 150, y, text, 7]),
    ...values.map((text, index): Text => [60 + index * 150, y + 9, text, 10]),
  ]

  it('are each a line with its value, row by row', async () => {
    const document = await pageOf([
      ...row(100, ['Family name', 'Given name', 'Date of birth'], ['Jardine', 'Tilda', '24 May 1976']),
      ...row(130, ['Place of birth', 'Nationality'], ['Ostend', 'Skerrian']),
    ])
    assert.deepEqual(paragraphs(document), [
      'Family name: Jardine',
      'Given name: Tilda',
      'Date of birth: 24 May 1976',
      'Place of birth: Ostend',
      'Nationality: Skerrian',
    ])
    assert.equal(pairsOf(document)[2], 'Date of birth=24 May 1976')
  })

  it('are so in boxes, which are no table', async () => {
    const document = await pageOf(
      [
        ...row(100, ['Family name', 'Given name'], ['Jardine', 'Tilda']),
        ...row(125, ['Place of birth', 'Nationality'], ['Ostend', 'Skerrian']),
      ],
      (pdf) => {
        for (const y of [97, 122]) for (const x of [57, 207]) pdf.rect(x, y, 150, 25).stroke()
      },
    )
    assert.equal(document.tables.length, 0)
    assert.equal(pairsOf(document).length, 4)
  })

  it('are so in low boxes, in which the values are as close as the rows of a table', async () => {
    const document = await pageOf(
      [
        ...row(100, ['Family name', 'Given name'], ['Jardine', 'Tilda']),
        ...row(121, ['Place of birth', 'Nationality'], ['Ostend', 'Skerrian']),
        ...row(142, ['Street', 'Town'], ['12 Quay Street', 'Holm']),
      ],
      (pdf) => {
        for (const y of [98, 119, 140]) for (const x of [57, 207]) pdf.rect(x, y, 150, 21).stroke()
      },
    )
    assert.equal(document.tables.length, 0)
    assert.equal(pairsOf(document).length, 6)
  })

  it('are the header of a table where more rows follow', async () => {
    const document = await pageOf([
      ...row(100, ['Item', 'Quantity', 'Amount'], ['Bearing sleeve', '37', '6510.15']),
      [60, 122, 'Pallet wrap'],
      [210, 122, '8'],
      [360, 122, '2492.48'],
      [60, 135, 'Oak shelf'],
      [210, 135, '13'],
      [360, 135, '4305.34'],
    ])
    assert.deepEqual(pairsOf(document), [])
  })
})

describe('labels beside their values', () => {
  const address: Text[] = [
    [60, 103, 'Harrow Tooling GmbH'],
    [60, 116, '59 Foundry Row'],
    [60, 129, 'T8002 Saint Brannoc'],
  ]
  const head: [string, string][] = [
    ['Order no.', 'R871197'],
    ['Confirmed on', '2024-08-14'],
    ['Delivery date', '2024-09-13'],
    ['Contact', 'Alba Kestrel'],
  ]
  const column = (lines: readonly (readonly [string, string])[], labelX: number, valueX: number, y: number): Text[] =>
    lines.flatMap(([label, value], index): Text[] => [
      [labelX, y + index * 14, label],
      [valueX, y + index * 14, value],
    ])

  it('are each a line with its value, beside an address', async () => {
    const document = await pageOf([...address, ...column(head, 300, 450, 100)])
    assert.deepEqual(
      pairsOf(document),
      head.map((pair) => pair.join('=')),
    )
    assert.ok(markdown(document).includes('Confirmed on: 2024-08-14'))
    assert.ok(paragraphs(document).some((text) => text.startsWith('Harrow Tooling GmbH')))
  })

  it('keep the further lines of a value', async () => {
    const document = await pageOf([
      ...column([['Name:', 'Premier Group']], 60, 150, 100),
      ...column([['Address:', '555 Broadway']], 60, 150, 113),
      [150, 126, 'New York'],
      ...column([['Phone:', '555 0100']], 60, 150, 139),
    ])
    assert.deepEqual(pairsOf(document), ['Name=Premier Group', 'Address=555 Broadway New York', 'Phone=555 0100'])
  })

  it('may have a colon in a column of its own', async () => {
    const document = await pageOf(
      head.flatMap(([label, value], index): Text[] => [
        [60, 100 + index * 14, label],
        [140, 100 + index * 14, ':'],
        [150, 100 + index * 14, value, 10, 'Helvetica-Bold'],
      ]),
    )
    assert.equal(pairsOf(document)[0], 'Order no.=R871197')
    assert.match(markdown(document), /^Order no\.: \*\*R871197\*\*$/m)
  })

  it('are a table where a bold header stands over them', async () => {
    const document = await pageOf([
      [60, 86, 'Country', 10, 'Helvetica-Bold'],
      [200, 86, 'Output', 10, 'Helvetica-Bold'],
      ...column(
        [
          ['Algeria', '6.19'],
          ['Egypt', '6.60'],
          ['Jordan', '2.60'],
          ['Lebanon', '3.10'],
        ],
        60,
        200,
        100,
      ),
    ])
    assert.equal(document.tables.length, 1)
    assert.deepEqual(pairsOf(document), [])
  })

  it('are the first columns of a table where each line has more cells in other styles', async () => {
    const rows = [
      ['Entity search', 'entities', 'Names of people and places'],
      ['Fine print', 'small-type', 'Another engine for print'],
      ['Ruled tables', 'ruled', 'Tables of lines across'],
      ['All of them', 'all', 'Every part of the above'],
    ]
    const styles = ['Helvetica-Bold', 'Courier', 'Helvetica']
    const document = await pageOf(
      rows.flatMap((cells, row) =>
        cells.map((text, column): Text => [60 + column * 150, 100 + row * 20, text, 10, styles[column] ?? 'Helvetica']),
      ),
    )
    assert.deepEqual(pairsOf(document), [])
  })

  it('are neither the headings of a list of contents nor the lines of two columns of text', async () => {
    const contents = await pageOf(
      column(
        [
          ['Introduction', '3'],
          ['The method', '8'],
          ['What was found', '15'],
          ['Index', '40'],
        ],
        60,
        400,
        100,
      ),
    )
    assert.deepEqual(pairsOf(contents), [])
    const text = 'of the year 1998 there were several attempts to go on with what had been begun in 1995 and in 1996'
    const words = text.split(' ')
    const columns = await pageOf(
      Array.from({ length: 5 }, (_, index) => index).flatMap((index): Text[] => [
        [60, 100 + index * 13, words.slice(index * 4, index * 4 + 4).join(' ')],
        [200, 100 + index * 13, words.slice(index * 3, index * 3 + 4).join(' ')],
      ]),
    )
    assert.deepEqual(pairsOf(columns), [])
  })
})

it('a label of many dots before its last letter is read at once', { timeout: 60_000 }, () => {
  const label = `${'.'.repeat(500)}x`
  assert.equal(withoutLeader(label), label)
  assert.equal(withoutLeader('Name ......... :'), 'Name')
  assert.equal(withoutLeader('No. :'), 'No.')
})

describe('values that do not stand on quite the baseline of their labels', () => {
  it('are read once', async () => {
    const amounts = ['Round Adj:', 'Final Total:', 'Cash:', 'Change:'].flatMap((label, index): Text[] => [
      [60, 100 + index * 18, label],
      [200, 101.5 + index * 18, `${index + 60}.00`],
    ])
    assert.deepEqual(paragraphs(await pageOf(amounts)), [
      'Round Adj: 60.00',
      'Final Total: 61.00',
      'Cash: 62.00',
      'Change: 63.00',
    ])
  })
})

describe('a small amount under the end of a large one', () => {
  it('is another number, not more figures of the first', async () => {
    const document = await pageOf([
      [60, 100, 'Total RM', 20],
      [200, 100, '44.90', 20],
      [60, 117, '6% GST', 9],
      [226, 117, '0.38', 9],
      [60, 160, 'The area is 10', 10],
      [125, 158, '24', 6],
    ])
    const text = markdown(document)
    assert.match(text, /44\.90/)
    assert.doesNotMatch(text, /44\.90(?:<sup>)?0\.38/)
    assert.match(text, /10<sup>24<\/sup>/)
  })
})
