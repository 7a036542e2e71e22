import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupRows } from '../src/layout/tables/rows/group-rows.ts'
import { placeRow, textRows, type PlacedRow } from '../src/layout/tables/rows/text-rows.ts'
import { rows as wordsOfRows } from './layout-tables-page.ts'

/** Three columns of a hundred points, the last of them set to the right; this text fills one. */
const xs = [0, 100, 200, 300]
const full = 'twenty letters long'
const extents = [0, 100, 200].map((left) => ({ left, right: left + 100 }))

type DrawnLine = readonly [down: number, ...texts: readonly string[]]

/** Lines of a table, each so many points below the one above it. */
const linesOf = (drawn: readonly DrawnLine[]): PlacedRow[] => {
  let baseline = 100
  return drawn.flatMap(([down, ...texts]) => {
    baseline += down
    const words = wordsOfRows([texts], { xs: [0, 100, -300], top: baseline })
    return textRows(words).map((line) => placeRow(line, xs))
  })
}

type Drawing = { readonly isRuled?: boolean; readonly ruleAbove?: readonly number[] }

/** How many lines each row has. */
const linesByRow = (drawn: readonly DrawnLine[], { isRuled = false, ruleAbove = [] }: Drawing = {}): number[] => {
  const lines = linesOf(drawn)
  const isDivided = (_above: PlacedRow, below: PlacedRow) => ruleAbove.includes(lines.indexOf(below))
  return groupRows(lines, { extents, isDivided, isRuled }).map((row) => row.length)
}

