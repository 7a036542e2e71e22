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

  test('a number that may go on in the next line, for want of room, is doubted', () => {
    const withLines = (lines: readonly (readonly [text: string, right: number])[]) => {
      const { table } = tableOf([[['Year', 0]], [['2019', 0]]])
      const cells = table.cells.map((cell, row) => ({ ...cell, bbox: [0, row * 20, 40, row * 20 + 20] as const }))
      const words = [['Jahr', 18] as const, ...lines].map(([text, to], line): Word => ({
        text,
        bbox: [0, 2 + line * 10 + 8, to, line * 10 + 18],
        confidence: 1,
      }))
      words[0] = { text: 'Jahr', bbox: [0, 2, 18, 10], confidence: 1 }
      return doubtTables([{ table, shape: shapeOf({ ...table, cells }, words) }])
    }
    const narrow = withLines([
      ['202', 18],
      ['4', 6],
    ])
    assert.match(narrow[0]?.message ?? '', /row 2 has a number that is broken over two lines, or two numbers\.$/)
    const years = withLines([
      ['202', 18],
      ['424', 18],
    ])
    assert.deepEqual(years, [])
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
