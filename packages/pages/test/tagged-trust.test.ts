import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentWord } from '../src/layout/page-content.ts'
import type { TaggedPiece } from '../src/pdf/tagged/piece.ts'
import { isSound } from '../src/pdf/tagged/trust.ts'
import { line, page } from './layout-tables-page.ts'
import { blocksOf, outlineOf, pagesOf } from './read-tagged-pdf.ts'
import { type DrawnText, node, taggedPdf } from './tagged-pdf.ts'

const heading: DrawnText = { text: 'A heading', x: 60, y: 80, mark: 0, size: 11 }

const paragraphs: DrawnText[] = [0, 1, 2, 3].map((mark) => ({
  text: `Text ${mark} of four.`,
  x: 60,
  y: 80 + mark * 60,
  mark,
}))

test('A tree with nothing but paragraphs is not used', async () => {
  const pdf = taggedPdf(
    [paragraphs],
    [
      node(
        'Document',
        [0, 1, 2, 3].map((mark) => node('P', [[1, mark]])),
      ),
    ],
  )
  assert.deepEqual(await blocksOf(pdf), [null])
})

test('A tree that leaves out most of the text of a page is not used for it', async () => {
  const pdf = taggedPdf(
    [paragraphs, paragraphs],
    [
      node('Document', [
        node('H1', [[1, 0]]),
        node('P', [
          [1, 1],
          [1, 2],
          [1, 3],
        ]),
        node('P', [[2, 1]]),
      ]),
    ],
  )
  const [first, second] = await blocksOf(pdf)
  assert.notEqual(first, null)
  assert.equal(second, null)
})

test('A tree that merges many paragraphs into one is not used', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({
    text: `Line ${index} of a page with paragraphs of three lines each.`,
    x: 60,
    y: 110 + index * 14 + Math.floor(index / 3) * 14,
    mark: index + 1,
  }))
  const pdf = taggedPdf(
    [[heading, ...lines]],
    [
      node('Document', [
        node('H1', [[1, 0]]),
        node(
          'P',
          lines.map(({ mark }) => [1, mark] as const),
        ),
      ]),
    ],
  )
  assert.deepEqual(await blocksOf(pdf), [null])
})

test('A tree that jumps up and down the page is not used', async () => {
  const marks = Array.from({ length: 12 }, (_, mark) => mark)
  const texts = marks.map((mark) => ({ text: `Sentence number ${mark}.`, x: 60, y: 80 + ((mark * 5) % 12) * 50, mark }))
  const pdf = taggedPdf(
    [texts],
    [node('Document', [node('H1', [[1, 0]]), ...marks.slice(1).map((mark) => node('P', [[1, mark]]))])],
  )
  assert.deepEqual(await blocksOf(pdf), [null])
})

/** Four headings with their numbers, in two rows and two columns, each above its text. */
const inTwoColumns = (numbers: readonly number[]): Uint8Array => {
  const texts = numbers.flatMap((number, index) => {
    const [x, y] = [index % 2 === 0 ? 60 : 320, index < 2 ? 80 : 200]
    return [
      { text: `${number}. Number ${number}`, x, y, mark: index * 2, size: 16 },
      { text: `The text of number ${number}.`, x, y: y + 30, mark: index * 2 + 1 },
    ]
  })
  const elements = texts.map(({ mark }) => node(mark % 2 === 0 ? 'H2' : 'P', [[1, mark]]))
  return taggedPdf([texts], [node('Document', elements)])
}

test('A tree that goes along the rows is not used where its headings are numbered down the columns', async () => {
  assert.deepEqual(await blocksOf(inTwoColumns([1, 3, 2, 4])), [null])
  const [rows] = await blocksOf(inTwoColumns([1, 2, 3, 4]))
  assert.deepEqual(outlineOf(rows).slice(0, 3), [
    'heading 2: 1. Number 1',
    'paragraph: The text of number 1.',
    'heading 2: 2. Number 2',
  ])
  // Numbers that no order of the page explains say nothing.
  const [others] = await blocksOf(inTwoColumns([4, 1, 3, 2]))
  assert.notEqual(others, null)
})

/** Rows of an account, each of three texts side by side. */
const account = [
  ['Sales', '12,400', '11,020'],
  ['Services', '3,100', '2,850'],
  ['Wages', '(8,200)', '(7,900)'],
  ['Rent', '(1,500)', '(1,500)'],
  ['Net', '5,800', '4,470'],
].flatMap((texts, row) =>
  texts.map((text, column) => ({
    text,
    x: [60, 300, 400][column] ?? 0,
    y: 120 + row * 16,
    mark: row * 3 + column + 1,
  })),
)

test('A tree that makes a paragraph of every cell is not used', async () => {
  const paragraphsOf = account.map(({ mark }) => node('P', [[1, mark]]))
  const torn = taggedPdf([[heading, ...account]], [node('Document', [node('H1', [[1, 0]]), ...paragraphsOf])])
  assert.deepEqual(await blocksOf(torn), [null])
  const cells = account.map(({ mark }) => node('TD', [[1, mark]]))
  const trs = [0, 3, 6, 9, 12].map((start) => node('TR', cells.slice(start, start + 3)))
  const whole = taggedPdf([[heading, ...account]], [node('Document', [node('H1', [[1, 0]]), node('Table', trs)])])
  assert.notDeepEqual(await blocksOf(whole), [null])
})

test('A tree is not used where boxes to tick are drawn in cells that have no text', () => {
  const tick = (x: number): ContentWord[] =>
    line(x, 100, '☑').map((word) => ({ ...word, entry: { kind: 'checkbox' as const } }))
  const table = (words: readonly ContentWord[]): TaggedPiece => ({ type: 'table', key: '/0', words })
  const isSoundWith = (words: readonly ContentWord[]): boolean =>
    isSound([table(words)], [], page({ words: [...words] }))
  const label = line(60, 100, 'Cash was counted')
  assert.equal(isSoundWith([...label, ...tick(200)]), false)
  assert.equal(isSoundWith([...tick(46), ...label]), true)
  assert.equal(isSoundWith([...label, ...line(200, 100, '☑')]), true)
})

test('An element that is its own descendant is read once', async () => {
  const looped = Buffer.from(taggedPdf([[heading]], [node('Document', [node('H1', [[1, 0]]), node('Sect')])])).toString(
    'latin1',
  )
  const own = /(\d+) 0 obj\n<< \/Type \/StructElem \/S \/Sect/.exec(looped)?.[1] ?? ''
  const pdf = Buffer.from(looped.replace(/(\/S \/Sect .*?\/K) \[\]/, `$1 [${own} 0 R]`), 'latin1')
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading'])
})

test('Words claimed by two elements are read once', async () => {
  const pdf = taggedPdf(
    [[heading, { text: 'Only once.', x: 60, y: 120, mark: 1 }, { text: 'And more.', x: 60, y: 160, mark: 2 }]],
    [
      node('Document', [
        node('H1', [[1, 0]]),
        node('P', [[1, 1]]),
        node('P', [
          [1, 1],
          [1, 2],
        ]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'paragraph: Only once.', 'paragraph: And more.'])
})

test('A document without a tree is not read as tagged', async () => {
  const [page] = await pagesOf(
    Buffer.from(
      Buffer.from(taggedPdf([[heading]], []))
        .toString('latin1')
        .replace('/StructTreeRoot', '/SomethingElses'),
      'latin1',
    ),
  )
  assert.equal(page?.tree, null)
})
