import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import type { Chunking, Document } from '../src/model.ts'
import { chunksOf } from '../src/outputs/chunks.ts'
import type { ChunkValue } from '../src/outputs/values.ts'

type LooseBlock = Parameters<typeof documentWith>[0][number][number]

const heading = (level: number, text: string): LooseBlock => ({ type: 'heading', level, text })
const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0
const limits = { targetTokens: 30, maxTokens: 50 }

const chunked = (document: Document, chunking: Partial<Chunking>): ChunkValue[] => [
  ...chunksOf({ ...document, chunking: { ...limits, ...chunking } }, countWords),
]
const texts = (found: readonly ChunkValue[]): string[] => found.map(({ text }) => text)
const sentences = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `The ${name}${index} is here.`).join(' ')

describe('Chunks that overlap', () => {
  it('begin with the last sentences of the chunk before', () => {
    const found = chunked(documentWith([[paragraphBlock(sentences('a', 5)), paragraphBlock(sentences('b', 5))]]), {
      overlapTokens: 9,
    })
    assert.deepEqual(texts(found), [sentences('a', 5), `The a3 is here. The a4 is here.\n\n${sentences('b', 5)}`])
    assert.deepEqual(found[1]?.blocks, ['p1-b1', 'p1-b2'])
  })

  it('begin with the last items of a list that is divided', () => {
    const items = Array.from({ length: 8 }, (_, index) => listItemBlock('•', `item ${index} of these`))
    const [, second] = texts(chunked(documentWith([items]), { overlapTokens: 6 }))
    assert.match(second ?? '', /^• item 2 of these\n• item 3 of these/)
  })

  it('repeat nothing of another section', () => {
    const found = chunked(
      documentWith([
        [heading(1, 'One'), paragraphBlock(sentences('a', 5)), heading(1, 'Two'), paragraphBlock(sentences('b', 5))],
      ]),
      { overlapTokens: 12 },
    )
    assert.deepEqual(texts(found).at(-1), `Two\n\n${sentences('b', 5)}`)
  })

  it('repeat no rows of a table, which has its header in each of them', () => {
    const rows = [['Name', 'Value'], ...Array.from({ length: 20 }, (_, index) => [`row ${index}`, `${index}`])]
    const found = chunked(
      documentWith([[{ type: 'table', text: '', table: 'p1-t1' }]], { tables: [tableOfTexts(rows)] }),
      {
        overlapTokens: 12,
      },
    )
    assert.ok(found.length > 2)
    const seen = texts(found).flatMap((text) => text.match(/row \d+/g) ?? [])
    assert.equal(new Set(seen).size, seen.length)
    assert.equal(seen.length, 20)
  })

  it('list the page of what they repeat, not that of the whole paragraph', () => {
    const found = chunked(
      documentWith([
        [paragraphBlock(sentences('a', 3))],
        [{ ...paragraphBlock(sentences('b', 3)), continues: 'p1-b1' }, paragraphBlock(sentences('c', 6))],
      ]),
      { overlapTokens: 8 },
    )
    assert.deepEqual(found.at(-1)?.pages, [2])
    assert.match(found.at(-1)?.text ?? '', /^The b1 is here\. The b2/)
  })

  it('repeat the end of a sentence that is longer than the overlap', () => {
    const long = Array.from({ length: 24 }, (_, index) => `w${index}`).join(' ')
    const found = chunked(documentWith([[paragraphBlock(`${long}.`), paragraphBlock(sentences('b', 6))]]), {
      overlapTokens: 4,
    })
    assert.match(found[1]?.text ?? '', /^w20 w21 w22 w23\.\n\nThe b0/)
  })

  it('stay within the limit, and are at most half of the length that they should have', () => {
    const document = documentWith([[paragraphBlock(sentences('a', 60))]])
    const found = chunked(document, { targetTokens: 20, maxTokens: 20, overlapTokens: 1000 })
    assert.ok(found.every(({ tokens }) => tokens <= 20))
    assert.equal(new Set(texts(found).flatMap((text) => text.match(/a\d+/g) ?? [])).size, 60)
  })
})

describe('Chunks in context', () => {
  const book = documentWith([
    [
      { type: 'title', text: 'Book' },
      heading(1, 'Part'),
      paragraphBlock(sentences('a', 5)),
      paragraphBlock(sentences('b', 5)),
      heading(2, 'Chapter'),
      paragraphBlock('Two.'),
    ],
  ])

  it('begin with the titles that they stand under and do not have themselves', () => {
    assert.deepEqual(
      chunked(book, { context: true }).map(({ text, context }) => [text, context]),
      [
        [`Book\n\nPart\n\n${sentences('a', 5)}`, ''],
        [`Book › Part\n\n${sentences('b', 5)}`, 'Book › Part'],
        ['Book › Part\n\nChapter\n\nTwo.', 'Book › Part'],
      ],
    )
  })

  it('name the pages of a document that has any', () => {
    const pages = book.pages.map((page) => ({ ...page, width: 595, height: 842 }))
    const found = chunked({ ...book, pages }, { context: true })
    assert.deepEqual(
      found.map(({ context }) => context),
      ['p. 1', 'Book › Part, p. 1', 'Book › Part, p. 1'],
    )
  })

  it('name a document by its metadata where no title is printed', () => {
    const metadata = { ...book.metadata, title: 'Annual report' }
    const plain = documentWith([[heading(1, 'Part'), paragraphBlock('One.')]])
    assert.deepEqual(texts(chunked({ ...plain, metadata }, { context: true })), ['Annual report\n\nPart\n\nOne.'])
  })

  it('leave out outer titles that are too long, and keep the innermost', () => {
    const deep = documentWith([
      [
        { type: 'title', text: 'Book' },
        heading(1, 'A part of many words in its title'),
        heading(2, 'Inner section'),
        paragraphBlock(sentences('a', 4)),
        paragraphBlock(sentences('b', 4)),
        paragraphBlock(sentences('c', 4)),
      ],
    ])
    const found = chunked(deep, { context: true })
    assert.equal(found.at(-1)?.context, 'Book › … › Inner section')
    assert.ok(found.every(({ tokens }) => tokens <= 50))
  })

  it('have none where it is not asked for', () => {
    assert.ok(chunked(book, {}).every((chunk) => !('context' in chunk)))
  })
})
