import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAlternativeTexts } from '../src/pdf/tagged/roles.ts'
import { blocksOf, outlineOf, pagesOf } from './read-tagged-pdf.ts'
import { type DrawnText, node, taggedPdf } from './tagged-pdf.ts'

const heading: DrawnText = { text: 'A heading', x: 60, y: 80, mark: 0, size: 11 }
test('Headings, paragraphs and quotations follow the tree, not their look', async () => {
  const pdf = taggedPdf(
    [
      [
        heading,
        { text: 'First line of a paragraph', x: 60, y: 200, mark: 1, size: 20 },
        { text: 'and its second.', x: 60, y: 260, mark: 2, size: 20 },
        { text: 'Quoted words.', x: 90, y: 300, mark: 3 },
      ],
    ],
    [
      node('Document', [
        node('H3', [[1, 0]]),
        node('P', [[1, 1], node('Span', [[1, 2]])]),
        node('BlockQuote', [node('P', [[1, 3]])]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), [
    'heading 3: A heading',
    'paragraph: First line of a paragraph and its second.',
    'paragraph: Quoted words.',
  ])
  assert.ok(blocks?.every(({ known }) => known))
})

test('The order is that of the tree, not that of drawing', async () => {
  const pdf = taggedPdf(
    [[{ text: 'Right column.', x: 320, y: 120, mark: 2 }, { text: 'Left column.', x: 60, y: 120, mark: 1 }, heading]],
    [node('Document', [node('H1', [[1, 0]]), node('P', [[1, 1]]), node('P', [[1, 2]])])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'paragraph: Left column.', 'paragraph: Right column.'])
})

test('Types that are not standard count as those that the role map maps them to', async () => {
  const pdf = taggedPdf(
    [[heading, { text: 'Some text.', x: 60, y: 120, mark: 1 }]],
    [node('Document', [node('Chapter', [[1, 0]]), node('Body', [[1, 1]])])],
    { roles: '/Chapter /H2 /Body /P' },
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 2: A heading', 'paragraph: Some text.'])
})

test('A type that is neither standard nor mapped is a block by itself, and part of a text within one', async () => {
  const pdf = taggedPdf(
    [
      [
        heading,
        { text: 'One block.', x: 60, y: 120, mark: 1 },
        { text: 'Another', x: 60, y: 134, mark: 2 },
        { text: 'one.', x: 110, y: 134, mark: 3 },
      ],
    ],
    [
      node('Document', [
        node('Heading_1', [[1, 0]]),
        node('Body_text', [[1, 1]]),
        node('Body_text', [[1, 2], node('Tail', [[1, 3]])]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'paragraph: One block.', 'paragraph: Another one.'])
})

test('A heading without a level has the level of its section', async () => {
  const pdf = taggedPdf(
    [[heading, { text: 'Another', x: 60, y: 120, mark: 1 }]],
    [node('Document', [node('Sect', [node('H', [[1, 0]]), node('Sect', [node('H', [[1, 1]])])])])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'heading 2: Another'])
})

test('Items of nested lists have their labels as markers and their depth as level', async () => {
  const item = (label: number, body: number, ...more: readonly ReturnType<typeof node>[]) =>
    node('LI', [node('Lbl', [[1, label]]), node('LBody', [node('P', [[1, body]]), ...more])])
  const pdf = taggedPdf(
    [
      [
        { text: 'a)', x: 60, y: 80, mark: 0 },
        { text: 'outer', x: 80, y: 80, mark: 1 },
        { text: '*', x: 80, y: 100, mark: 2 },
        { text: 'inner', x: 100, y: 100, mark: 3 },
        { text: 'more of the outer', x: 80, y: 120, mark: 4 },
        { text: 'b)', x: 60, y: 140, mark: 5 },
        { text: 'last', x: 80, y: 140, mark: 6 },
      ],
    ],
    [node('Document', [node('L', [item(0, 1, node('L', [item(2, 3)]), node('P', [[1, 4]])), item(5, 6)])])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), [
    'list_item 1: a) outer',
    'list_item 2: * inner',
    'paragraph: more of the outer',
    'list_item 1: b) last',
  ])
})

test('A list item without a label has the marker that its text begins with, or its number', async () => {
  const texts: DrawnText[] = [
    { text: '- marked', x: 60, y: 80, mark: 0 },
    { text: 'counted', x: 60, y: 120, mark: 1 },
  ]
  const pdf = taggedPdf(
    [texts],
    [
      node('Document', [
        node('L', [node('LI', [node('LBody', [[1, 0]])])]),
        node('L', [node('LI', [[1, 1]])], '/A << /O /List /ListNumbering /Decimal >>'),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['list_item 1: - marked', 'list_item 1: 1. counted'])
})

test('Cells of tables keep their spans, and empty cells their place', async () => {
  const pdf = taggedPdf(
    [
      [
        { text: 'Name', x: 60, y: 80, mark: 0 },
        { text: 'Values', x: 160, y: 80, mark: 1 },
        { text: 'a', x: 60, y: 100, mark: 2 },
        { text: '1', x: 160, y: 100, mark: 3 },
        { text: '2', x: 260, y: 100, mark: 4 },
        { text: '4', x: 260, y: 120, mark: 5 },
        { text: 'b', x: 60, y: 140, mark: 6 },
        { text: '6', x: 260, y: 140, mark: 7 },
        { text: 'What is counted', x: 60, y: 60, mark: 8 },
      ],
    ],
    [
      node('Table', [
        node('Caption', [[1, 8]]),
        node('THead', [node('TR', [node('TH', [[1, 0]]), node('TH', [[1, 1]], '/A << /O /Table /ColSpan 2 >>')])]),
        node('TBody', [
          node('TR', [
            node('TD', [[1, 2]], '/A [<< /O /Layout >> << /O /Table /RowSpan 2 >>]'),
            node('TD', [[1, 3]]),
            node('TD', [node('P', [[1, 4]])]),
          ]),
          node('TR', [node('TD'), node('TD', [[1, 5]])]),
          node('TR', [node('TD', [[1, 6]]), node('TD', [[1, 7]])]),
        ]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  const table = blocks?.find(({ type }) => type === 'table')?.table
  assert.deepEqual(
    table?.cells.map(({ row, column, rowSpan, columnSpan, text, header }) => ({
      row,
      column,
      rowSpan,
      columnSpan,
      text,
      header,
    })),
    [
      { row: 0, column: 0, rowSpan: 1, columnSpan: 1, text: 'Name', header: true },
      { row: 0, column: 1, rowSpan: 1, columnSpan: 2, text: 'Values', header: true },
      { row: 1, column: 0, rowSpan: 2, columnSpan: 1, text: 'a', header: false },
      { row: 1, column: 1, rowSpan: 1, columnSpan: 1, text: '1', header: false },
      { row: 1, column: 2, rowSpan: 1, columnSpan: 1, text: '2', header: false },
      { row: 2, column: 1, rowSpan: 1, columnSpan: 1, text: '', header: false },
      { row: 2, column: 2, rowSpan: 1, columnSpan: 1, text: '4', header: false },
      { row: 3, column: 0, rowSpan: 1, columnSpan: 1, text: 'b', header: false },
      { row: 3, column: 2, rowSpan: 1, columnSpan: 1, text: '6', header: false },
    ],
  )
  assert.equal(table?.caption, 'What is counted')
  assert.equal(blocks?.[0]?.type, 'caption')
})

test('A cell does not overlap one that spans from an earlier row', async () => {
  const texts = ['a', 'b', 'c', 'd', 'e'].map((text, mark) => ({
    text,
    x: 60 + (mark % 3) * 80,
    y: 80 + Math.floor(mark / 3) * 20,
    mark,
  }))
  const wide = '/A << /O /Table /ColSpan 3 >>'
  const pdf = taggedPdf(
    [texts],
    [
      node('Table', [
        node('TR', [node('TH', [[1, 0]]), node('TH', [[1, 1]]), node('TH', [[1, 2]], '/A << /O /Table /RowSpan 2 >>')]),
        node('TR', [node('TD', [[1, 3]], wide)]),
        node('TR', [node('TD', [[1, 4]], wide)]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  const cells = blocks?.[0]?.table?.cells
  assert.deepEqual(
    cells?.map(({ text, columnSpan }) => [text, columnSpan]),
    [
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 2],
      ['e', 3],
    ],
  )
})

test('A cell of a row with missing cells goes below the header that it names', async () => {
  const pdf = taggedPdf(
    [
      [
        ...['One', 'Two', 'Three'].map((text, mark) => ({ text, x: 60 + mark * 100, y: 80, mark })),
        { text: 'far left of its column', x: 60, y: 100, mark: 3 },
      ],
    ],
    [
      node('Table', [
        node('TR', [node('TH', [[1, 0]]), node('TH', [[1, 1]]), node('TH', [[1, 2]], '/ID (third)')]),
        node('TR', [node('TD', [[1, 3]], '/A << /O /Table /Headers [(third)] >>')]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.equal(blocks?.[0]?.table?.cells.at(-1)?.column, 2)
})

test('A table without header cells that holds headings only arranges content', async () => {
  const pdf = taggedPdf(
    [[heading, { text: 'Text beside it.', x: 300, y: 80, mark: 1 }]],
    [node('Table', [node('TR', [node('TD', [node('H1', [[1, 0]])]), node('TD', [node('P', [[1, 1]])])])])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'paragraph: Text beside it.'])
})

test('Blocks that continue on the next page are marked as continued', async () => {
  const row = (page: number, mark: number) => node('TR', [node('TH', [[page, mark]]), node('TD', [[page, mark + 1]])])
  const texts = (shift: number): DrawnText[] => [
    { text: `text ${shift}`, x: 60, y: 80, mark: 0 },
    { text: `head ${shift}`, x: 60, y: 120, mark: 1 },
    { text: `cell ${shift}`, x: 160, y: 120, mark: 2 },
    { text: `item ${shift}`, x: 60, y: 160, mark: 3 },
  ]
  const pdf = taggedPdf(
    [texts(1), texts(2)],
    [
      node('Document', [
        node('P', [
          [1, 0],
          [2, 0],
        ]),
        node('Table', [row(1, 1), row(2, 1)]),
        node('L', [
          node('LI', [
            node('LBody', [
              [1, 3],
              [2, 3],
            ]),
          ]),
        ]),
      ]),
    ],
  )
  const [, second] = await blocksOf(pdf)
  assert.deepEqual(
    second?.map(({ type, continues }) => [type, continues]),
    [
      ['paragraph', 'paragraph'],
      ['table', 'table'],
      ['list_item', 'list_item'],
    ],
  )
})

test('A footnote follows the paragraph that refers to it, together with its label', async () => {
  const pdf = taggedPdf(
    [
      [
        heading,
        { text: 'Before', x: 60, y: 120, mark: 1 },
        { text: 'and after.', x: 100, y: 120, mark: 2 },
        { text: '1', x: 60, y: 700, mark: 3, size: 6 },
        { text: 'A note.', x: 66, y: 702, mark: 4, size: 8 },
      ],
    ],
    [
      node('Document', [
        node('H1', [[1, 0]]),
        node('P', [[1, 1], node('Note', [node('Lbl', [[1, 3]]), node('P', [[1, 4]])]), [1, 2]]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'paragraph: Before and after.', 'footnote: 1 A note.'])
})

test('Monospaced text is code, even where each line is tagged as a paragraph', async () => {
  const lines = ['for (;;) {', '  work()', '}']
  const pdf = taggedPdf(
    [
      [
        heading,
        { text: 'Some words that are no program, to go before it and explain what it does.', x: 60, y: 110, mark: 1 },
        ...lines.map((text, index) => ({
          text,
          x: 60,
          y: 140 + index * 12,
          mark: index + 2,
          font: 'Courier' as const,
        })),
      ],
    ],
    [node('Document', [node('H1', [[1, 0]]), ...[1, 2, 3, 4].map((mark) => node('P', [[1, mark]]))])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(
    blocks?.map(({ type, lines: { length } }) => [type, length]),
    [
      ['heading', 1],
      ['paragraph', 1],
      ['code', 3],
    ],
  )
})

test('Text that the tree leaves out is a header or footer at the edge of the page and stays in its place elsewhere', async () => {
  const pdf = taggedPdf(
    [
      [
        { text: 'Running head', x: 60, y: 40 },
        heading,
        { text: 'Tagged text that says quite a lot, so that most of the page is in the tree.', x: 60, y: 120, mark: 1 },
        { text: 'Left out.', x: 60, y: 200 },
        { text: 'Tagged again, with a good number of words for the same reason.', x: 60, y: 280, mark: 2 },
        { text: '7', x: 300, y: 810 },
      ],
    ],
    [node('Document', [node('H1', [[1, 0]]), node('P', [[1, 1]]), node('P', [[1, 2]])])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(
    blocks?.map(({ type }) => type),
    ['page_header', 'heading', 'paragraph', 'paragraph', 'paragraph', 'page_footer'],
  )
  assert.equal(outlineOf(blocks)[3], 'paragraph: Left out.')
})

test('Replacement text is used only where the drawn text is unreadable', async () => {
  const pdf = taggedPdf(
    [[heading, { text: 'Read me.', x: 60, y: 120, mark: 1 }]],
    [node('Document', [node('H1', [[1, 0]]), node('P', [node('Span', [[1, 1]], '/ActualText (Something else)')])])],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), ['heading 1: A heading', 'paragraph: Read me.'])
})

test('Alternative texts are found by the marked content of their figures', async () => {
  const pdf = taggedPdf(
    [[heading]],
    [node('Document', [node('H1', [[1, 0]]), node('Figure', [[1, 1]], '/Alt (A fox)')])],
  )
  const [page] = await pagesOf(pdf)
  assert.deepEqual([...readAlternativeTexts(page?.tree ?? [])], [[1, 'A fox']])
})

test('The mark of a note splits no loose text, a block below it does', async () => {
  const pdf = taggedPdf(
    [
      [
        heading,
        { text: 'It was seen', x: 60, y: 120, mark: 1 },
        { text: '[2]', x: 112, y: 116, mark: 2, size: 6 },
        { text: 'by many, and', x: 122, y: 120, mark: 3 },
        { text: 'often', x: 60, y: 134, mark: 4 },
        { text: 'so.', x: 90, y: 134, mark: 5 },
        { text: 'Edit', x: 60, y: 148, mark: 6 },
        { text: 'The end.', x: 60, y: 180, mark: 7 },
      ],
    ],
    [
      node('Document', [
        node('H1', [[1, 0]]),
        node('Div', [
          node('NonStruct', [[1, 1]]),
          node('NonStruct', [node('Link', [node('NonStruct', [[1, 2]])])]),
          node('NonStruct', [[1, 3]]),
          node('NonStruct', [node('NonStruct', [[1, 4]])]),
          node('NonStruct', [[1, 5]]),
          node('NonStruct', [node('Link', [node('NonStruct', [[1, 6]])])]),
          node('P', [[1, 7]]),
        ]),
      ]),
    ],
  )
  const [blocks] = await blocksOf(pdf)
  assert.deepEqual(outlineOf(blocks), [
    'heading 1: A heading',
    'paragraph: It was seen[2] by many, and often so.',
    'paragraph: Edit',
    'paragraph: The end.',
  ])
})
