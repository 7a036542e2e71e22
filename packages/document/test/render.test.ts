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
import { Value } from '@polyparse/document/typebox/value'
import { outputIds, outputRecords } from '../src/outputs/output-records.ts'
import type { Document } from '../src/model.ts'
import { render } from '../src/outputs/render.ts'
import { limitWarnings } from '../src/outputs/table-grid.ts'

const rich: Document = {
  ...documentWith(
    [
      [
        { type: 'page_header', text: 'running title' },
        paragraphBlock('a b', [{ text: 'a ' }, { text: 'b', bold: true }]),
        listItemBlock('1.', 'one'),
        { type: 'table', text: 'a', table: 'p1-t1', confidence: 0.5, bbox: [1, 2, 3, 4] },
        { type: 'picture', text: '', picture: 'p1-i1' },
        paragraphBlock('w', undefined),
      ],
      [{ ...paragraphBlock('w'), words: [{ text: 'w', bbox: [1, 2, 3, 4], confidence: 1 }] }],
    ],
    {
      tables: [
        tableOfTexts([], {
          rowCount: 2,
          columnCount: 2,
          caption: 'c',
          cells: [cell(0, 0, 'a', true, { columnSpan: 2, bbox: [0, 0, 1, 1] }), cell(1, 0, 'b')],
        }),
      ],
      pictures: [
        pictureWithAlt('p1-i1', Buffer.from('picture')),
        { ...pictureWithAlt('p1-i2', Buffer.from('')), alt: 'x' },
      ],
    },
  ),
  outline: [{ title: 'a', level: 1, page: null }],
  fields: [{ label: 'Name', value: 'Ada', page: 1, bbox: [1, 2, 3, 4], kind: 'pair' }],
  quality: { score: 1 },
}
const source = { filename: 'a.html', sizeBytes: 12 }

describe('every output', () => {
  for (const id of outputIds) {
    const { schema, mediaType } = outputRecords[id]
    it(`${id} has the shape and the media type of its record`, async () => {
      const { [id]: value } = await render(rich, [id], source)
      assert.deepEqual([...Value.Errors(schema, value)], [])
      assert.deepEqual(JSON.parse(JSON.stringify(value)), value, 'it is all JSON')
      assert.equal(typeof value === 'string', mediaType.startsWith('text/'))
    })

    it(`${id} can be made from an empty document`, async () => {
      const { [id]: value } = await render(documentWith([]), [id])
      assert.ok(Value.Check(schema, value))
    })

    it(`${id} holds the files of pictures only if its record says so`, async () => {
      const { [id]: value } = await render(rich, [id], source)
      const file = Buffer.from('picture').toString('base64')
      assert.equal(JSON.stringify(value).includes(file), outputRecords[id].needsPictures)
    })
  }

  it('has a title and a file name of its own', () => {
    const records = Object.values(outputRecords)
    assert.equal(new Set(records.map(({ title }) => title)).size, records.length)
    assert.equal(new Set(records.map(({ extension }) => extension)).size, records.length)
  })
})

describe('render', () => {
  it('makes what was requested and nothing else', async () => {
    const values = await render(rich, ['text', 'metadata'], source)
    assert.deepEqual(Object.keys(values), ['text', 'metadata'])
    assert.deepEqual(values.metadata, {
      mimeType: 'text/html',
      documentPageCount: 2,
      filename: 'a.html',
      sizeBytes: 12,
    })
  })
})

describe('structured outputs', () => {
  it('keep page headers in the blocks but not in the text, and call pictures images', async () => {
    const [page] = (await render(rich, ['pages'], source)).pages ?? []
    assert.equal(page?.blocks[0]?.type, 'page_header')
    assert.equal(page.blocks[4]?.image, 'p1-i1')
    assert.ok(!('picture' in (page.blocks[4] ?? {})))
    assert.ok(!page.text.includes('running title') && !page.markdown.includes('running title'))
  })

  it('give the grid of a table with the text of a spanning cell once', async () => {
    assert.deepEqual((await render(rich, ['tables'], source)).tables?.[0]?.rows, [
      ['a', ''],
      ['b', ''],
    ])
  })

  it('give a table the caption beside it', async () => {
    const blocks = [
      { type: 'table', text: 'a', table: 'p1-t1' } as const,
      { type: 'caption', text: 'Table 1' } as const,
    ]
    const document = documentWith([blocks], { tables: [tableOfTexts([['a']])] })
    const { tables, json } = await render(document, ['tables', 'json'], source)
    assert.equal(tables?.[0]?.caption, 'Table 1')
    assert.match(tables[0].html, /<caption>Table 1<\/caption>/)
    assert.equal(json?.tables[0]?.caption, 'Table 1')
  })

  it('fill only the first places of an unreasonably large table, with a warning', async () => {
    const huge = tableOfTexts([['a']], { rowCount: 1_048_576, columnCount: 16_384 })
    const document = documentWith([], { tables: [huge] })
    const { tables } = await render(document, ['tables'], source)
    assert.equal(tables?.[0]?.rows.length, 122)
    assert.equal(tables[0].rows[0]?.[0], 'a')
    assert.deepEqual(
      limitWarnings(document).map(({ code, page }) => [code, page]),
      [['table_truncated', 1]],
    )
    assert.deepEqual(limitWarnings(documentWith([], { tables: [tableOfTexts([['a']])] })), [])
  })

  it('give image files as base64', async () => {
    assert.equal((await render(rich, ['images'], source)).images?.[0]?.data, Buffer.from('picture').toString('base64'))
  })
})
