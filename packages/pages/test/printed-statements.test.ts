import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTables } from '../src/layout/tables/find-tables.ts'
import type { ContentWord, PageContent } from '../src/layout/page-content.ts'
import type { DraftTable } from '../src/paged/draft.ts'
import { across, down, line, onlyTable, page, rows, textsOf, widthOf } from './layout-tables-page.ts'

/** The cells over several columns or rows of a table, with how many. */
const spansOf = ({ cells }: DraftTable): (string | number)[][] =>
  cells
    .filter(({ rowSpan, columnSpan, text }) => rowSpan * columnSpan > 1 && text !== '')
    .map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan])

const tablesOf = (content: PageContent): string[][][] => findTables(content).map(({ table }) => textsOf(table))

/** A line in the middle of two places. */
const centred = (from: number, to: number, baseline: number, text: string, bold = true): ContentWord[] =>
  line((from + to - widthOf(text)) / 2, baseline, text, { bold })

const assets = [
  ['Cash', '120', '30', '150', '110', '25', '135'],
  ['Receivables', '44', '12', '56', '41', '10', '51'],
  ['Vessels', '980', '0', '980', '1,010', '0', '1,010'],
  ['Inventories', '8', '3', '11', '7', '4', '11'],
]

describe('statements that browsers print without tags', () => {
  it('have a year over the headings of its columns, not over the one in the middle', () => {
    const xs = [60, -225, -302, -356, -415, -492, -546]
    const words = [
      ...centred(170, 356, 100, '2023'),
      ...centred(360, 546, 100, '2022'),
      ...rows([['', 'Ferries', 'Harbour', 'Total', 'Ferries', 'Harbour', 'Total'], ...assets], { xs, top: 116 }),
    ]
    const table = onlyTable(page({ words }))
    assert.deepEqual(spansOf(table), [
      ['2023', 1, 3],
      ['2022', 1, 3],
    ])
    assert.deepEqual(textsOf(table).slice(2), assets)
  })

  it('have headings of two lines over two columns whole, with a line drawn below the second', () => {
    const xs = [60, -320, -372, -460, -512]
    const words = [
      ...centred(270, 380, 100, 'Three months ended'),
      ...centred(410, 520, 100, 'Six months ended'),
      ...centred(270, 380, 112, 'June 30,'),
      ...centred(410, 520, 112, 'June 30,'),
      ...rows([['', '2023', '2022', '2023', '2022']], { xs, top: 128, bold: true }),
      ...rows(
        [
          ['Revenue', '4,120', '3,980', '8,210', '7,640'],
          ['Cost of revenue', '1,930', '1,877', '3,811', '3,602'],
          ['Gross profit', '2,190', '2,103', '4,399', '4,038'],
          ['Net income', '1,147', '1,142', '2,325', '2,108'],
        ],
        { xs, top: 144, pitch: 16 },
      ),
    ]
    const rules = [across(116, 270, 380), across(116, 410, 520), ...xs.slice(1).map((x) => across(132, -x - 46, -x))]
    assert.deepEqual(spansOf(onlyTable(page({ words, rules }))), [
      ['Three months ended June 30,', 1, 2],
      ['Six months ended June 30,', 1, 2],
    ])
  })

  it('have a year over drawn columns of which the ground of every second row is all that divides rows', () => {
    const xs = [60, 190, 281, 373, 464, 555]
    const grounds = xs
      .slice(1)
      .map((right, index) => ({ box: [xs[index] ?? 0, 136, right, 153] as const, color: 0xccffee }))
    const texts = [
      ['', 'Q1', 'Q2', 'Q3', 'Q4'],
      ['North line', '12,310', '18,220', '24,871', '13,004'],
      ['South line', '8,100', '11,950', '17,310', '9,020'],
      ['Island line', '2,410', '5,870', '9,934', '2,777'],
    ]
    const words = [
      ...centred(190, 555, 97, '2023'),
      ...rows(texts.slice(0, 1), { xs: [62, -278, -370, -461, -552], top: 114, bold: true }),
      ...rows(texts.slice(1), { xs: [62, -278, -370, -461, -552], top: 131, pitch: 17 }),
    ]
    const fills = [{ box: [60, 101, 190, 119] as const, color: 0xccffee }, ...grounds]
    const table = onlyTable(page({ words, fills, rules: [across(101, 190, 555)] }))
    assert.deepEqual(spansOf(table), [['2023', 1, 4]])
    assert.deepEqual(textsOf(table).slice(1), texts)
  })

  it('are two tables where headings of other columns begin right below the numbers of one', () => {
    const vessels = [
      ['Vessel', 'Built', 'Capacity'],
      ['Merlin', '1998', '340'],
      ['Kestrel', '2006', '512'],
      ['Osprey', '2019', '780'],
    ]
    const loans = [
      ['Loan', 'Rate', 'Due', 'Principal', 'Interest'],
      ['Harbour Bank', '4.1 %', '2027', '12,000', '492'],
      ['Coast Fund', '3.7 %', '2030', '8,500', '315'],
      ['State loan', '1.0 %', '2041', '20,000', '200'],
    ]
    const set = (texts: readonly string[][], xs: readonly number[], top: number): ContentWord[] => [
      ...rows(texts.slice(0, 1), { xs, top, bold: true }),
      ...rows(texts.slice(1), { xs, top: top + 16, pitch: 16 }),
    ]
    const words = [...set(vessels, [60, -330, -540], 100), ...set(loans, [60, -225, -320, -430, -540], 164)]
    assert.deepEqual(tablesOf(page({ words })), [vessels, loans])
  })

  it('are two tables side by side where the rows of each fall between those of the other', () => {
    const cells = [
      ['Assets', '2023', '2022'],
      ['Cash', '150', '135'],
      ['Receivables', '56', '51'],
      ['Vessels', '980', '1,010'],
      ['Inventories', '11', '11'],
      ['Total', '1,197', '1,207'],
    ]
    const others = [
      ['Liabilities', '2023', '2022'],
      ['Payables', '88', '91'],
      ['Loans', '640', '700'],
      ['Equity', '469', '416'],
      ['Total', '1,197', '1,207'],
    ]
    const words = [
      ...rows(cells, { xs: [60, -190, -250], top: 100, pitch: 16 }),
      ...rows(others, { xs: [280, -430, -500], top: 100, pitch: 20 }),
    ]
    assert.deepEqual(tablesOf(page({ words })), [cells, others])
  })

  it('go on where a closing bracket and a currency that are set apart leave little white between two columns', () => {
    const texts = [
      ['Net income', '2,325', '2,108'],
      ['Depreciation', '5,233', '(4,470'],
      ['Taxes', '(120', '88'],
      ['Receivables', '(50', '12'],
      ['Net cash', '7,388', '(2,274'],
    ]
    const words = [
      ...rows(texts, { xs: [60, -300, -360], top: 100, pitch: 16 }),
      ...line(314, 100, '$'),
      ...line(266, 100, '$'),
      ...texts.flatMap(([, first = '', second = ''], index) => [
        ...(first.startsWith('(') ? line(304.5, 100 + index * 16, ')') : []),
        ...(second.startsWith('(') ? line(365, 100 + index * 16, ')') : []),
      ]),
    ]
    const sign = (text = ''): string => (text.startsWith('(') ? `${text})` : text)
    assert.deepEqual(
      textsOf(onlyTable(page({ words }))),
      texts.map(([label = '', first, second], index) => [
        label,
        index === 0 ? `$ ${sign(first)}` : sign(first),
        index === 0 ? `$ ${sign(second)}` : sign(second),
      ]),
    )
  })

  it('have a title in the middle of their frame whole, over all columns, with the header below it', () => {
    const texts = [
      ['Line', 'Q1', 'Q2', 'Q3'],
      ['North', '1,204', '2,310', '3,005'],
      ['South', '98', '410', '1,220'],
      ['Island', '12', '33', '71'],
    ]
    const words = [
      ...centred(60, 240, 110, 'Arrivals in 2023', false),
      ...rows(texts.slice(0, 1), { xs: [66, -123, -170, -222], top: 126 }),
      ...rows(texts.slice(1), { xs: [66, -128, -175, -228], top: 142, pitch: 12 }),
    ]
    const rules = [...[100, 114, 130, 172].map((y) => across(y, 60, 240)), down(60, 100, 172), down(240, 100, 172)]
    const table = onlyTable(page({ words, rules }))
    assert.deepEqual(spansOf(table), [['Arrivals in 2023', 1, 4]])
    assert.deepEqual(textsOf(table).slice(1), texts)
  })
})
