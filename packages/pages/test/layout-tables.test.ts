import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTables } from '../src/layout/tables/find-tables.ts'
import type { ContentWord } from '../src/layout/page-content.ts'
import type { DraftTable } from '../src/paged/draft.ts'
import {
  across,
  down,
  figures,
  lattice,
  line,
  onlyTable,
  page,
  places,
  prose,
  rows,
  textsOf,
} from './layout-tables-page.ts'

describe('tables that are drawn', () => {
  it('are read cell by cell', () => {
    const table = onlyTable(
      page({ words: rows(figures, places), rules: lattice([50, 150, 270, 390], [102, 118, 132, 146, 160]) }),
    )
    assert.deepEqual(textsOf(table), figures)
  })

  it('have cells that span where no line divides them', () => {
    const table = onlyTable(
      page({
        words: rows(
          [
            ['Year', 'People', ''],
            ['', 'Births', 'Deaths'],
            ['1991', '1,204', '998'],
            ['1992', '1,187', '1,015'],
          ],
          places,
        ),
        rules: [
          ...[102, 132, 146, 160].map((y) => across(y, 50, 390)),
          across(118, 150, 390),
          ...[50, 150, 390].map((x) => down(x, 102, 160)),
          down(270, 118, 160),
        ],
      }),
    )
    const spans = table.cells.filter(({ rowSpan, columnSpan }) => rowSpan * columnSpan > 1)
    assert.deepEqual(
      spans.map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan]),
      [
        ['Year', 2, 1],
        ['People', 1, 2],
      ],
    )
  })

  it('have one row for the sentences of a drawn one, whatever numbers are in them', () => {
    const [first, second] = [
      ['they spent 3,100 on stores', 'for the vote of 15 to 4', 'that was held in 1998'],
      ['man gab 3,100 für Lager aus', 'nach 15 gegen 4 Stimmen', 'aus dem Jahr 1998'],
    ]
    const lines = first.map((text, index) => [text, second[index] ?? ''])
    const table = onlyTable(
      page({
        words: [
          ...rows([['English', 'Deutsch']], { xs: [52, 180], top: 112 }),
          ...rows([...lines, ...lines], { xs: [52, 180], top: 126, pitch: 12 }),
        ],
        rules: lattice([50, 178, 310], [102, 116, 152, 188]),
      }),
    )
    assert.deepEqual(textsOf(table), [['English', 'Deutsch'], ...[1, 2].map(() => [first.join(' '), second.join(' ')])])
  })

  it('may be drawn by the backgrounds of their cells', () => {
    const fills = [102, 118, 134, 150].flatMap((y, row) =>
      [50, 150, 250].map((x) => ({ box: [x, y, x + 98, y + 14] as const, color: row === 0 ? 0x1f3864 : 0xdae3f3 + x })),
    )
    const table = onlyTable(
      page({ words: rows(figures, { ...places, xs: [60, 170, 270], pitch: 16, top: 113 }), fills }),
    )
    assert.deepEqual(textsOf(table), figures)
  })

  it('have a row for each line of values where only columns are divided', () => {
    const table = onlyTable(
      page({ words: rows(figures, places), rules: lattice([50, 150, 270, 390], [102, 118, 160]) }),
    )
    assert.deepEqual(textsOf(table), figures)
  })

  it('keep wrapped text in its cell, and join the words a hyphen divides', () => {
    const words = [
      ...rows([['Name', 'Use']], { xs: [60, 160], top: 115 }),
      ...rows(
        [
          ['river', 'carries ships and drink-'],
          ['', 'ing water to the town'],
        ],
        { xs: [60, 160], top: 130, pitch: 12 },
      ),
      ...rows([['forest', 'gives wood']], { xs: [60, 160], top: 157 }),
    ]
    const table = onlyTable(page({ words, rules: lattice([50, 150, 300], [102, 118, 146, 162]) }))
    assert.deepEqual(textsOf(table)[1], ['river', 'carries ships and drinking water to the town'])
  })

  it('leave out a caption and notes within the frame', () => {
    const words = [
      ...line(60, 95, 'Table 7. Births and deaths'),
      ...rows(figures, places),
      ...line(60, 171, 'Source: the register of the town'),
    ]
    const [found] = findTables(
      page({
        words,
        rules: [
          ...[85, 102, 118, 132, 146, 160, 176].map((y) => across(y, 50, 390)),
          ...[50, 390].map((x) => down(x, 85, 176)),
          ...[150, 270].map((x) => down(x, 102, 160)),
        ],
      }),
    )
    assert.deepEqual(found && textsOf(found.table), figures)
    assert.ok(![...(found?.words ?? [])].some(({ text }) => text === 'Source:' || text === 'Table'))
  })
})

