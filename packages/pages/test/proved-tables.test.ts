import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Box } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import type { Fill } from '../src/layout/page-content.ts'
import { placeTurnedWords } from '../src/pdf/structure/turned-headings.ts'
import { frameOfPage } from '../src/pdf/structure/frames.ts'
import { placeTaggedCells } from '../src/pdf/tagged/place-cells.ts'
import type { TaggedCell } from '../src/pdf/tagged/tagged-row.ts'
import { across, lattice, line, onlyTable, page, rows, textsOf, widthOf } from './layout-tables-page.ts'

/* What the words of a table say of its rows and columns, where lines or tags say less or something else. */

suite('tables proved by their words', () => {
  const counts = [
    ['Burglary', '234,551', '155,994', '2,021'],
    ['Arson', '9,466', '7,085', '115'],
    ['Fraud', '161,233', '108,032', '1,315'],
    ['Robbery', '100,496', '43,039', '726'],
  ]

  test('numbers side by side in one drawn column are columns of their own', () => {
    const words = [
      ...rows([['Offence', 'All', 'White', 'Asian']], { xs: [60, -250, -320, -380], top: 115 }),
      ...rows(counts, { xs: [60, -250, -320, -380], top: 132, pitch: 17 }),
    ]
    const table = onlyTable(page({ words, rules: lattice([55, 190, 400], [103, 120, 137, 154, 171, 188]) }))
    assert.deepEqual(textsOf(table), [['Offence', 'All', 'White', 'Asian'], ...counts])
  })

  test('figures grouped by spaces in one drawn column stay one number', () => {
    const grouped = counts.map(([label = '', all = '']) => [label, all.replace(',', ' ')])
    const words = rows([['Offence', 'All'], ...grouped], { xs: [60, -250], top: 115, pitch: 17 })
    const table = onlyTable(page({ words, rules: lattice([55, 190, 400], [103, 120, 137, 154, 171, 188]) }))
    assert.deepEqual(textsOf(table), [['Offence', 'All'], ...grouped])
  })

  test('two rows without a line between them do not become one', () => {
    const years = [
      ['Period', 'Passengers', 'Change'],
      ['FY2013', '7,723,293', '102.6'],
      ['FY2014', '7,793,704', '100.9'],
      ['April', '653,278', '107.5'],
    ]
    const words = rows(years, { xs: [60, -260, -330], top: 115, pitch: 16 })
    const table = onlyTable(page({ words, rules: lattice([55, 180, 270, 340], [103, 119, 151, 167]) }))
    assert.deepEqual(textsOf(table), years)
  })

  test('headings just above a grid are its first row', () => {
    const ports = [
      ['Afton', 'Port Afton', '1200'],
      ['Brede', 'Port Brede', '1237'],
    ]
    const words = [
      ...rows([['Town', 'Port', 'People']], { xs: [60, 160, 270], top: 100 }),
      ...rows(ports, { xs: [60, 160, 270], top: 117, pitch: 17 }),
    ]
    const table = onlyTable(page({ words, rules: lattice([55, 150, 260, 340], [105, 122, 139]) }))
    assert.deepEqual(textsOf(table), [['Town', 'Port', 'People'], ...ports])
  })

  test('a sentence just above a grid is no row of it', () => {
    const words = [
      ...line(60, 100, 'The towns on the coast and the ports that belong to them since'),
      ...rows(
        [
          ['Afton', 'Port Afton', '1200'],
          ['Brede', 'Port Brede', '1237'],
        ],
        { xs: [60, 160, 270], top: 117, pitch: 17 },
      ),
    ]
    const table = onlyTable(page({ words, rules: lattice([55, 150, 260, 340], [105, 122, 139]) }))
    assert.equal(table.rowCount, 2)
  })

  test('a column begins where most rows begin it, however close a long label comes', () => {
    const visits = [
      ['District', 'Visits', 'Staff'],
      ['Norrvik', '23,186', '194'],
      ['Dunmore Quay on Sea', '45,382', '166'],
      ['Arden', '13,666', '131'],
      ['Vallmora', '85,246', '208'],
    ]
    const words = rows(visits, { xs: [60, 60 + widthOf('Dunmore Quay on Sea') + 3.2, 280], top: 115 })
    assert.deepEqual(textsOf(onlyTable(page({ words, rules: [103, 120, 176].map((y) => across(y, 55, 340)) }))), visits)
  })

  test('narrow cells shaded row by row are one table', () => {
    const xs = [60, 120, 160, 200]
    const shaded = [
      ['Arden', '67,582', '15,600'],
      ['Norrvik', '37,293', '98,500'],
      ['Vallmora', '78,855', '22,925'],
      ['Harrow', '71,931', '90,643'],
    ]
    const words = rows(shaded, { xs: [60, -160, -200], top: 110, pitch: 12 })
    const fills = [112, 136].flatMap((top) =>
      pairwise(xs).map(([left, right]): Fill => ({ box: [left, top, right, top + 12], color: 0xeeeeee })),
    )
    assert.deepEqual(textsOf(onlyTable(page({ words, fills }))), shaded)
  })

  test('a label does not span rows that a line divides', () => {
    const sparse = [
      ['Code', 'Place', 'Count'],
      ['', 'B-07', '289'],
      ['SKU-1', 'B-08', '778'],
      ['', 'C-15', '150'],
    ]
    const words = rows(sparse, { xs: [60, 160, -330], top: 115, pitch: 24 })
    const rules = [99, 123, 147, 171, 195].map((y) => across(y, 55, 340))
    assert.deepEqual(textsOf(onlyTable(page({ words, rules }))), sparse)
  })

  test('cells of tagged rows stand in the columns in which they are printed', () => {
    const cell = (text: string, left: number, header = false): TaggedCell => ({
      id: '',
      headers: [],
      rowSpan: 1,
      columnSpan: 1,
      header,
      text,
      box: [left, 0, left + 30, 10],
    })
    const table = placeTaggedCells([
      { cells: [cell('Berth', 60, true), cell('Owner', 160, true), cell('Fee', 260, true)] },
      { cells: [cell('A1', 60), cell('410.00', 260), cell('Marsh', 160)] },
      { cells: [cell('A2', 60), cell('Ferry', 160), cell('560.00', 260)] },
    ])
    assert.deepEqual(textsOf(table), [
      ['Berth', 'Owner', 'Fee'],
      ['A1', 'Marsh', '410.00'],
      ['A2', 'Ferry', '560.00'],
    ])
  })

  test('words that run up in a cell are the text of that cell', () => {
    const frame = frameOfPage(270, 600, 800)
    // In the frame of text that runs up, x is the height from the foot of the page.
    const words = line(610, 225, 'Surplus')
    const box: Box = [200, 100, 250, 195]
    const cell = { row: 0, column: 1, rowSpan: 1, columnSpan: 1, text: '', header: true, box }
    const table = { rowCount: 1, columnCount: 2, cells: [cell] }
    const turned = { frame, content: page({ words, width: 800, height: 600 }) }
    const placed = placeTurnedWords([{ type: 'table', box, lines: [], table }], [turned])
    assert.deepEqual(
      placed.blocks.map((block) => block.table?.cells.map(({ text }) => text)),
      [['Surplus']],
    )
    assert.deepEqual(
      placed.others.map(({ content }) => content.words),
      [[]],
    )
  })
})
