import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Box, Cell, Table, Word } from '@polyparse/document'
import { doubtTables } from '../src/auto/table-doubts.ts'
import { shapeOf } from '../src/auto/table-shape.ts'

const turn = ([left, top, right, bottom]: Box): Box => [top, left, bottom, right]

/** A table of two columns whose texts begin at these places, 30 points wide, and the words in it. */
const tableOf = (
  texts: readonly (readonly (readonly [text: string, left: number])[])[],
  { id = 'p1-t1', isTurned = false } = {},
) => {
  const cells = texts.flatMap((row, rowIndex) =>
    row.map(([text, left], column): Cell => {
      const box: Box = [left, rowIndex * 20, left + 30, rowIndex * 20 + 10]
      return { row: rowIndex, column, rowSpan: 1, columnSpan: 1, text, header: false, bbox: isTurned ? turn(box) : box }
    }),
  )
  const words = cells.flatMap(({ text, bbox }): Word[] => (bbox === undefined ? [] : [{ text, bbox, confidence: 1 }]))
  const table: Table = { id, page: 1, bbox: [0, 0, 200, 100], rowCount: texts.length, columnCount: 2, cells }
  return { table, shape: shapeOf(table, words) }
}

const right = [
  [
    ['Marsh', 0],
    ['7.2', 100],
  ],
  [
    ['Ferry', 0],
    ['9.8', 100],
  ],
] as const

suite('doubts of tables', () => {
  test('a table whose columns are apart is not doubted', () => {
    assert.deepEqual(doubtTables([tableOf(right)]), [])
  })

  test('a table on its side is not doubted, and its columns are clear', () => {
    const turned = tableOf(right, { isTurned: true })
    assert.deepEqual(doubtTables([turned]), [])
  })

  test('columns whose texts change places are doubted, with the table, its place and the columns', () => {
    const [first, [label, value]] = right
    const [warning, ...others] = doubtTables([
      tableOf([
        first,
        [
          [label[0], 100],
          [value[0], 0],
        ],
      ]),
    ])
    assert.equal(others.length, 0)
    assert.equal(warning?.code, 'table_uncertain')
    assert.equal(warning.page, 1)
    assert.match(warning.message, /table p1-t1 on page 1 \(at 0, 0, 200, 100 points\)/)
    assert.match(warning.message, /columns 1 and 2/)
  })

  test('two tables in the same place are doubted', () => {
    const doubts = doubtTables([tableOf(right), tableOf(right, { id: 'p1-t2' })])
    assert.equal(doubts.length, 2)
    assert.match(doubts[0]?.message ?? '', /table p1-t2 stands in the same place/)
  })
})
