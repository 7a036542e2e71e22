import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTables } from '../src/layout/tables/find-tables.ts'
import type { PageContent } from '../src/layout/page-content.ts'
import type { DraftTable } from '../src/paged/draft.ts'
import { across, line, page, prose, rows, textsOf } from './layout-tables-page.ts'

const tablesOf = (content: PageContent): string[][][] => findTables(content).map(({ table }) => textsOf(table))
const spansOf = ({ cells }: DraftTable): (string | number)[][] =>
  cells
    .filter(({ rowSpan, columnSpan }) => rowSpan * columnSpan > 1)
    .map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan])

const actions = [
  ['Action', 'Fields'],
  ['click', 'button and keys'],
  ['move', 'keys'],
  ['wait', 'nothing more'],
]
const models = [
  ['Model', 'Size', 'Speed'],
  ['small', '', '12 a second'],
  ['large', '', '3 a second'],
]

describe('tables with a line below the header alone', () => {
  it('reach from the header above it to the last row that keeps to its columns', () => {
    const words = [
      ...prose(50, 60, 3),
      ...rows(actions, { xs: [60, 200], top: 115, pitch: 16 }),
      ...line(60, 187, 'Next:'),
      ...prose(50, 206, 4),
    ]
    assert.deepEqual(tablesOf(page({ words, rules: [across(120, 55, 380)] })), [actions])
  })

  it('have a column for each heading, empty ones too', () => {
    const words = rows(models, { xs: [60, 150, 250], top: 115, pitch: 16 })
    assert.deepEqual(tablesOf(page({ words, rules: [across(120, 55, 380)] })), [models])
  })

  it('may have a single row where lines stand above and below it too', () => {
    const adapters = [
      ['Adapter', 'Target'],
      ['fetch', 'The interface of browsers'],
    ]
    const words = [...prose(50, 60, 3), ...rows(adapters, { xs: [60, 200], top: 115, pitch: 16 })]
    const lines = [across(104, 55, 380), across(120, 55, 380), across(136, 55, 380)]
    assert.deepEqual(tablesOf(page({ words, rules: lines })), [adapters])
  })

  it('may have a single row whose text is wrapped, and end above a program', () => {
    const wrapped = [
      ...rows([['Adapter', 'Target']], { xs: [60, 200], top: 115 }),
      ...rows([['fetch', 'The interface of browsers,']], { xs: [60, 200], top: 131 }),
      ...line(200, 144, 'and of other programs'),
    ]
    const program = [
      ...line(60, 157, "import { link } from 'links'", { monospaced: true }),
      ...line(60, 170, 'const one = new link()', { monospaced: true }),
    ]
    const words = [...prose(50, 60, 3), ...wrapped, ...program]
    assert.deepEqual(tablesOf(page({ words, rules: [across(120, 55, 380)] })), [
      [
        ['Adapter', 'Target'],
        ['fetch', 'The interface of browsers, and of other programs'],
      ],
    ])
  })

  it('may have a heading in the middle of the height of their header', () => {
    const words = [
      ...rows([['First', 'Second']], { xs: [150, 250], top: 100 }),
      ...line(60, 109, 'Member'),
      ...rows([['Night', 'Night']], { xs: [150, 250], top: 117 }),
      ...rows(
        [
          ['Okafor', '86', '91'],
          ['Barreto', '102', '97'],
        ],
        { xs: [60, 150, 250], top: 133, pitch: 16 },
      ),
    ]
    const [table] = tablesOf(page({ words, rules: [across(104, 145, 380), across(121, 55, 380)] }))
    assert.deepEqual(table?.at(-1), ['Barreto', '102', '97'])
    assert.equal(table?.flat().includes('Member'), true)
  })

  it('are two where a paragraph stands between lines of one width', () => {
    const second = models.map((row) => [row[0] ?? '', row[2] ?? ''])
    const words = [
      ...rows(actions, { xs: [60, 200], top: 115, pitch: 16 }),
      ...line(50, 188, 'All of them take a moment, and none of them can be taken back in any way at all, so wait'),
      ...line(50, 201, 'for each.'),
      ...line(50, 225, 'Models', { size: 14, bold: true }),
      ...rows(second, { xs: [60, 240], top: 250, pitch: 16 }),
    ]
    assert.deepEqual(tablesOf(page({ words, rules: [across(120, 50, 480), across(255, 50, 480)] })), [actions, second])
  })

  it('may have sentences in two columns, beside a short label for every row in its middle', () => {
    const seasons = [
      ['Season', 'What the bees do', 'What is to be done'],
      ['Winter', 'They keep to the cluster and eat what is left of it', 'Lift the hive to feel the weight that it has'],
      ['Spring', 'The queen lays more eggs than on the day before', 'Change the floor and look for any brood there'],
      ['Autumn', 'The bees that will see the winter are raised', 'Feed them all and make the entrance small'],
    ]
    const [header = [], ...body] = seasons
    const half = (text = '', index: number): string => {
      const words = text.split(' ')
      return (index === 0 ? words.slice(0, 6) : words.slice(6)).join(' ')
    }
    const words = [
      ...prose(50, 60, 3),
      ...rows([header], { xs: [60, 140, 320], top: 115, bold: true }),
      ...body.flatMap(([label = '', bees, work], index) => [
        ...line(60, 141 + index * 32, label),
        ...rows([[half(bees, 0), half(work, 0)]], { xs: [140, 320], top: 135 + index * 32 }),
        ...rows([[half(bees, 1), half(work, 1)]], { xs: [140, 320], top: 147 + index * 32 }),
      ]),
    ]
    assert.deepEqual(tablesOf(page({ words, rules: [across(120, 55, 480)] })), [seasons])
  })

  it('are none where text stands in columns below a running head', () => {
    const words = [
      ...rows([['The Journal', 'Volume 7']], { xs: [50, -540], top: 40 }),
      ...prose(50, 60, 30, 230),
      ...prose(310, 60, 30, 230),
    ]
    assert.deepEqual(tablesOf(page({ words, rules: [across(45, 50, 540)] })), [])
  })

  it('have no running head in their header, which comes below its line', () => {
    const statement = [
      ['Date', 'Description', 'Amount', 'Balance'],
      ['2024-05-04', 'Standing order rent', '178.47', '3,588.61'],
      ['2024-05-05', 'Cash withdrawal', '393.12', '3,981.73'],
      ['2024-05-07', 'Transfer to Holm', '886.43', '3,095.30'],
    ]
    const places = { xs: [50, 130, -400, -540] }
    const words = [
      ...rows([['Printed for the bank', 'Printed']], { xs: [50, -540], top: 40, size: 8 }),
      ...rows(statement.slice(0, 1), { ...places, top: 60, bold: true }),
      ...rows(statement.slice(1), { ...places, top: 74 }),
    ]
    assert.deepEqual(tablesOf(page({ words, rules: [across(45, 50, 540)] })), [statement])
  })

  it('are none where the line stands above a total', () => {
    const words = rows(
      [
        ['Subtotal', '40,287.73'],
        ['Tax', '7,654.67'],
        ['Total due', '47,942.40'],
      ],
      { xs: [300, -500], top: 115, pitch: 16 },
    )
    assert.deepEqual(tablesOf(page({ words, rules: [across(136, 295, 505)] })), [])
  })

  it('are none where two labels of a form have their values below them', () => {
    const words = rows(
      [
        ['Name', 'Relation'],
        ['Tomas Castellanos', 'Brother'],
      ],
      { xs: [60, 260], top: 115 },
    )
    assert.deepEqual(tablesOf(page({ words, rules: [across(119, 55, 400)] })), [])
  })

  it('are none where rows have their label outside of the line, which is drawn over some columns', () => {
    const found = findTables(
      page({
        words: [
          ...rows(
            [
              ['', 'First', 'Second'],
              ['Flour', '1,204', '998'],
              ['Water and salt', '1,187', '1,015'],
              ['Yeast', '12', '14'],
            ],
            { xs: [60, -300, -400], top: 115, pitch: 16 },
          ),
        ],
        rules: [across(120, 260, 405)],
      }),
    )
    assert.deepEqual(
      found.map(({ table }) => table.columnCount),
      [3],
    )
  })
})

