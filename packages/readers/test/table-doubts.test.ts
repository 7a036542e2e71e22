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

  /** A table whose cells have these lines, 100 points wide and 10 high; the closest lines are 12 apart, and these rows 20. */
  const lined = (rows: readonly (readonly (readonly string[])[])[], closeRows: readonly number[] = []) => {
    let top = 0
    const words: Word[] = []
    const cells = rows.flatMap((row, rowIndex) => {
      if (closeRows.includes(rowIndex)) top -= 8
      const from = top
      top += Math.max(...row.map(({ length }) => length)) * 12 + 8
      return row.map((lines, column): Cell => {
        for (const [at, text] of lines.entries())
          for (const { 0: word, index } of text.matchAll(/\S+/g)) {
            const left = column * 100 + index * 5
            const down = from + at * 12
            words.push({ text: word, bbox: [left, down, left + word.length * 5, down + 10], confidence: 1 })
          }
        const text = lines.map((one) => one.replaceAll(/ +/g, ' ')).join(' ')
        const bbox: Box = [column * 100, from - 1, column * 100 + 99, from + lines.length * 12 - 1]
        return { row: rowIndex, column, rowSpan: 1, columnSpan: 1, text, header: rowIndex === 0, bbox }
      })
    })
    const table: Table = {
      id: 'p1-t1',
      page: 1,
      bbox: [0, 0, 200, top],
      rowCount: rows.length,
      columnCount: rows[0]?.length ?? 0,
      cells,
    }
    return doubtTables([{ table, shape: shapeOf(table, words) }]).map(({ message }) => message)
  }

  test('rows as close as the lines of a cell are doubted where the text of one goes on', () => {
    const rows = [
      [['Item'], ['Terms']],
      [['Pipes'], ['They were sold to', 'nobody at all']],
      [['Pumps'], ['The amount of']],
      [['and taps'], ['3,100 was paid']],
    ]
    assert.match(lined(rows, [3])[0] ?? '', /: row 4 may be a line of the row above\.$/)
    assert.deepEqual(lined(rows), [])
    const options = [
      [['Name'], ['Type']],
      [['low'], ['They are read', 'once']],
      [['high'], ['text']],
      [['even'], ['text']],
    ]
    assert.deepEqual(lined(options, [3]), [])
  })

  test('a row whose lines are as far apart as rows and had room beside each other is doubted as several rows', () => {
    const withRow = (...row: readonly (readonly string[])[]) => [
      [['Port'], ['State']],
      [['Hull'], ['late by two days']],
      [['Ostend'], ['damaged by the storm']],
      row,
    ]
    const fused = withRow(['Kiel', 'Hull'], ['late by a day', 'late by two days'])
    assert.match(lined(fused, [1, 2, 3])[0] ?? '', /: row 4 may be several rows: its lines are as far apart as rows/)
    assert.deepEqual(lined(fused), [])
    const wrapped = withRow(['Bergen', 'Harbour'], ['damaged by the', 'weather of the month'])
    assert.deepEqual(lined(wrapped, [1, 2, 3]), [])
  })

  test('a row with nothing but text that goes on is doubted, and a heading of rows is not', () => {
    const withRow = (text: string) =>
      lined([
        [['Place'], ['Sold']],
        [['Lower'], ['12']],
        [['Harrow'], ['14']],
        [[text], ['']],
        [['Marsh'], ['10']],
      ])
    assert.match(withRow('gate')[0] ?? '', /: row 4 may be a line of the row above\.$/)
    assert.deepEqual(withRow('Towns'), [])
  })

  test('words that leave no room for a letter and go on small are doubted, and whole words are not', () => {
    const broken = [
      [['Option'], ['Value']],
      [['localGroupConcu', 'rrency'], ['1']],
      [['groupConcurrenc', 'y'], ['2']],
    ]
    assert.match(lined(broken)[0] ?? '', /: rows 2, 3 have words that are broken over two lines, or two words\.$/)
    const whole = [
      [['Option'], ['Value']],
      [['Spindle', 'nut'], ['1']],
      [['Gate', 'valve'], ['2']],
      [['Hose', 'clamp'], ['3']],
    ]
    assert.deepEqual(lined(whole), [])
  })

  test('a cell whose lines begin in two columns is doubted', () => {
    const cell = ['null      For jobs', '          that wait']
    const message =
      lined([
        [['Name'], ['Type']],
        [['rate'], ['number']],
        [['beat'], cell],
      ])[0] ?? ''
    assert.match(message, /: row 3 has a cell with text in two columns\.$/)
  })

  test('headings that repeat below a heading of one column alone are doubted, and two halves of a table are not', () => {
    const headed = (...names: readonly string[]) =>
      lined([names.map((name) => [name]), ...['Marsh', 'Ferry'].map((place) => names.map(() => [place]))])
    assert.match(
      headed('Place', '2022 Budget', 'Actual', '2023 Budget', 'Actual')[0] ?? '',
      /: columns 3 and 5 have the same heading, and what tells them apart is over one column alone\.$/,
    )
    assert.deepEqual(headed('Name', 'Value', 'Name', 'Value'), [])
    assert.deepEqual(headed('Year', 'Sum', 'Share', 'Rest', 'Share'), [])
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
    assert.deepEqual(warning.bbox, [0, 0, 200, 100])
    assert.match(warning.message, /columns 1 and 2/)
  })

  test('two tables in the same place are doubted', () => {
    const doubts = doubtTables([tableOf(right), tableOf(right, { id: 'p1-t2' })])
    assert.equal(doubts.length, 2)
    assert.match(doubts[0]?.message ?? '', /table p1-t2 is in the same place/)
  })
})
