import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BlockValue, TableValue } from '@polyparse/document/schema'
import { hitsOn, patternOf } from '../src/result/search.ts'

const block = (id: string, text: string, more: Partial<BlockValue> = {}): BlockValue => ({
  id,
  type: 'paragraph',
  page: 2,
  bbox: null,
  text,
  ...more,
})

const find = (query: string, blocks: readonly BlockValue[], tables: readonly TableValue[] = []) => {
  const pattern = patternOf(query)
  assert.ok(pattern !== null)
  const page = { page: 2, width: null, height: null, blocks }
  return hitsOn(page, new Map(tables.map((table) => [table.id, table])), pattern)
}

describe('The search of a reading', () => {
  it('finds every occurrence, whatever its case and spacing', () => {
    assert.deepEqual(find('the  quay', [block('b1', 'The quay, the\nQUAY.'), block('b2', 'the quays')]), [
      { page: 2, block: 'b1', nth: 0 },
      { page: 2, block: 'b1', nth: 1 },
      { page: 2, block: 'b2', nth: 0 },
    ])
    assert.equal(find('MÖWE', [block('b1', 'möwe')]).length, 1)
  })

  it('takes what has a meaning in patterns for what it is', () => {
    for (const query of ['a.b', '(1+1)', '$5*', '[x]', String.raw`\d`, '^', 'a-b', '{2}'])
      assert.equal(find(query, [block('b1', `is ${query} axb 7`)]).length, 1, query)
  })

  it('finds nothing for a query of blanks', () => {
    assert.equal(patternOf(' \t'), null)
  })

  it('reads the cells of a table and the blocks inside a block, each by itself', () => {
    const cell = (text: string) => ({ row: 0, column: 0, rowSpan: 1, columnSpan: 1, text, header: false })
    const table: TableValue = {
      id: 't1',
      page: 2,
      bbox: null,
      rows: [['quay one', 'one quay']],
      cells: [cell('quay one'), cell('one quay')],
      markdown: '',
      html: '',
    }
    const inTable = [block('b1', 'quay one one quay', { type: 'table', table: 't1' })]
    assert.equal(find('quay', inTable, [table]).length, 2)
    assert.equal(find('one one', inTable, [table]).length, 0)
    const nested = { type: 'paragraph' as const, text: 'inside' }
    assert.equal(find('inside', [block('b1', '', { type: 'quote', blocks: [nested] })]).length, 1)
  })
})