describe('tables whose lines are shared', () => {
  const order = [
    ['Pos', 'Item', 'Amount'],
    ['1', 'Bearing sleeve', '6,510.15'],
    ['2', 'Pallet wrap', '2,492.48'],
    ['3', 'Oak shelf', '4,305.34'],
  ]

  it('begin below what has text where their columns have white', () => {
    const address = ['Bluewater Hardware', '38 Beacon Hill', 'D2703 Marram', 'Bill to the office', 'of Harrow Tooling']
    const words = [
      ...address.flatMap((text, index) => line(52, 60 + index * 12, text)),
      ...rows(order, { xs: [60, 90, -480], top: 215, pitch: 16 }),
    ]
    const rules = [across(40, 50, 490), ...[220, 236, 252, 268].map((y) => across(y, 50, 490))]
    const bold = words.map((word) => (word.baseline === 215 ? { ...word, style: { ...word.style, bold: true } } : word))
    assert.deepEqual(tablesOf(page({ words: bold, rules })), [order])
  })

  it('keep the labels beside figures that have lines of their own', () => {
    const statement = [
      ['', '2025', '2024'],
      ['Revenue:', '', ''],
      ['Products', '44,959', '83,840'],
      ['Services', '29,500', '16,627'],
      ['Total revenue', '74,459', '100,467'],
    ]
    const words = rows(statement, { xs: [60, -400, -460], top: 115, pitch: 16 })
    const rules = [120, 168, 184].flatMap((y) => [across(y, 355, 402), across(y, 412, 462)])
    assert.deepEqual(tablesOf(page({ words, rules })), [statement])
  })
})

