import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '@polyparse/document'
import { cell, documentWith, tableOfTexts } from '@polyparse/test-support/documents'
import { doclingDocument } from '../../src/compatibility/docling-serve/docling-document.ts'

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