describe('The lines of a table', () => {
  const wrapped: readonly DrawnLine[] = [
    [0, full, 'Alpha', '1'],
    [12, 'Name', '', ''],
    [20, 'Second label', 'Beta', '2'],
    [20, full, 'Gamma', '3'],
    [12, 'Name', '', ''],
  ]

  it('make one row where they are closer together than others, and their text is wrapped', () => {
    assert.deepEqual(linesByRow(wrapped), [2, 1, 2])
  })

  it('make no row over a drawn line, however close they are', () => {
    assert.deepEqual(linesByRow(wrapped, { ruleAbove: [1] }), [1, 1, 1, 2])
  })

  it('make one row of the sentences between drawn lines, all as close as they are, with numbers in them', () => {
    const sentences: readonly DrawnLine[] = [
      [0, 'we spent 3,100 of', 'man gab 3100 aus', ''],
      [12, 'money and 44 will', 'davon und 44 gibt', ''],
      [12, 'remain over', 'niemand aus', ''],
      [15, 'they sold 28 boats', 'man gab 28 Boote', ''],
      [12, 'later to 700 shops', 'später an 700 ab', ''],
      [12, 'in 1999', '', ''],
    ]
    assert.deepEqual(linesByRow(sentences, { ruleAbove: [3] }), [3, 3])
    const values: readonly DrawnLine[] = [
      [0, 'Alpha', '3,100', '1'],
      [12, 'Beta', '44', '2'],
      [12, 'Gamma', '28', '3'],
      [15, 'Delta', '700', '4'],
    ]
    assert.deepEqual(linesByRow(values, { ruleAbove: [3] }), [1, 1, 1, 1])
  })

  it('make no row where distance would leave a hole in a cell, and the text does not go on', () => {
    const holed: readonly DrawnLine[] = [
      [0, full, full, '1'],
      [12, full, '', ''],
      [12, 'goes on', 'Beta', ''],
      [20, 'Second label', 'Gamma', '2'],
    ]
    assert.deepEqual(linesByRow(holed), [2, 1, 1])
  })

  it('make one row at the same distance where the text says so', () => {
    const even: readonly DrawnLine[] = [
      [0, 'First', full, '1'],
      [12, '', 'goes on', ''],
      [12, 'Second', 'Beta', '2'],
      [12, 'Third', full, '3'],
      [12, '', '44', ''],
    ]
    assert.deepEqual(linesByRow(even), [2, 1, 2])
  })

  const ownRows: Readonly<Record<string, readonly [above: DrawnLine, below: DrawnLine]>> = {
    'has a value of its own': [
      [0, 'First', full, '1'],
      [12, '', 'goes on', '2'],
    ],
    'has a number that ends no text': [
      [0, 'First', full, 'Alpha'],
      [12, '', 'goes on', '44'],
    ],
    'has text where the row has none': [
      [0, 'First', full, ''],
      [12, '', 'goes on', 'more'],
    ],
    'neither is wrapped nor reads on': [
      [0, 'First', 'Alpha', '1'],
      [12, '', 'Beta', ''],
    ],
    'has names in several columns that are as wide as these, of which none reads on': [
      [0, 'First', 'Alexander Hamilton', 'Lieutenant-Colonel'],
      [12, '', 'Christopher Miller', 'Quartermaster-Sgt'],
    ],
    'is set to the right, where no room is left': [
      [0, 'First', 'Alpha', 'Long words'],
      [12, '', '', 'Beta'],
    ],
  }
  for (const [why, lines] of Object.entries(ownRows))
    it(`make a row each at the same distance where the lower ${why}`, () => {
      assert.deepEqual(linesByRow([...lines, [12, 'Third', 'Gamma', '3']]), [1, 1, 1])
    })

  it('are one line where cells are set a little lower, unless a column has both', () => {
    const lower: readonly DrawnLine[] = [
      [0, 'First', 'Alpha'],
      [6, '', '', '1'],
      [20, 'Second', 'Beta'],
      [6, '', 'Gamma', '2'],
    ]
    assert.deepEqual(linesByRow(lower), [2, 1, 1])
  })

  describe('between drawn lines', () => {
    const fenced = { isRuled: true, ruleAbove: [2, 4] }

    it('make one row where one column goes on, be it short', () => {
      const address: readonly DrawnLine[] = [
        [0, 'First', 'Alpha', '1'],
        [14, '', 'Beta', ''],
        [14, 'Second', 'Gamma', '2'],
        [14, '', 'Delta', ''],
      ]
      assert.deepEqual(linesByRow(address, fenced), [2, 2])
    })

    it('make a row each where several columns go on that are not wrapped, or one has numbers', () => {
      const values: readonly DrawnLine[] = [
        [0, 'First', 'Alpha', '1'],
        [14, 'Second', 'Beta', ''],
        [14, 'Third', 'Gamma', '12'],
        [14, '', '', '3'],
      ]
      assert.deepEqual(linesByRow(values, fenced), [1, 1, 1, 1])
    })

    it('make a row each where they are too far apart for lines of one cell', () => {
      const far: readonly DrawnLine[] = [
        [0, 'First', 'Alpha', '1'],
        [30, '', 'Beta', ''],
        [30, 'Second', 'Gamma', '2'],
      ]
      assert.deepEqual(linesByRow(far, fenced), [1, 1, 1])
    })
  })

  it('make one row where cells are set in the middle of it', () => {
    const centred: readonly DrawnLine[] = [
      [0, '', full, ''],
      [6, 'First', '', '1'],
      [6, '', 'goes on', ''],
      [20, '', full, ''],
      [6, 'Second', '', '2'],
      [6, '', 'goes on', ''],
    ]
    assert.deepEqual(linesByRow(centred), [3, 3])
  })

  it('make a row each where texts in the middle of their columns would have had room on one line', () => {
    /** Short texts in the middle of the second and third column. */
    const middle = (texts: readonly string[]): PlacedRow[] =>
      texts.flatMap((text, index) =>
        textRows(wordsOfRows([['', text, text]], { xs: [0, 140, 240], top: 100 + index * 12 })).map((line) =>
          placeRow(line, xs),
        ),
      )
    const lines = middle(['Cod', 'Eel', 'Ray'])
    const width = (lines[0]?.pieces[0]?.to ?? 0) - 140
    const wide = [0, 100, 200].map((left) => ({ left: left + 25, right: left + 55 + width }))
    assert.deepEqual(
      groupRows(lines, { extents: wide, isDivided: () => false, isRuled: false }).map((row) => row.length),
      [1, 1, 1],
    )
  })
})
