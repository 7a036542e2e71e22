import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { cell, documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import * as fc from 'fast-check'
import type { Block, Chunking, Document } from '../src/model.ts'
import { chunks, chunksOf, loadTokenCounter } from '../src/outputs/chunks.ts'
import type { ChunkValue } from '../src/outputs/values.ts'

type LooseBlock = Parameters<typeof documentWith>[0][number][number]

const heading = (level: number, text: string): LooseBlock => ({ type: 'heading', level, text })
/** A sentence of this many words, each of which is one token here. */
const sentence = (words: number, name = 'word'): string =>
  `${Array.from({ length: words - 1 }, (_, index) => `${name}${index}`).join(' ')} end.`.replace(/^./, (first) =>
    first.toUpperCase(),
  )

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

const chunked = (document: Document, chunking: Chunking = { targetTokens: 30, maxTokens: 50 }): ChunkValue[] => [
  ...chunksOf({ ...document, chunking }, countWords),
]
const texts = (found: readonly ChunkValue[]): string[] => found.map(({ text }) => text)

describe('chunks', () => {
  it('begin where sections begin, and carry the titles of the sections that they are in', () => {
    const found = chunked(
      documentWith([
        [
          { type: 'title', text: 'Book' },
          heading(1, 'Part'),
          paragraphBlock('One.'),
          heading(2, 'Chapter'),
          paragraphBlock('Two.'),
          heading(3, 'Deep'),
          paragraphBlock('Three.'),
          heading(1, 'Next'),
          paragraphBlock('Four.'),
        ],
      ]),
    )
    assert.deepEqual(
      found.map(({ text, headings }) => [text, headings]),
      [
        ['Book\n\nPart\n\nOne.', ['Book', 'Part']],
        ['Chapter\n\nTwo.', ['Book', 'Part', 'Chapter']],
        ['Deep\n\nThree.', ['Book', 'Part', 'Chapter', 'Deep']],
        ['Next\n\nFour.', ['Book', 'Next']],
      ],
    )
  })

  it('do not repeat a title without end, though it is in their text', () => {
    const title = sentence(20_000, '😀')
    const found = chunked(documentWith([[heading(1, title)]]))
    assert.equal(texts(found).join(' '), title)
    const named = new Set(found.flatMap(({ headings }) => headings))
    assert.deepEqual(
      [...named].map((name) => [title.startsWith(name.slice(0, -1)), name.length <= 400]),
      [[true, true]],
    )
  })

  it('end before the paragraph that would make them longer than the target', () => {
    const [a, b, c] = [sentence(14, 'a'), sentence(14, 'b'), sentence(14, 'c')]
    assert.deepEqual(texts(chunked(documentWith([[paragraphBlock(a), paragraphBlock(b), paragraphBlock(c)]]))), [
      `${a}\n\n${b}`,
      c,
    ])
  })

  it('keep whole a paragraph that exceeds the target but not the limit', () => {
    const long = `${sentence(20)} ${sentence(20)}`
    assert.deepEqual(texts(chunked(documentWith([[paragraphBlock('Short.'), paragraphBlock(long)]]))), ['Short.', long])
  })

  it('keep a heading, and a line that ends with a colon, with what follows', () => {
    const items = Array.from({ length: 3 }, (_, index) => listItemBlock('•', sentence(8, `i${index}`)))
    const found = chunked(
      documentWith([
        [
          paragraphBlock(sentence(20)),
          heading(2, 'A list'),
          paragraphBlock(sentence(10)),
          paragraphBlock('As follows:'),
          ...items,
        ],
      ]),
    )
    assert.deepEqual(
      found.map(({ text }) => text.split('\n')[0]),
      [sentence(20), 'A list', 'As follows:'],
    )
    assert.equal(found[2]?.text.split('\n').length, 5)
  })

  it('keep a list together where it fits, and divide it between its items where it does not', () => {
    const items = Array.from({ length: 9 }, (_, index) => listItemBlock(`${index + 1}.`, sentence(9, `i${index}`)))
    const found = chunked(documentWith([items]))
    assert.deepEqual(
      found.map(({ blocks }) => blocks.length),
      [2, 2, 2, 2, 1],
    )
    assert.ok(found.every(({ text }) => /^\d\. /.test(text)))
  })

  it('divide a long table between its rows, each time below its caption and header', () => {
    const rows = [['Name', 'Value'], ...Array.from({ length: 20 }, (_, index) => [`row ${index}`, `${index}`])]
    const found = chunked(
      documentWith(
        [
          [
            { type: 'table', text: '', table: 'p1-t1' },
            { type: 'caption', text: 'Table 1: Values' },
          ],
        ],
        { tables: [tableOfTexts(rows)] },
      ),
    )
    assert.ok(found.length > 3)
    const opening = 'Table 1: Values\n| Name | Value |\n| --- | --- |\n'
    for (const { text, tokens } of found) {
      assert.ok(text.startsWith(opening), text)
      assert.ok(
        text
          .slice(opening.length)
          .split('\n')
          .every((line) => /^\| row \d+ \| \d+ \|$/.test(line)),
        text,
      )
      assert.ok(tokens <= 50)
    }
    assert.equal(found.flatMap(({ text }) => text.slice(opening.length).split('\n')).length, 20)
    assert.deepEqual(found[0]?.blocks, ['p1-b2', 'p1-b1'])
  })

  it('repeat in every row of a table the cell that spans into it from above', () => {
    const table = tableOfTexts([], {
      rowCount: 3,
      columnCount: 2,
      cells: [
        cell(0, 0, 'Both', false, { rowSpan: 2 }),
        cell(0, 1, 'a|b'),
        cell(1, 1, 'c\nd'),
        cell(2, 0, 'wide', false, { columnSpan: 2 }),
      ],
    })
    assert.deepEqual(
      texts(chunked(documentWith([[{ type: 'table', text: '', table: 'p1-t1' }]], { tables: [table] }))),
      ['| Both | a\\|b |\n| Both | c d |\n| wide |  |'],
    )
  })

  it('join a table that continues on another page, and list the page of each row', () => {
    const row = (page: number, index: number): string[] => [`p${page}`, sentence(10, `r${index}`)]
    const head = ['Page', 'Text']
    const tables = [
      tableOfTexts([head, row(1, 0), row(1, 1)]),
      tableOfTexts([head, row(2, 2), row(2, 3)], { id: 'p2-t1', page: 2, continues: 'p1-t1' }),
    ]
    const found = chunked(
      documentWith(
        [
          [{ type: 'table', text: '', table: 'p1-t1' }],
          [{ type: 'table', text: '', table: 'p2-t1', continues: 'p1-b1' }],
        ],
        { tables },
      ),
      { targetTokens: 45, maxTokens: 50 },
    )
    assert.deepEqual(
      found.map(({ pages, blocks }) => [pages, blocks]),
      [
        [[1], ['p1-b1']],
        [[2], ['p2-b1']],
      ],
    )
  })

  it('join a paragraph that continues on another page, and list the pages of each piece of it', () => {
    const [first, second] = [sentence(40, 'a'), sentence(40, 'b')]
    const pages: LooseBlock[][] = [
      [paragraphBlock(`${first} It was di-`)],
      [
        { type: 'page_header', text: 'Running title' },
        { ...paragraphBlock(`vided here. ${second}`), continues: 'p1-b1' },
      ],
    ]
    const found = chunked(documentWith(pages))
    assert.deepEqual(
      found.map(({ text, pages: on }) => [text, on]),
      [
        [first, [1]],
        ['It was divided here.', [1, 2]],
        [second, [2]],
      ],
    )
    assert.deepEqual(found[1]?.blocks, ['p1-b1', 'p2-b2'])
    assert.deepEqual(
      found.map(({ id }) => id),
      ['p1-c1', 'p1-c2', 'p2-c1'],
    )
  })

  it('put a footnote after the paragraph that refers to it', () => {
    const found = chunked(
      documentWith([
        [
          paragraphBlock('Said1 here.', [{ text: 'Said' }, { text: '1', superscript: true }, { text: ' here.' }]),
          paragraphBlock('Between.'),
          { type: 'footnote', text: '1 The note.' },
          { type: 'footnote', text: '2 Another, of nothing.' },
        ],
      ]),
    )
    assert.deepEqual(texts(found), ['Said1 here.\n\n1 The note.\n\nBetween.\n\n2 Another, of nothing.'])
  })

  it('keep a caption with its picture, and list the picture', () => {
    const picture: LooseBlock = { type: 'picture', text: '', picture: 'p1-i1' }
    const found = chunked(
      documentWith([[paragraphBlock(sentence(25)), picture, { type: 'caption', text: `Figure 1: ${sentence(5)}` }]]),
    )
    assert.deepEqual(
      found.map(({ blocks }) => blocks),
      [['p1-b1'], ['p1-b2', 'p1-b3']],
    )
  })

  it('have the boxes of their blocks, of a table those of their rows', () => {
    const rows = [['Name', 'Value'], ...Array.from({ length: 12 }, (_, index) => [`row ${index}`, sentence(9)])]
    const table = tableOfTexts(rows)
    const cells = table.cells.map((each) => ({
      ...each,
      bbox: [each.column * 50, each.row * 10, 100, each.row * 10 + 10] as const,
    }))
    const found = chunked(
      documentWith(
        [
          [
            { ...paragraphBlock('Before.'), bbox: [0, 0, 90, 5] },
            { type: 'table', text: '', table: 'p1-t1', bbox: [0, 10, 100, 140] },
          ],
        ],
        { tables: [{ ...table, cells }] },
      ),
    )
    const [paragraph, first, second] = found
    assert.deepEqual(paragraph?.boxes, [{ page: 1, bbox: [0, 0, 90, 5] }])
    assert.deepEqual(first?.boxes, [{ page: 1, bbox: [0, 0, 100, 20] }])
    assert.equal(second?.boxes?.[0]?.bbox[1], 20)
    assert.equal(found.at(-1)?.boxes?.[0]?.bbox[3], 130)
  })

  it('do not exist for a document without text', () => {
    assert.deepEqual(chunked(documentWith([[{ type: 'picture', text: '', picture: 'p1-i1' }], []])), [])
  })
})

const word = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('the', 'Ferry', 'says:', 'A.', '(x)', '東京', 'שלום', '😀😀', 'a|b') },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.integer({ min: 60, max: 400 }).map((length) => '😀'.repeat(length)),
  fc.integer({ min: 60, max: 900 }).map((length) => 'ab'.repeat(length)),
)
const text = fc.array(word, { maxLength: 40 }).map((parts) => parts.join(' '))
const block: fc.Arbitrary<LooseBlock> = fc.oneof(
  text.map((any) => paragraphBlock(any)),
  fc.tuple(fc.integer({ min: 1, max: 8 }), word).map(([level, any]) => heading(level, any)),
  fc.tuple(text, fc.integer({ min: 1, max: 4 })).map(([any, level]) => listItemBlock('•', any, level)),
  text.map((any): LooseBlock => ({ type: 'code', text: any.replaceAll(' ', '\n') })),
  word.map((any): LooseBlock => ({ type: 'caption', text: any })),
  fc.constant<LooseBlock>({ type: 'table', text: '', table: 'p1-t1' }),
  fc.constant<LooseBlock>({ type: 'picture', text: '', picture: 'p1-i1' }),
)
const pages = fc.array(fc.array(block, { maxLength: 8 }), { minLength: 1, maxLength: 3 }).map(withOneTable)
const chunking = fc
  .tuple(fc.integer({ min: 50, max: 150 }), fc.integer({ min: 50, max: 200 }))
  .map(([targetTokens, maxTokens]) => ({ targetTokens: Math.min(targetTokens, maxTokens), maxTokens }))
