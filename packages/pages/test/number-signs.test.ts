import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DraftTable } from '../src/paged/draft.ts'
import { joinNumberSigns } from '../src/paged/passes/number-signs.ts'
import { placeTaggedCells } from '../src/pdf/tagged/place-cells.ts'
import type { TaggedCell } from '../src/pdf/tagged/tagged-row.ts'
import { lattice, onlyTable, page, rows, textsOf } from './layout-tables-page.ts'

/* Currencies before numbers, and brackets and per cents after them, in cells of their own. */

const joined = (table: DraftTable): DraftTable => {
  const block = { type: 'table', box: [0, 0, 500, 500], lines: [], table } as const
  const { pages } = joinNumberSigns({
    metadata: { mimeType: 'application/pdf', documentPageCount: 1 },
    outline: [],
    pictures: [],
    warnings: [],
    pages: [{ number: 1, width: 600, height: 800, rotation: 0, blocks: [block] }],
  })
  const [after] = pages.flatMap(({ blocks }) => blocks.flatMap((one) => one.table ?? []))
  assert.ok(after)
  return after
}

type CellOptions = Partial<Pick<TaggedCell, 'id' | 'headers' | 'columnSpan' | 'header' | 'runs'>>

const cell = (text: string, left: number, right: number, options: CellOptions = {}): TaggedCell => ({
  id: '',
  headers: [],
  rowSpan: 1,
  columnSpan: 1,
  header: options.id !== undefined,
  text,
  box: [left, 0, right, 10],
  ...options,
})

suite('signs of numbers in cells of their own', () => {
  const empty: TaggedCell = { ...cell('', 0, 0), box: null }
  const wide = { columnSpan: 3 }

  test('are part of their numbers in tagged tables whose empty cells are left out', () => {
    const table = joined(
      placeTaggedCells([
        { cells: [empty, cell('2023', 113, 137, { ...wide, id: 'b' }), cell('2022', 165, 189, { ...wide, id: 'c' })] },
        {
          cells: [
            cell('Income', 36, 91),
            cell('$', 100, 106),
            cell('(9,797', 110, 141),
            cell(')', 146, 150),
            cell('$', 153, 159),
            cell('10,716', 162, 195),
          ],
        },
        {
          cells: [cell('Depreciation', 36, 98), cell('5,233', 110, 137), cell('(4,470', 162, 193), cell(')', 198, 202)],
        },
      ]),
    )
    assert.deepEqual(textsOf(table), [
      ['', '2023', '2022'],
      ['Income', '$ (9,797)', '$ 10,716'],
      ['Depreciation', '5,233', '(4,470)'],
    ])
  })

  test('leave the years in which the numbers stand to the headers that the cells name', () => {
    const [label, b, c] = [{ headers: ['a'] }, { headers: ['b'] }, { headers: ['c'] }]
    // The rows overlap each other, so that their places say nothing of the columns.
    const table = joined(
      placeTaggedCells([
        {
          cells: [
            cell('Item', 0, 400, { id: 'a' }),
            cell('2023', 0, 400, { ...wide, id: 'b' }),
            cell('2022', 0, 400, { ...wide, id: 'c' }),
          ],
        },
        {
          cells: [
            cell('Rent', 0, 400, label),
            cell('5,233', 0, 400, b),
            cell('(4,470', 0, 400, c),
            cell(')', 0, 400, c),
          ],
        },
        {
          cells: [
            cell('Tax', 0, 400, label),
            cell('(7,884', 0, 400, b),
            cell(')', 0, 400, b),
            cell('1,175', 0, 400, c),
          ],
        },
      ]),
    )
    assert.deepEqual(textsOf(table), [
      ['Item', '2023', '2022'],
      ['Rent', '5,233', '(4,470)'],
      ['Tax', '(7,884)', '1,175'],
    ])
  })

  test('do not move numbers into other columns where no row of the tree is whole', () => {
    const three = (text: string, left: number, right: number): TaggedCell => cell(text, left, right, wide)
    const table = placeTaggedCells([
      { cells: [cell('Year ended', 140, 200, { columnSpan: 9 })] },
      { cells: [three('2023', 120, 140), three('2022', 200, 220)] },
      {
        cells: [
          three('Rent', 36, 80),
          cell('$', 100, 106),
          cell('9,797', 120, 150),
          cell('$', 180, 186),
          cell('716', 210, 230),
        ],
      },
      {
        cells: [
          three('Margin', 36, 80),
          cell('12.5', 120, 145),
          cell('%', 146, 154),
          cell('3.4', 212, 230),
          cell('%', 232, 240),
        ],
      },
      { cells: [three('Other', 36, 80), cell('88', 214, 230)] },
    ])
    assert.deepEqual(textsOf(table), [
      ['', 'Year ended', ''],
      ['', '2023', '2022'],
      ['Rent', '$ 9,797', '$ 716'],
      ['Margin', '12.5%', '3.4%'],
      ['Other', '', '88'],
    ])
  })

  test('are part of their numbers in ruled tables', () => {
    const figures = [
      ['', '', '2023', '', '', '2022', ''],
      ['Income', '$', '(9,797', ')', '$', '10,716', ''],
      ['Rent', '', '5,233', '', '', '(4,470', ')'],
      ['Other', '', '88', '', '', '12', ''],
    ]
    const words = rows(figures, { xs: [60, 125, -195, 202, 225, -295, 302], top: 115, pitch: 17 })
    const drawn = lattice([55, 120, 140, 200, 220, 240, 300, 320], [103, 120, 137, 154, 171])
    assert.deepEqual(textsOf(joined(onlyTable(page({ words, rules: drawn })))), [
      ['', '2023', '2022'],
      ['Income', '$ (9,797)', '$ 10,716'],
      ['Rent', '5,233', '(4,470)'],
      ['Other', '88', '12'],
    ])
  })

  const tableOf = (texts: readonly (readonly string[])[]): DraftTable => ({
    rowCount: texts.length,
    columnCount: Math.max(...texts.map(({ length }) => length)),
    cells: texts.flatMap((row, at) =>
      row.map((text, column) => ({
        row: at,
        column,
        rowSpan: 1,
        columnSpan: 1,
        text,
        header: false,
        box: [column * 50, at * 20, column * 50 + 40, at * 20 + 10] as const,
      })),
    ),
  })

  test('that follow their numbers belong to the numbers before them', () => {
    const table = tableOf([
      ['Rent', '10', '€', '20', '€'],
      ['Tax', '30', '€', '40', '€'],
    ])
    assert.deepEqual(textsOf(joined(table)), [
      ['Rent', '10 €', '20 €'],
      ['Tax', '30 €', '40 €'],
    ])
  })

  test('stay where their column has a heading of its own', () => {
    const table = tableOf([
      ['Country', 'Currency', 'Amount'],
      ['France', '€', '10'],
      ['Japan', '¥', '1,200'],
    ])
    assert.deepEqual(joined(table), table)
  })

  test('stay where other rows have a number in their place', () => {
    const table = tableOf([
      ['Rent', '%', '10', '20'],
      ['Tax', '11', '%', '40'],
      ['Fees', '12', '13', '%'],
    ])
    assert.deepEqual(joined(table), table)
  })
})

test('text that is struck out in a cell of a tagged table stays struck', () => {
  const runs = [{ text: '120', strikethrough: true }, { text: '150' }]
  const table = placeTaggedCells([{ cells: [cell('Fee', 0, 20), cell('120 150', 30, 60, { runs })] }])
  assert.deepEqual(
    table.cells.map((one) => one.runs),
    [undefined, runs],
  )
})
