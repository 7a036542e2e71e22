import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BlockValue, TableValue } from '@polyparse/document/schema'
import { blocksBetween } from '../src/result/chosen-blocks.ts'
import { asHtml, asMarkdown, asTsv } from '../src/result/copies.ts'

const block = (id: string, more: Partial<BlockValue> = {}): BlockValue => ({
  id,
  type: 'paragraph',
  page: 1,
  bbox: null,
  text: id,
  ...more,
})

const table: TableValue = {
  id: 't1',
  page: 1,
  bbox: null,
  rows: [
    ['Port', 'Ferries'],
    ['Ellery', '4'],
  ],
  cells: [
    ['Port', 'Ferries'],
    ['Ellery', '4'],
  ].flatMap((texts, row) =>
    texts.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text, header: row === 0 })),
  ),
  markdown: '| Port | Ferries |\n| --- | --- |\n| Ellery | 4 |',
  html: '<table><tr><td>Port</td></tr></table>',
}
const reading = { tables: new Map([['t1', table]]) }

const blocks = [
  block('h', { type: 'page_header', text: 'Harbour Light' }),
  block('1', { type: 'heading', level: 2, text: 'Fleet\nand plans' }),
  block('2', { text: 'a*b and more', runs: [{ text: 'a*b' }, { text: ' and ' }, { text: 'more', bold: true }] }),
  block('3', { type: 'list_item', marker: '1.', text: 'First' }),
  block('4', { type: 'list_item', marker: '•', text: 'Second', level: 2 }),
  block('5', { type: 'table', table: 't1', text: 'Port' }),
  block('6', { text: 'see <it>', runs: [{ text: 'see <it>', href: 'javascript:alert(1)' }] }),
]

describe('What is copied of a reading', () => {
  it('is Markdown in its structure, without running headers', () => {
    assert.equal(
      asMarkdown(blocks, reading),
      '## Fleet and plans\n\na\\*b and **more**\n\n1. First\n   - Second\n\n| Port | Ferries |\n| --- | --- |\n| Ellery | 4 |\n\nsee \\<it>\n',
    )
  })

  it('is HTML that runs nothing and leads nowhere unsafe', () => {
    assert.equal(
      asHtml(blocks, reading),
      [
        '<section data-page="1">',
        '<h2>Fleet<br>and plans</h2>',
        '<p>a*b and <strong>more</strong></p>',
        '<ol>\n<li>First\n<ul>\n<li>Second</li>\n</ul>\n</li>\n</ol>',
        '<table>\n<thead>\n<tr><th scope="col">Port</th><th scope="col">Ferries</th></tr>\n</thead>',
        '<tbody>\n<tr><td>Ellery</td><td>4</td></tr>\n</tbody>\n</table>',
        '<p>see &lt;it&gt;</p>',
        '</section>\n',
      ].join('\n'),
    )
  })

  it('is TSV with the cells of tables, and a row for every other block', () => {
    assert.equal(asTsv(blocks.slice(4, 6), reading), 'Second\nPort\tFerries\nEllery\t4\n')
  })

  it('is a running header that was chosen by itself', () => {
    assert.equal(asMarkdown(blocks.slice(0, 1), reading), 'Harbour Light\n')
  })

  it('is what stands between two blocks, in either direction', () => {
    const pages = {
      ...reading,
      captions: new Set<string>(),
      images: new Map(),
      pages: [{ page: 1, width: null, height: null, blocks }],
    }
    const ids = (one: string, other: string) => blocksBetween(pages, one, other).map(({ id }) => id)
    assert.deepEqual([ids('2', '4'), ids('4', '2'), ids('2', 'gone')], [['2', '3', '4'], ['2', '3', '4'], []])
  })
})
