import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  cell,
  documentWith,
  listItemBlock,
  paragraphBlock,
  pictureWithAlt,
  tableOfTexts,
} from '@polyparse/test-support/documents'
import { sampleDocuments } from '@polyparse/test-support/sample-documents'
import { correctDocument, faultsOfCorrections } from '../src/corrections/correct-document.ts'
import type { Correction } from '../src/corrections/correction.ts'
import { documentOfValue } from '../src/corrections/document-of-value.ts'
import type { Document } from '../src/model.ts'
import { outputIds } from '../src/outputs/output-records.ts'
import { render } from '../src/outputs/render.ts'

const table = tableOfTexts(
  [
    ['Item', 'Amount'],
    ['Rent', '1,234'],
  ],
  { caption: 'Table 1. Costs' },
)
const tableBlock = { type: 'table', text: 'Item\tAmount\nRent\t1,234', table: 'p1-t1' } as const
const withTable = (...blocks: Parameters<typeof documentWith>[0][number]) =>
  documentWith([[...blocks, tableBlock]], { tables: [table] })
const faultOfCorrection = (document: Document, correction: Correction) => faultsOfCorrections(document, [correction])[0]
const blockOf = (document: Document, index = 0) => document.pages[0]?.blocks[index]
const ofCell = (row: number, column: number, read: string, text: string) => ({
  table: 'p1-t1',
  row,
  column,
  read,
  text,
})
const corrected = (document: Document, ...corrections: Correction[]) => {
  for (const correction of corrections) assert.equal(faultOfCorrection(document, correction), null)
  return correctDocument(document, corrections)
}

describe('the document of a value of json', () => {
  const rich: Document = {
    ...documentWith(
      [
        [
          { type: 'page_header', text: 'running title' },
          { type: 'heading', text: 'Head', level: 2, bbox: [1, 2, 3, 4] },
          paragraphBlock('a b', [{ text: 'a ' }, { text: 'b', bold: true, href: '#p1-b2' }]),
          { ...listItemBlock('1.', 'one\ntwo'), blocks: [paragraphBlock('one'), paragraphBlock('two')] },
          tableBlock,
          { type: 'picture', text: 'A fox', picture: 'p1-i1' },
        ],
        [{ ...paragraphBlock('w'), words: [{ text: 'w', bbox: [1, 2, 3, 4], confidence: 1 }] }],
      ],
      {
        tables: [
          {
            ...table,
            rowCount: 3,
            cells: [...table.cells, cell(2, 0, 'x', false, { columnSpan: 2, blocks: [paragraphBlock('x')] })],
          },
          tableOfTexts([], { id: 'p2-t1', page: 2 }),
        ],
        pictures: [{ ...pictureWithAlt('p1-i1', Buffer.from('')), alt: 'A fox' }],
      },
    ),
    outline: [{ title: 'Head', level: 1, page: 1 }],
    fields: [{ label: 'Name', value: 'Ada', page: 1, bbox: [1, 2, 3, 4], kind: 'pair' }],
    comments: [{ text: 'No.', page: 1 }],
    attachments: [{ name: 'a.txt' }],
  }
  for (const { name, document } of [{ name: 'of every kind', document: rich }, ...sampleDocuments()])
    it(`makes the same outputs: ${name}`, async () => {
      const source = { filename: 'a.pdf', sizeBytes: 3 }
      const pictures = document.pictures.map((picture) => ({ ...picture, data: new Uint8Array() }))
      const values = await render({ ...document, pictures }, outputIds, source)
      assert.ok(values.json)
      const stored: typeof values.json = JSON.parse(JSON.stringify(values.json))
      assert.deepEqual(await render(documentOfValue(stored), outputIds, source), values)
    })
})

