import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { chunks } from '../src/outputs/chunks.ts'
import { pages } from '../src/outputs/pages.ts'
import { tables } from '../src/outputs/tables.ts'
import { text } from '../src/outputs/text.ts'

const fee = paragraphBlock('The fee is 120 euros 150 euros.', [
  { text: 'The fee is ' },
  { text: '120 ', strikethrough: true, bold: true },
  { text: 'euros ', strikethrough: true },
  { text: '150 euros.' },
])
const marked = 'The fee is [struck: 120 euros] 150 euros.'

describe('struck text', () => {
  it('is marked in outputs that show no styles', async () => {
    const document = documentWith([[fee]])
    assert.equal(text(document), marked)
    assert.deepEqual(
      (await chunks(document)).map((chunk) => chunk.text),
      [marked],
    )
    const [page] = pages(document)
    assert.equal(page?.text, marked)
    assert.equal(page?.markdown, 'The fee is **~~120~~** ~~euros~~ 150 euros.')
  })

  it('is marked in cells', async () => {
    const table = tableOfTexts([
      ['Berth', 'Fee'],
      ['North', '120 150'],
    ])
    const cells = table.cells.map((cell) =>
      cell.text === '120 150' ? { ...cell, runs: [{ text: '120 ', strikethrough: true }, { text: '150' }] } : cell,
    )
    const block = { type: 'table', text: 'Berth\tFee\nNorth\t120 150', table: table.id } as const
    const document = { ...documentWith([[block]]), tables: [{ ...table, cells }] }
    assert.equal(text(document), 'Berth\tFee\nNorth\t[struck: 120] 150')
    assert.match((await chunks(document))[0]?.text ?? '', /\| North \| \[struck: 120\] 150 \|/)
    assert.deepEqual(tables(document)[0]?.rows, [
      ['Berth', 'Fee'],
      ['North', '[struck: 120] 150'],
    ])
  })
})