describe('tables ruled across', () => {
  const rules = [across(102, 50, 400, 1), across(119, 50, 400), across(162, 50, 400, 1)]

  it('have columns where gaps run through their rows, and a header above the first line inside', () => {
    const table = onlyTable(
      page({ words: [...prose(50, 40, 3), ...rows(figures, places), ...prose(50, 190, 5)], rules }),
    )
    assert.deepEqual(textsOf(table), figures)
    assert.deepEqual(
      table.cells.filter(({ header }) => header).map(({ text }) => text),
      ['Year', 'Births', 'Deaths'],
    )
  })

  it('have headings over several columns, as far as the line below them goes', () => {
    const words = [
      ...rows([['', 'People', ''], ...figures.map((row, index) => (index === 0 ? ['', 'Births', 'Deaths'] : row))], {
        ...places,
        xs: [60, -300, -380],
      }),
      ...line(60, 129, 'Year'),
    ]
    const table = onlyTable(
      page({ words, rules: [across(102, 50, 400), across(118, 200, 400), across(133, 50, 400), across(178, 50, 400)] }),
    )
    const heading = table.cells.find(({ text }) => text === 'People')
    assert.deepEqual([heading?.row, heading?.column, heading?.columnSpan], [0, 1, 2])
    assert.equal(table.cells.find(({ text }) => text === 'Year')?.rowSpan, 2)
  })

  it('have a row for each sum below their lines, set to the right as they are', () => {
    const places = { xs: [60, -300, -400] }
    const articles = [
      ['Article', 'Price', 'Amount'],
      ['Pallet wrap', '119.42', '2,388.40'],
      ['Batteries', '36.57', '621.69'],
      ['Copier paper', '181.17', '2,717.55'],
    ]
    const sums = [
      ['', 'Subtotal', '5,727.64'],
      ['', 'Discount', '-248.33'],
      ['', 'Tax', '1,088.25'],
    ]
    const words = [...rows(articles, { ...places, top: 110 }), ...rows(sums, { ...places, top: 166, pitch: 13 })]
    const rules = [100, 114, 128, 142, 156].map((at) => across(at, 55, 405))
    assert.deepEqual(textsOf(onlyTable(page({ words, rules }))), [...articles, ...sums])
  })

  it('have headings above their first line, over columns whose headings repeat or in the middle of their columns', () => {
    const body = [
      ['Mill', '212', '88', '230', '94'],
      ['Oven', '340', '31', '335', '29'],
      ['Shop', '54', '6', '58', '7'],
    ]
    const xs = [60, -200, -260, -320, -380]
    const lines = [138, 154, 170].map((y) => across(y, 50, 400))
    const spansOf = (headings: readonly ContentWord[], second: readonly string[]): unknown[] => {
      const words = [...headings, ...rows([['', ...second]], { xs, top: 133, bold: true })]
      const table = onlyTable(
        page({
          words: [...words, ...rows(body, { xs, top: 149, pitch: 16 })],
          rules: [across(122, 150, 385), ...lines],
        }),
      )
      return table.cells.flatMap(({ text, row, column, columnSpan }) =>
        columnSpan > 1 ? [[text, row, column, columnSpan]] : [],
      )
    }
    const expected = [
      ['First year', 0, 1, 2],
      ['Second year', 0, 3, 2],
    ]
    const left = rows([['First year', 'Second year']], { xs: [153, 280], top: 117, bold: true })
    assert.deepEqual(spansOf(left, ['Day', 'Night', 'Day', 'Night']), expected)
    const centred = rows([['First year', 'Second year']], { xs: [195, 312], top: 117, bold: true })
    assert.deepEqual(spansOf(centred, ['Taken', 'Passed', 'Seen', 'Failed']), expected)
  })

  it('have rows of several lines where lines stand closer within a row than between rows', () => {
    const words = [
      ...rows([['Setting', 'Meaning']], { xs: [60, 160], top: 115 }),
      ...rows(
        [
          ['port', 'where the server listens for'],
          ['', 'requests of all clients'],
        ],
        { xs: [60, 160], top: 132, pitch: 12 },
      ),
      ...rows(
        [
          ['host', 'the name it is known by, or'],
          ['', 'any address of the machine'],
        ],
        { xs: [60, 160], top: 164, pitch: 12 },
      ),
    ]
    const table = onlyTable(page({ words, rules: [across(102, 50, 310), across(119, 50, 310), across(182, 50, 310)] }))
    assert.deepEqual(textsOf(table), [
      ['Setting', 'Meaning'],
      ['port', 'where the server listens for requests of all clients'],
      ['host', 'the name it is known by, or any address of the machine'],
    ])
  })

  it('are two where one with other columns follows', () => {
    const second = rows(
      [
        ['Mode', 'Use'],
        ['fast', 'drafts of letters'],
        ['slow', 'letters to print'],
      ],
      { xs: [60, 200], top: 225 },
    )
    const found = findTables(
      page({
        words: [...rows(figures, places), ...line(50, 185, 'Modes by use:'), ...second],
        rules: [...rules, across(212, 50, 400), across(229, 50, 400), across(259, 50, 400)],
      }),
    )
    assert.deepEqual(
      found.map(({ table }) => [table.rowCount, table.columnCount]),
      [
        [4, 3],
        [3, 2],
      ],
    )
  })

  it('have the columns in which their lines are drawn piece by piece, empty ones too', () => {
    const table = onlyTable(
      page({
        words: rows(
          [
            ['Ion', 'Seen'],
            ['K', ''],
            ['Na', ''],
            ['Ca', ''],
            ['Al', ''],
          ],
          { xs: [60, 200], top: 115 },
        ),
        rules: [118, 132, 146, 160, 174].flatMap((y) => [across(y, 50, 190), across(y, 190, 390)]),
      }),
    )
    assert.deepEqual(textsOf(table), [
      ['Ion', 'Seen'],
      ['K', ''],
      ['Na', ''],
      ['Ca', ''],
      ['Al', ''],
    ])
  })
})