describe('rows of a table', () => {
  it('have cells in their middle where white above and below each cell divides them', () => {
    const words = [
      ...rows([['Season', 'What the bees do']], { xs: [60, 200], top: 115, bold: true }),
      ...line(60, 147, 'Winter'),
      ...['They keep to the cluster and', 'eat what is left of the honey', 'until the first noon is warm'].flatMap(
        (text, index) => line(200, 135 + index * 12, text),
      ),
      ...line(60, 187, 'Spring'),
      ...['The queen lays more eggs than', 'on any day of the winter'].flatMap((text, index) =>
        line(200, 181 + index * 12, text),
      ),
      ...line(60, 215, 'Summer'),
      ...line(200, 215, 'Colonies swarm'),
    ]
    const rules = [across(103, 55, 345), across(120, 55, 345), across(222, 55, 345)]
    assert.deepEqual(tablesOf(page({ words, rules })), [
      [
        ['Season', 'What the bees do'],
        ['Winter', 'They keep to the cluster and eat what is left of the honey until the first noon is warm'],
        ['Spring', 'The queen lays more eggs than on any day of the winter'],
        ['Summer', 'Colonies swarm'],
      ],
    ])
  })

  it('share a label that stands in their middle', () => {
    const words = [
      ...rows(
        [
          ['Group', 'Item', 'Pieces'],
          ['', 'Handles', '4'],
          ['', 'Lines', '12'],
          ['', 'Jars', '260'],
          ['Laboratory', 'Sieves', '9'],
          ['', 'Scales', '2'],
        ],
        { xs: [60, 200, -400], top: 115, pitch: 16 },
      ),
      ...line(60, 139, 'Deck'),
    ]
    const [found] = findTables(page({ words, rules: [across(120, 55, 405)] }))
    assert.deepEqual(found && spansOf(found.table), [
      ['Deck', 2, 1],
      ['Laboratory', 3, 1],
    ])
  })

  it('have a bracket set apart with the number that it closes', () => {
    const words = [
      ...rows(
        [
          ['', '2025', '2024'],
          ['Revenue', '5,269', '8,707'],
          ['Costs', '(2,634', '(7,473'],
          ['Profit', '2,635', '1,234'],
          ['Tax', '98', '99'],
        ],
        { xs: [60, -300, -400], top: 115, pitch: 16 },
      ),
      ...line(334, 147, ')'),
      ...line(404, 147, ')'),
    ]
    const [found] = findTables(page({ words, rules: [] }))
    assert.deepEqual(found && textsOf(found.table)[2], ['Costs', '(2,634)', '(7,473)'])
  })
})
