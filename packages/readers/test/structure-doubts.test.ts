import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Block, Box, Field, OutlineEntry, Page, Table, Word } from '@polyparse/document'
import { rowsOfLabelAbove } from '../src/auto/row-labels.ts'
import type { SecondPage } from '../src/auto/second-reading.ts'
import { doubtStructure } from '../src/auto/structure-doubts.ts'
import { pairsOf, wordsOfDocument } from '../src/auto/words.ts'

/** Words of 10 in height, each at its place on a line; without places, 5 points a letter with a space as wide between them. */
const wordsOf = (text: string, top: number, lefts: readonly number[] = []): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }, at) => {
    const left = lefts[at] ?? index * 5
    const bbox: Box = [left, top, left + word.length * 5, top + 10]
    return { text: word, bbox, confidence: 1 }
  })

type Content = Partial<Block> & Pick<Block, 'type' | 'text'>

const pageOf = (contents: readonly Content[], number = 1): Page => ({
  number,
  width: 600,
  height: 800,
  rotation: 0,
  blocks: contents.map((content, index): Block => ({
    id: `p${number}-b${index + 1}`,
    page: number,
    bbox: [60, index * 20, 300, index * 20 + 10],
    words: wordsOf(content.text, index * 20),
    ...content,
  })),
})

const heading = (text: string, level = 1): Content => ({ type: 'heading', text, level })
const item = (marker: string, text: string, level = 1): Content => ({ type: 'list_item', marker, text, level })
const paragraph = (text: string): Content => ({ type: 'paragraph', text })

type DoubtsInput = {
  readonly outline?: readonly OutlineEntry[]
  readonly fields?: readonly Field[]
  readonly second?: ReadonlyMap<number, SecondPage>
}

const doubtsOf = (
  pages: readonly Page[],
  { outline = [], fields = [], second = new Map() }: DoubtsInput = {},
): string[] =>
  doubtStructure({ pages, outline, fields }, second).map(({ code, page, message }) => `${code} ${page}: ${message}`)

const secondOf = (text: string): ReadonlyMap<number, SecondPage> => {
  const words = wordsOfDocument(text)
  return new Map([[1, { words: new Set(words), sequence: words, pairs: new Set(pairsOf(words)), tables: [] }]])
}