const document = fc
  .tuple(
    pages,
    chunking,
    fc.array(fc.array(fc.constantFrom('a', 'b c', 'd'), { minLength: 2, maxLength: 2 }), {
      minLength: 1,
      maxLength: 60,
    }),
  )
  .map(([blocks, limits, rows]): Document => ({
    ...documentWith(blocks, { tables: [tableOfTexts(rows)] }),
    chunking: limits,
  }))

/** A table stands in one block only. */
function withOneTable(all: LooseBlock[][]): LooseBlock[][] {
  let seen = false
  return all.map((blocks) =>
    blocks.filter(({ type }) => {
      if (type !== 'table') return true
      const isFirst = !seen
      seen = true
      return isFirst
    }),
  )
}

/** The same with chunks that also repeat text. */
const repeatingDocument = fc
  .tuple(document, fc.integer({ min: 0, max: 80 }), fc.boolean())
  .map(([any, overlapTokens, context]): Document => ({
    ...any,
    chunking: { targetTokens: 50, maxTokens: 50, ...any.chunking, overlapTokens, context },
  }))

/** Without white space, which chunks may change, and NUL and line ends, which no output has. */
const letters = (any: string): string => any.replaceAll(/\s|\0|\uFFFD/gu, '')
const spoken = ({ pages }: Document): Block[] =>
  pages
    .flatMap(({ blocks }) => blocks)
    .filter(({ type, text }) => !['table', 'picture'].includes(type) && text.trim() !== '')

