import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeLines } from '../src/layout/layout-lines.ts'
import type { DraftBlock, DraftTable } from '../src/paged/draft.ts'
import { joinCutRows } from '../src/paged/passes/cut-rows.ts'
import { across, onlyTable, page, rows, textsOf } from './layout-tables-page.ts'

/* Tables of two pages, of which the second begins with what is left of the last row of the first. */

const header = ['District', 'Visits', 'Staff']
const places = { xs: [60, 130, 220], top: 100, pitch: 12 }

const tableOf = (texts: readonly (readonly string[])[], continues: boolean): DraftBlock => {
  const words = rows(texts, places)
  const bottom = 104 + (texts.length - 1) * 12
  const table = onlyTable(page({ words, rules: [88, 104, bottom].map((at) => across(at, 55, 300)) }))
  assert.deepEqual(textsOf(table), texts)
  return {
    type: 'table',
    box: [55, 88, 300, bottom],
    lines: makeLines(words),
    table,
    ...(continues && { continues: 'table' }),
  }
}

/** The texts of both pages after the pass. */
const joined = (
  first: readonly (readonly string[])[],
  second: readonly (readonly string[])[],
  continues = true,
): string[][][] => {
  const blocks = [tableOf(first, false), tableOf(second, continues)]
  const { pages } = joinCutRows({
    metadata: { mimeType: 'application/pdf', documentPageCount: 2 },
    outline: [],
    pictures: [],
    warnings: [],
    pages: blocks.map((block, index) => ({
      number: index + 1,
      width: 600,
      height: 800,
      rotation: 0,
      blocks: [block],
    })),
  })
  return pages.flatMap((one) =>
    one.blocks.flatMap(({ table }: { table?: DraftTable }) => (table ? [textsOf(table)] : [])),
  )
}

suite('a row that a page break cuts', () => {
  const first = [header, ['Dunmore Quay', '37,635', '49'], ['Norrvik', '69,914', '75'], ['Lower', '55,291', '70']]
  const others = [
    ['Arden', '86,856', '43'],
    ['Total', '800,320', '308'],
  ]

  test('has its whole label, and its end is no row without values', () => {
    assert.deepEqual(joined(first, [header, ['Harrowgate', '', ''], ...others]), [
      [...first.slice(0, -1), ['Lower Harrowgate', '55,291', '70']],
      [header, ...others],
    ])
  })

  test('is none where the label had room for what follows', () => {
    const second = [header, ['Quay', '', ''], ...others]
    assert.deepEqual(joined(first, second), [first, second])
  })

  test('is none where other rows are labels alone, as headings are', () => {
    const second = [header, ['Harrowgate', '', ''], ['Arden', '86,856', '43'], ['Sallowfield', '', ''], ...others]
    assert.deepEqual(joined(first, second), [first, second])
  })

  test('is none in a table of its own', () => {
    const second = [header, ['Harrowgate', '', ''], ...others]
    assert.deepEqual(joined(first, second, false), [first, second])
  })
})