suite('doubts of lists', () => {
  test('an item within a text is reported, one that only a sentence names is not', () => {
    const page = pageOf([item('1.', 'Count'), paragraph('2. Weigh the rope. 3. Pay for it'), item('4.', 'Go')])
    assert.match(doubtsOf([page]).join('\n'), /^lists_uncertain 1: .*item 2 is within a text/)
    const held = pageOf([item('1.', 'Count the ropes. 2. Weigh them')])
    assert.match(doubtsOf([held]).join('\n'), /^lists_uncertain 1: .*item 2 is within a text/)
    assert.deepEqual(doubtsOf([pageOf([item('1.', 'Count as in part 2. Then pay'), item('2.', 'Go')])]), [])
  })

  test('a skipped number is reported, with its page and place', () => {
    const page = pageOf([item('1.', 'Count'), item('2.', 'Weigh'), item('4.', 'Pay')], 3)
    assert.deepEqual(doubtsOf([page]), [
      'lists_uncertain 3: The lists of page 3 are uncertain: no item is between 2 and 4 (at 60, 40, 300, 50 points).',
    ])
  })

  test('lists that begin again, inner lists and lists below another heading are not doubted', () => {
    const items = [
      item('1.', 'Count'),
      item('1.', 'Once', 2),
      item('2.', 'Twice', 2),
      item('2.', 'Weigh'),
      item('1.', 'Pay'),
    ]
    assert.deepEqual(doubtsOf([pageOf([...items, heading('Later'), item('5.', 'Leave')])]), [])
  })

  test('text that goes on from an item outside it is reported', () => {
    const open = pageOf([item('•', 'The number must be less than the'), paragraph('number of all that there are.')])
    assert.match(doubtsOf([open]).join('\n'), /begins in the middle of the sentence of the item above it \(at 60, 20/)
    const ended = pageOf([item('•', 'The number must be small.'), paragraph('number of all that there are.')])
    assert.deepEqual(doubtsOf([ended]), [])
  })

  test('bullets that begin no item, and a second marker within one, are reported', () => {
    for (const page of [
      pageOf([paragraph('•')]),
      pageOf([item('•', 'News'), paragraph('o Sports')]),
      pageOf([{ ...paragraph('All of it: • News'), words: [...wordsOf('All of it:', 0), ...wordsOf('• News', 12)] }]),
    ])
      assert.match(doubtsOf([page]).join('\n'), /^lists_uncertain 1: .*a bullet begins a line that is no item/)
    assert.match(doubtsOf([pageOf([item('–', '– Sports')])]).join('\n'), /a second marker/)
    assert.deepEqual(doubtsOf([pageOf([item('–', '-5 degrees'), paragraph('A • B')])]), [])
  })
})

suite('doubts of headings', () => {
  test('a skipped section is reported at every depth of its number', () => {
    const page = pageOf([heading('1 Ships'), heading('1.1 Boats', 2), heading('1.3 Rafts', 2), heading('2 Quays')])
    assert.deepEqual(doubtsOf([page]), [
      'headings_uncertain 1: The headings of page 1 are uncertain: no heading is between 1.1 and 1.3 (at 60, 40, 300, 50 points).',
    ])
  })

  test('levels that contradict the numbers of sections are reported', () => {
    assert.match(
      doubtsOf([pageOf([heading('1 Ships'), heading('1.1 Boats')])]).join('\n'),
      /the levels of 1 and 1\.1 contradict/,
    )
    assert.match(
      doubtsOf([pageOf([heading('1 Ships'), heading('2 Quays', 2)])]).join('\n'),
      /the levels of 1 and 2 contradict/,
    )
    assert.deepEqual(doubtsOf([pageOf([heading('1 Ships'), heading('1.1 Boats', 2), heading('2 Quays')])]), [])
  })

  test('an entry of the outline that is on its page, but is no heading there, is reported', () => {
    const outline = [
      { title: 'What  we did', level: 1, page: 1 },
      { title: 'Ships', level: 1, page: 1 },
      { title: 'Sheet1', level: 1, page: 1 },
    ]
    const page = pageOf([heading('1 Ships'), paragraph('What we did in the year, and why.')])
    assert.deepEqual(doubtsOf([page], { outline }), [
      'headings_uncertain 1: The headings of page 1 are uncertain: the outline has “What  we did”, which is no heading (at 60, 20, 300, 30 points).',
    ])
  })
})

suite('doubts of the order', () => {
  const [left, right] = ['The text of the page goes on beside it.', 'Dates that all have to keep in mind.']
  const page = pageOf([heading('What came of it'), paragraph(left), paragraph(right)])

  test('a text that another reading has before the one above it is reported', () => {
    assert.deepEqual(doubtsOf([page], { second: secondOf(`${right} What came of it. ${left}`) }), [
      'order_uncertain 1: The order of page 1 is uncertain: another reading has this text before the one above it (at 60, 40, 300, 50 points).',
    ])
  })

  test('two readings of one order, and words that come again, are not doubted', () => {
    assert.deepEqual(doubtsOf([page], { second: secondOf(`What came of it. ${left} ${right}`) }), [])
    assert.deepEqual(doubtsOf([page], { second: secondOf(`${right} What came of it. ${left} ${right}`) }), [])
  })

  test('labels and values, which forms set beside each other, are not doubted', () => {
    const form = pageOf(['Name of the boat', 'Tern', 'Last port of call', 'Kelling'].map(paragraph))
    const other = secondOf('Last port of call. Name of the boat. Kelling. Tern.')
    const fields: readonly Field[] = [
      { kind: 'pair', label: 'Last port of call', value: 'Kelling', page: 1, bbox: null },
    ]
    assert.deepEqual(doubtsOf([form], { fields, second: other }), [])
    assert.match(doubtsOf([form], { second: other }).join('\n'), /^order_uncertain 1/)
  })

  test('dots after the number that they should lead to are reported', () => {
    assert.match(doubtsOf([pageOf([paragraph('To the end of the world 53 .......')])]).join('\n'), /^order_uncertain 1/)
    assert.deepEqual(doubtsOf([pageOf([paragraph('To the end of the world ....... 53')])]), [])
  })
})

suite('tables that were not found', () => {
  const caption = paragraph('Table 13.2. What salts do to clay.')
  const table: Content = { type: 'table', text: 'Salt\tClay', table: 'p1-t1', words: [] }

  test('are reported where a caption names one that is not there', () => {
    assert.match(
      doubtsOf([pageOf([caption, paragraph('Salt'), paragraph('Clay')])]).join('\n'),
      /^table_uncertain 1: The tables of page 1 are uncertain: a caption names a table/,
    )
    assert.deepEqual(doubtsOf([pageOf([caption, table])]), [])
    assert.deepEqual(doubtsOf([pageOf([paragraph('Table 13 shows what salts do to clay.')])]), [])
  })

  test('are reported where a line of a text is in columns, but not where its white is even', () => {
    const line = 'Model Request Streaming Times Channels'
    const told = (lefts: readonly number[]) =>
      doubtsOf([pageOf([{ ...paragraph(line), words: wordsOf(line, 0, lefts) }])])
    assert.match(told([0, 40, 95, 170, 210]).join('\n'), /^table_uncertain 1: .*a line of text is in columns/)
    assert.deepEqual(told([0, 40, 90, 150, 190]), [])
  })

  test('are not reported where the columns are labels of a form', () => {
    const line = 'Model Request Streaming Times Channels'
    const page = pageOf([{ ...paragraph(line), words: wordsOf(line, 0, [0, 40, 95, 170, 210]) }])
    const fields: readonly Field[] = [{ kind: 'pair', label: 'Model', value: 'T', page: 1, bbox: null }]
    assert.deepEqual(doubtsOf([page], { fields }), [])
  })
})

suite('rows without a label', () => {
  const tableOf = (texts: readonly (readonly [string, string])[], rowSpan = 1): Table => ({
    id: 'p1-t1',
    page: 1,
    bbox: null,
    rowCount: texts.length,
    columnCount: 2,
    cells: texts.flatMap((row, at) =>
      row.flatMap((text, column) =>
        text === ''
          ? []
          : [{ row: at, column, text, rowSpan: column === 0 ? rowSpan : 1, columnSpan: 1, header: false }],
      ),
    ),
  })
  const groups = [
    ['Iritis', 'Women'],
    ['', 'Men'],
    ['Uveitis', 'Women'],
    ['', 'Men'],
  ] as const

  test('may belong to the label above where the same rows are below several', () => {
    assert.deepEqual(rowsOfLabelAbove(tableOf(groups)), [1, 3])
  })

  test('do not where the label spans them, nor where they say other things', () => {
    assert.deepEqual(rowsOfLabelAbove(tableOf(groups, 2)), [])
    assert.deepEqual(
      rowsOfLabelAbove(
        tableOf([
          ['Iritis', 'Women'],
          ['', 'Men'],
          ['Total', 'Women'],
        ]),
      ),
      [],
    )
  })
})
