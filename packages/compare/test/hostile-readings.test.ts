import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agree } from '../src/agree.ts'
import { tokenizing } from '../src/parameters.ts'
import type { Reading, ReadingBlock, ReadingTable } from '../src/reading.ts'

type Page = readonly ReadingBlock[]

const readingOf = (pages: readonly Page[], tables: readonly ReadingTable[] = []): Reading => ({
  schema: 'reading/1',
  pages: pages.map((blocks, index) => ({ number: index + 1, blocks })),
  tables,
  warnings: [],
})

const paragraph = (text: string): ReadingBlock => ({ type: 'paragraph', text, bbox: null })

const prose = (text: string): Reading => readingOf([[paragraph(text)]])

/** A page of nothing but tables. */
const tables = (...all: readonly (readonly (readonly string[])[])[]): Reading =>
  readingOf(
    [all.map((_, table) => ({ type: 'table', text: '', bbox: null, table }))],
    all.map((rows) => ({
      page: 1,
      bbox: null,
      rowCount: rows.length,
      columnCount: rows[0]?.length ?? 0,
      cells: rows.flatMap((texts, row) => texts.map((text, column) => ({ row, column, text }))),
    })),
  )

const listOf = <Item>(length: number, itemAt: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => itemAt(index))

/** Words made only of letters, each of which occurs once. */
const word = (number: number): string =>
  number.toString().replaceAll(/\d/g, (figure) => 'qwrtpsdfgh'.charAt(Number(figure)))

const words = (length: number, from = 0): string => listOf(length, (index) => word(from + index)).join(' ')

/** One word in three differs in each reading. */
const everyThird = (reading: number): Reading =>
  readingOf(
    listOf(100, (page) => [
      paragraph(
        listOf(240, (place) =>
          place % 3 === 0 ? `${word(place)}${'xyz'.charAt(reading)}` : word(page * 240 + place),
        ).join(' '),
      ),
    ]),
  )

/** A page on which differing stretches stand between runs of four equal words. */
const stretches = (number: number, differing: (stretch: number) => string): Reading =>
  prose(listOf(number, (index) => `${words(4, 4 * index)} ${differing(index)}`).join(' '))

const alternating = (again: string, from: number): Reading =>
  prose(listOf(40_000, (index) => `${again} ${word(from + index)}`).join(' '))

const hostile: Readonly<Record<string, () => readonly Reading[]>> = {
  '12,000 small tables': () => {
    const small = (number: number): string[][] => [
      [word(number), String(number)],
      ['total', String(number + 1)],
    ]
    return [tables(...listOf(12_000, small)), tables(...listOf(12_000, (index) => small(12_000 - index)))]
  },
  'a number of 200,000 zeros': () =>
    ['1', '2'].map((last) => prose(`${words(20)} 0.${'0'.repeat(200_000)}${last} ${words(20, 50)}`)),
  'one word of 300,000 letters that differs': () =>
    ['ab', 'ba'].map((letters) => prose(`${words(20)} ${letters.repeat(150_000)} ${words(20, 50)}`)),
  '1,000 stretches of long words that differ': () =>
    ['ab', 'cab'].map((letters) => stretches(1_000, (index) => `${letters}${word(index)}`.repeat(80).slice(0, 199))),
  '1,000 stretches of many words that differ': () =>
    [3, 7].map((step) => stretches(1_000, (index) => words(100, 100_000 * step + index * step))),
  'a table that lost every second of 40,000 cells': () => {
    const rows = listOf(200, (row) => listOf(200, (column) => word(row * 200 + column)))
    return [tables(rows), tables(rows.map((row) => row.map((text, column) => (column % 2 === 0 ? text : ''))))]
  },
  'one row of 16,000 cells': () => {
    const row = listOf(16_000, (column) => `${word(column)} head`)
    return [tables([row]), tables([row.map((text, column) => (column % 2 === 0 ? text : ''))])]
  },
  'the same word between 40,000 others': () => [alternating('and', 0), alternating('and', 100_000)],
  '100 pages on which three readings misread every third word': () => listOf(3, everyThird),
}

describe('Readings made to be costly', () => {
  for (const [name, readings] of Object.entries(hostile))
    it(`are compared: ${name}`, { timeout: 120_000 }, async () => {
      const compared = readings().map((reading, index) => ({ provider: `p${index}`, reading, durationMs: 1_000 }))
      const { pairs, disputes } = await agree(compared)
      assert.equal(pairs.length, (compared.length * (compared.length - 1)) / 2)
      assert.ok(disputes.length <= 1_000)
      assert.ok(JSON.stringify(disputes).length < 10_000_000, 'the result stays readable')
    })
})

describe('A page with more words than can be compared', () => {
  it('is marked as approximate', async () => {
    const long = words(tokenizing.maxTokensPerPage + 1)
    const { pages } = await agree(['one', 'two'].map((provider) => ({ provider, reading: prose(long), durationMs: 1 })))
    assert.equal(pages[0]?.approximate, true)
  })
})

describe('A page with more disputes than are listed', () => {
  it('counts each of the others once, however many readings there are', async () => {
    const wrong = (letter: string): Reading => tables(listOf(300, (row) => [word(row), `${1_000 + row}${letter}`]))
    const compared = ['1', '2', '3'].map((figure) => ({ provider: figure, reading: wrong(figure), durationMs: 1 }))
    const { disputes, omittedDisputeCount } = await agree(compared)
    assert.equal(disputes.length + omittedDisputeCount, 300)
  })
})

for (const [one, two] of [
  ['12.000', '12'],
  ['1.500', '1.50'],
  ['1.500', '1.5'],
  ['1.500', '1500'],
] as const)
  it(`“${one}” and “${two}” are different: the point may or may not separate thousands`, async () => {
    const [left, right] = [one, two].map((figure) => prose(`${words(20)} ${figure} ${words(20, 50)}`))
    assert.ok(left !== undefined && right !== undefined)
    const { disputes } = await agree([
      { provider: 'one', reading: left, durationMs: 1 },
      { provider: 'two', reading: right, durationMs: 1 },
    ])
    assert.deepEqual(
      disputes.map(({ kind }) => kind),
      ['number'],
    )
  })
