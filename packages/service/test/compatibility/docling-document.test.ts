import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '@polyparse/document'
import { cell, documentWith, tableOfTexts } from '@polyparse/test-support/documents'
import { conversionOf } from '../../src/compatibility/docling-serve/conversion.ts'
import { doclingDocument } from '../../src/compatibility/docling-serve/docling-document.ts'
import { readConversionOptions } from '../../src/compatibility/docling-serve/options.ts'

const gridOf = async (table: ReturnType<typeof tableOfTexts>): Promise<string[][]> => {
  const document = documentWith([[{ type: 'table', text: '', table: table.id }]], { tables: [table] })
  const { json } = await render(document, ['json'], { filename: 'a.pdf', sizeBytes: 1 })
  assert.ok(json !== undefined)
  const { tables } = Object(doclingDocument(json, { filename: 'a.pdf', images: new Map() }))
  return tables[0].data.grid.map((row: { text: string }[]) => row.map(({ text }) => text))
}

test('a DoclingDocument has a spanning cell at every place of the grid that it covers', async () => {
  const cells = [
    cell(0, 0, 'Route', true, { rowSpan: 2 }),
    cell(0, 1, 'Passengers', true, { columnSpan: 2 }),
    cell(1, 1, '2024'),
    cell(2, 0, 'Holm'),
    cell(2, 2, '341'),
  ]
  assert.deepEqual(await gridOf(tableOfTexts([], { rowCount: 3, columnCount: 3, cells })), [
    ['Route', 'Passengers', 'Passengers'],
    ['Route', '2024', ''],
    ['Holm', '', '341'],
  ])
})

test('a DoclingDocument has the grid of a table of a hundred thousand cells', async () => {
  const rows = Array.from({ length: 5000 }, (_, row) => Array.from({ length: 20 }, (_, column) => `${row},${column}`))
  assert.equal((await gridOf(tableOfTexts(rows)))[4999]?.[19], '4999,19')
})

test('a document of docling-serve has images in its Markdown and HTML, whatever brackets a description has', () => {
  const image = { id: 'p1-i1', page: 1, bbox: null, mimeType: 'image/png', width: 1, height: 1 }
  const markdown = String.raw`![Figure \[1\]](p1-i1)` + '\n\n![](p1-i1)'
  const html = '<figure><img src="p1-i1" alt="Figure [1]"></figure>'
  const convertedWith = (data: string): { md_content: string; html_content: string } => {
    const conversion = { outputs: { markdown, html, images: [{ ...image, data }] }, durationMs: 1, warnings: [] }
    const options = readConversionOptions(new Map([['to_formats', ['md', 'html']]]))
    return Object(conversionOf(conversion, 'a.pdf', options)).document
  }
  const file = 'data:image/png;base64,AAAA'
  const embedded = convertedWith('AAAA')
  assert.equal(embedded.md_content, String.raw`![Figure \[1\]](${file})` + `\n\n![Image](${file})`)
  assert.equal(embedded.html_content, `<figure><img src="${file}" alt="Figure [1]"></figure>`)
  const withoutFile = convertedWith('')
  assert.equal(withoutFile.md_content, '<!-- image -->\n\n<!-- image -->')
  assert.equal(withoutFile.html_content, '<figure><!-- image --></figure>')
})