describe('a corrected document', () => {
  it('says in every output what is printed, and nowhere what was read', async () => {
    const before = withTable(paragraphBlock('Rent 1,234 a month'))
    const after = corrected(
      before,
      { block: 'p1-b1', read: 'Rent 1,234 a month', text: 'Rent 1,284 a month' },
      ofCell(1, 1, '1,234', '1,284'),
    )
    const values = await render(after, ['markdown', 'text', 'html', 'pages', 'tables', 'chunks', 'json'])
    for (const [output, value] of Object.entries(values)) {
      assert.ok(JSON.stringify(value).includes('1,284'), output)
      assert.ok(!JSON.stringify(value).includes('1,234'), output)
    }
    assert.equal(blockOf(after, 1)?.text, 'Item\tAmount\nRent\t1,284')
    assert.deepEqual(
      [blockOf(after)?.corrected, blockOf(after, 1)?.corrected, after.tables[0]?.cells.map((each) => each.corrected)],
      [true, undefined, [undefined, undefined, undefined, true]],
    )
  })

  it('keeps the styles of what stays, gives new text those of what it replaces, and no reading of another word', () => {
    const runs = [{ text: 'Total: ' }, { text: '1,234', bold: true }, { text: ' 漢字', ruby: 'kanji' }]
    const correct = (text: string) =>
      blockOf(
        corrected(documentWith([[paragraphBlock('Total: 1,234 漢字', runs)]]), {
          block: 'p1-b1',
          read: 'Total: 1,234 漢字',
          text,
        }),
      )
    const bold = (text: string) => ({ text, bold: true })
    assert.deepEqual(correct('Total: 1,284 漢字')?.runs, [runs[0], bold('1,2'), bold('8'), bold('4'), runs[2]])
    assert.deepEqual(correct('Total: 1,2345 漢字')?.runs, [runs[0], bold('1,234'), bold('5'), runs[2]])
    assert.deepEqual(correct('Total: 1,234 漢学')?.runs, [
      runs[0],
      runs[1],
      { text: ' 漢', ruby: 'kanji' },
      { text: '学' },
    ])
    assert.deepEqual(correct('')?.runs, [])
    assert.equal(correct('x')?.text, 'x')
  })

  it('divides no character that has two halves', () => {
    const before = documentWith([[paragraphBlock('a😀b', [{ text: 'a😀b', bold: true }])]])
    const after = blockOf(corrected(before, { block: 'p1-b1', read: 'a😀b', text: 'a😁b' }))
    assert.deepEqual(
      after?.runs?.map(({ text }) => text),
      ['a', '😁', 'b'],
    )
  })

  it('keeps paragraphs if one of them is corrected, and what stands between them in any case', () => {
    const item = (...blocks: NonNullable<Parameters<typeof documentWith>[0][0][0]['blocks']>) =>
      documentWith([[{ ...listItemBlock('1.', blocks.map(({ text }) => text).join('\n')), blocks }]])
    const two = item(paragraphBlock('one'), paragraphBlock('two'))
    const after = blockOf(corrected(two, { block: 'p1-b1', read: 'one\ntwo', text: 'one\nthree' }))
    assert.deepEqual(after?.blocks, [paragraphBlock('one'), paragraphBlock('three')])
    assert.equal(blockOf(corrected(two, { block: 'p1-b1', read: 'one\ntwo', text: 'both' }))?.blocks, undefined)
    const picture = { type: 'picture', text: '', picture: 'p1-i1' } as const
    const held = item(paragraphBlock('one'), picture)
    const kept = blockOf(corrected(held, { block: 'p1-b1', read: 'one\n', text: 'a\n' }))
    assert.deepEqual(kept?.blocks, [paragraphBlock('a'), picture])
    assert.match(
      faultOfCorrection(held, { block: 'p1-b1', read: 'one\n', text: 'one' }) ?? '',
      /would take a table or a picture/,
    )
  })

  it('has words where they stand, and new ones where those stood that they replace', () => {
    const word = (text: string, x: number, confidence = 0.5) => ({ text, bbox: [x, 0, x + 8, 5] as const, confidence })
    const words = [word('Rent', 0), word('1,', 10), word('234', 20), word('net', 30)]
    const correct = (text: string, own = words) =>
      blockOf(
        corrected(documentWith([[{ ...paragraphBlock('Rent 1, 234 net'), confidence: 0.4, words: own }]]), {
          block: 'p1-b1',
          read: 'Rent 1, 234 net',
          text,
        }),
      )
    const after = correct('Rent 1,284 net')
    assert.deepEqual(after?.words, [words[0], { text: '1,284', bbox: [10, 0, 28, 5], confidence: 1 }, words[3]])
    assert.equal(after?.confidence, 1)
    assert.deepEqual(correct('Rent 1, 234 net paid')?.words, [...words, word('paid', 30, 1)])
    assert.deepEqual(correct('')?.words, [])
    assert.equal(correct('Rent', [word('Lent', 0)])?.words, undefined)
  })

  it('has a confidence of 1 there, and no words that are not of its text', () => {
    const words = [{ text: 'x', bbox: [1, 2, 3, 4] as const, confidence: 0.4 }]
    const after = blockOf(
      corrected(documentWith([[{ ...paragraphBlock('w'), confidence: 0.4, words }]]), {
        block: 'p1-b1',
        read: 'w',
        text: 'v',
      }),
    )
    assert.deepEqual([after?.confidence, after?.words, after?.bbox], [1, undefined, null])
  })

  it('corrects a caption in its table and a heading in the outline as well', async () => {
    const before: Document = {
      ...withTable({ type: 'caption', text: 'Table 1. Costs' }, { type: 'heading', text: 'Costs of 2023', level: 1 }),
      outline: [
        { title: 'Costs of 2023', level: 1, page: 1 },
        { title: 'Costs of 2023', level: 1, page: 2 },
      ],
    }
    const after = corrected(
      before,
      { block: 'p1-b1', read: 'Table 1. Costs', text: 'Table 1. Gains' },
      { block: 'p1-b2', read: 'Costs of 2023', text: 'Costs of 2024' },
    )
    assert.equal(after.tables[0]?.caption, 'Table 1. Gains')
    assert.deepEqual(
      after.outline.map(({ title }) => title),
      ['Costs of 2024', 'Costs of 2023'],
    )
    const { markdown = '' } = await render(after, ['markdown'])
    assert.ok(!markdown.includes('Table 1. Costs'), markdown)
  })

  it('has a cell where none was read', () => {
    const holes = documentWith([[tableBlock]], {
      tables: [{ ...table, cells: table.cells.filter(({ row, column }) => row + column !== 1) }],
    })
    const after = corrected(holes, ofCell(0, 1, '', 'Amount'), ofCell(1, 0, '', 'Rent'))
    assert.deepEqual(
      after.tables[0]?.cells.map(({ text, header }) => [text, header]),
      table.cells.map(({ text, header }) => [text, header]),
    )
    assert.equal(blockOf(after)?.text, tableBlock.text)
  })

  const spanning = documentWith([[tableBlock, { type: 'picture', text: 'x', picture: 'p1-i1' }]], {
    tables: [{ ...table, cells: [cell(0, 0, 'Head', true, { columnSpan: 2 })] }],
  })
  for (const [what, correction, fault] of [
    ['a block that is not there', { block: 'p9-b1', read: '', text: 'x' }, /a block that the document does not have/],
    ['the block of a table', { block: 'p1-b1', read: 'x', text: 'y' }, /the block of the table p1-t1/],
    ['a picture', { block: 'p1-b2', read: 'x', text: 'y' }, /a picture/],
    [
      'a table that is not there',
      { ...ofCell(0, 0, '', 'x'), table: 'p1-t9' },
      /a table that the document does not have/,
    ],
    ['a cell outside of its table', ofCell(2, 0, '', 'x'), /outside of its table, which has 2 × 2 cells/],
    ['a place that another cell covers', ofCell(0, 1, '', 'x'), /reaches over/],
    ['something else than was read', ofCell(0, 0, 'Tail', 'x'), /says that "Tail" was read, but it was "Head"/],
  ] as const)
    it(`refuses ${what}, and changes nothing for it`, () => {
      assert.match(faultOfCorrection(spanning, correction) ?? '', fault)
      assert.deepEqual(correctDocument(spanning, [correction]), spanning)
    })
})
