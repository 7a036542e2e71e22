import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { gridTable } from '../src/grid-table.ts'

const cell = (row: number, column: number, [rowSpan, columnSpan] = [1, 1]) => ({
  row,
  column,
  rowSpan: rowSpan ?? 1,
  columnSpan: columnSpan ?? 1,
  text: `${row}.${column}`,
  header: false,
})

describe('a table of cells that state their places', () => {
  it('is as large as they need, with their spans and in their order', () => {
    const table = gridTable([cell(1, 0), cell(0, 0, [1, 2]), cell(1, 1)], 'Letters')
    assert.deepEqual([table.caption, table.rowCount, table.columnCount], ['Letters', 2, 2])
    assert.deepEqual(
      table.cells.map(({ text, columnSpan }) => [text, columnSpan]),
      [
        ['0.0', 2],
        ['1.0', 1],
        ['1.1', 1],
      ],
    )
  })

  it('has one cell in each place, whatever the cells state', () => {
    const number = fc.integer({ min: -2, max: 6 })
    const cells = fc.array(fc.tuple(number, number, number, number), { maxLength: 30 })
    fc.assert(
      fc.property(cells, (given) => {
        const table = gridTable(given.map(([row, column, down, across]) => cell(row, column, [down, across])))
        const taken = new Set<string>()
        for (const { row, column, rowSpan, columnSpan } of table.cells) {
          assert.ok(row >= 0 && column >= 0 && row + rowSpan <= table.rowCount)
          assert.ok(column + columnSpan <= table.columnCount)
          for (let y = row; y < row + rowSpan; y += 1)
            for (let x = column; x < column + columnSpan; x += 1) {
              assert.ok(!taken.has(`${y} ${x}`))
              taken.add(`${y} ${x}`)
            }
        }
      }),
    )
  })

  it('does not become larger than its cells account for', () => {
    const { rowCount, columnCount } = gridTable([cell(0, 0, [2_000_000_000, 2_000_000_000]), cell(1e9, 1e9)])
    assert.ok(rowCount * columnCount <= 1200)
  })
})
