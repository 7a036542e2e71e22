import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CellValue } from '@polyparse/document/schema'
import { rowsOfShownTable } from '../src/corrections/table-rows.ts'

const cell = (row: number, column: number, text: string, rowSpan = 1, columnSpan = 1): CellValue => ({
  row,
  column,
  rowSpan,
  columnSpan,
  text,
  header: false,
})
const shown = (cells: readonly CellValue[], rows: string[][]) =>
  rowsOfShownTable({ cells: [...cells], rows }).map(({ parts }) =>
    parts.map((part) => (part.kind === 'cell' ? part.cell.text : part.columnSpan)),
  )

it('keeps every cell of a table in its own column where cells before it are missing', () => {
  const grid = [['', '', '', ''], [], []]
  const cells = [cell(0, 0, 'a'), cell(0, 3, 'd'), cell(1, 1, 'b'), cell(2, 3, 'd')]
  assert.deepEqual(shown(cells, grid), [
    ['a', 2, 'd'],
    [1, 'b', 2],
    [3, 'd'],
  ])
})

it('leaves no gap where a cell of a row above reaches', () => {
  const cells = [cell(0, 0, 'tall', 2, 2), cell(0, 3, 'd'), cell(1, 2, 'c'), cell(2, 1, 'b')]
  assert.deepEqual(shown(cells, [['', '', '', ''], [], []]), [
    ['tall', 1, 'd'],
    ['c', 1],
    [1, 'b', 2],
  ])
})