describe('chunks of any document', () => {
  let count: (text: string) => number
  before(async () => {
    ;({ count } = await loadTokenCounter())
  })

  const holds = (
    check: (document: Document, found: readonly ChunkValue[]) => void,
    documents: fc.Arbitrary<Document> = repeatingDocument,
  ): void => {
    fc.assert(
      fc.property(documents, (any) => check(any, [...chunksOf(any, count)])),
      { numRuns: 300 },
    )
  }

  it('lose no text, and keep its order', () => {
    holds((any, found) => {
      const said = letters(found.map((chunk) => chunk.text).join(''))
      let from = 0
      for (const { type, text: own } of spoken(any)) {
        const wanted = letters(own)
        if (type === 'caption') {
          assert.ok(said.includes(wanted) || said.includes(letters(own.replaceAll('|', '\\|'))), own)
          continue
        }
        const at = said.indexOf(wanted, from)
        assert.ok(at >= 0, JSON.stringify(own))
        from = at + wanted.length
      }
    }, document)
  })

  it('have no more tokens than the limit, unless a single row of a table has', () => {
    holds(({ chunking: limits }, found) => {
      for (const { text: own, tokens } of found) {
        assert.equal(tokens, count(own))
        assert.ok(tokens <= (limits?.maxTokens ?? 0), own)
      }
    })
  })

  it('have unique ids and the pages of their blocks, and together cover every block with text', () => {
    holds((any, found) => {
      const blocks = new Map(any.pages.flatMap((page) => page.blocks).map((each) => [each.id, each.page]))
      for (const chunk of found) {
        assert.ok(chunk.blocks.length > 0)
        assert.deepEqual(
          chunk.pages,
          [...new Set(chunk.blocks.map((id) => blocks.get(id) ?? 0))].toSorted((a, b) => a - b),
        )
      }
      const covered = new Set(found.flatMap((chunk) => chunk.blocks))
      assert.ok(spoken(any).every(({ id }) => covered.has(id)))
      assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
    })
  })

  it('are deterministic, and never split a character', () => {
    holds((any, found) => {
      assert.deepEqual([...chunksOf(any, count)], found)
      const whole = any.pages.every((page) => page.blocks.every((each) => each.text.isWellFormed()))
      if (whole) assert.ok(found.every((chunk) => chunk.text.isWellFormed()))
    })
  })
})

describe('tokens', () => {
  it('are those of cl100k_base where the document says so', async () => {
    const { count } = await loadTokenCounter('cl100k_base')
    const { count: countDefault } = await loadTokenCounter()
    assert.equal(count('Hello, world!'), 4)
    assert.ok(count('Постановление') > countDefault('Постановление'))
  })

  it('are those of the encoding o200k_base, with special tokens read as text', async () => {
    const { count } = await loadTokenCounter()
    assert.equal(count('Hello, world!'), 4)
    assert.ok(count('<|endoftext|>') > 1)
  })

  it('are counted quickly even for one endless word', async () => {
    const endless = documentWith([[paragraphBlock('漢字'.repeat(50_000)), paragraphBlock('='.repeat(200_000))]])
    const found = await chunks(endless)
    assert.equal(letters(texts(found).join('')).length, 300_000)
    assert.ok(found.every(({ tokens }) => tokens <= 1024))
  })
})