describe('tables to fill in', () => {
  it('have a bold heading for every column, and labels beside empty cells', () => {
    const header = rows([['Ion', 'What was seen of it']], { xs: [60, 200], top: 115, bold: true })
    const lines = [104, 120, 136, 152].map((y) => across(y, 50, 390))
    const two = onlyTable(
      page({ words: [...header, ...rows([['K'], ['Na']], { xs: [60], top: 131, pitch: 16 })], rules: lines }),
    )
    assert.deepEqual(textsOf(two), [
      ['Ion', 'What was seen of it'],
      ['K', ''],
      ['Na', ''],
    ])
    const one = onlyTable(page({ words: [...header, ...line(60, 131, 'K')], rules: lines.slice(0, 3) }))
    assert.deepEqual(textsOf(one), [
      ['Ion', 'What was seen of it'],
      ['K', ''],
    ])
  })
})

describe('two tables that are ruled across, one below the other', () => {
  const xs = [60, -260, -380, -500]
  const earnings = [
    ['Earnings', 'Rate', 'This month', 'This year'],
    ['Salary', '31.93', '5,109.47', '25,547.35'],
    ['Overtime', '3.10', '496.08', '2,480.40'],
    ['Gross', '', '5,648.30', '28,241.50'],
  ]
  const deductions = [
    ['Deductions', '', 'This month', 'This year'],
    ['Tax', '', '1,073.18', '5,365.90'],
    ['Pension', '', '282.42', '1,412.10'],
    ['Insurance', '', '412.33', '2,061.65'],
  ]
  const stacked = (first: number, gap: number): DraftTable[] => {
    const second = first + 4 * 16 + gap
    const header = (texts: readonly string[] | undefined, top: number) =>
      rows([texts ?? []], { xs, top: top + 12, bold: true })
    const body = (texts: readonly (readonly string[])[], top: number) =>
      rows(texts.slice(1), { xs, top: top + 28, pitch: 16 })
    const lines = [first, second].flatMap((top) => [0, 1, 2, 3, 4].map((step) => across(top + step * 16, 50, 510)))
    const words = [
      ...header(earnings[0], first),
      ...body(earnings, first),
      ...header(deductions[0], second),
      ...body(deductions, second),
    ]
    return findTables(page({ words, rules: lines })).map(({ table }) => table)
  }
  const without = (texts: readonly (readonly string[])[]): string[][] => texts.map((row) => row.toSpliced(1, 1))

  it('stay apart where only a little white and a header is between them', () => {
    assert.deepEqual(stacked(100, 9).map(textsOf), [earnings, without(deductions)])
  })

  it('stay apart where the header of the second stands above its first line', () => {
    const words = [
      ...rows([earnings[0] ?? []], { xs, top: 96, bold: true }),
      ...rows(earnings.slice(1), { xs, top: 111, pitch: 14 }),
      ...rows([deductions[0] ?? []], { xs, top: 162, bold: true }),
      ...rows(deductions.slice(1), { xs, top: 177, pitch: 14 }),
    ]
    const rules = [100, 114, 128, 142, 166, 180, 194, 208].map((at) => across(at, 50, 510))
    const tables = findTables(page({ words, rules })).map(({ table }) => textsOf(table))
    assert.deepEqual(tables, [earnings, without(deductions)])
  })
})
