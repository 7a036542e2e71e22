import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerDocument } from '../src/answer-document.ts'
import { createAnchors, merged, without } from '../src/vendors/google-document-ai/anchors.ts'
import { googleCells } from '../src/vendors/google-document-ai/cells.ts'
import { googleDocumentAiReader } from '../src/vendors/google-document-ai/google-document-ai-reader.ts'
import type { Survey } from '../src/survey.ts'

const survey: Survey = {
  pageCount: 1,
  pages: null,
  sizes: new Map([[1, { width: 600, height: 800, rotation: 0 }]]),
  metadata: { mimeType: 'application/pdf', documentPageCount: 1 },
  outline: [],
  warnings: [],
}
const request = {
  pages: null,
  outputs: ['markdown', 'fields'],
  includeRaw: false,
  source: { mediaType: 'application/pdf' },
} as const

const documentOf = (document: object) =>
  answerDocument(
    () =>
      googleDocumentAiReader.read([[{ version: null, parts: [{ pages: [1], answer: { document } }] }]], {
        request,
        survey,
        files: new Map(),
      }),
    { vendor: 'Google Document AI', request, survey },
  )

const linesOf = (document: object) =>
  documentOf(document).pages.flatMap(({ blocks }) => blocks.map(({ type, text }) => `${type}: ${text}`))

/** At a place of the text, in a box of the page in tenths of it. */
const at = (start: number, end: number, [x0, y0, x1, y1]: readonly [number, number, number, number]) => ({
  layout: {
    textAnchor: { textSegments: [{ ...(start > 0 && { startIndex: String(start) }), endIndex: String(end) }] },
    boundingPoly: {
      normalizedVertices: [
        { x: x0 / 10, y: y0 / 10 },
        { x: x1 / 10, y: y1 / 10 },
      ],
    },
  },
})

describe('the text of Document AI', () => {
  it('is counted in characters, whatever plane of Unicode they are in', () => {
    const { textIn } = createAnchors({ text: 'a𝄞b🛳️c\nd' })
    assert.deepEqual([textIn([[1, 2]]), textIn([[2, 3]]), textIn([[5, 8]]), textIn([[90, 99]])], ['𝄞', 'b', 'c d', ''])
  })

  it('is divided where a part of it is elsewhere', () => {
    const taken = merged([
      [8, 12],
      [2, 4],
      [3, 6],
    ])
    assert.deepEqual(taken, [
      [2, 6],
      [8, 12],
    ])
    assert.deepEqual(without([[0, 9]], taken), [
      [0, 2],
      [6, 8],
    ])
    assert.deepEqual(without([[3, 5]], taken), [])
    assert.deepEqual(without([[12, 14]], taken), [[12, 14]])
  })

  it('has a paragraph around a table once, and the table in its place', () => {
    const cell = (start: number, end: number) => at(start, end, [1, 1, 2, 2])
    const page = {
      paragraphs: [at(0, 17, [1, 1, 9, 9])],
      tables: [{ ...at(7, 11, [1, 1, 5, 5]), headerRows: [{ cells: [cell(7, 9), cell(9, 11)] }] }],
    }
    assert.deepEqual(linesOf({ text: 'Before A\nB\nAfter.', pages: [page] }), [
      'paragraph: Before After.',
      'table: A\tB',
    ])
    assert.deepEqual(
      linesOf({ text: 'One\nTwo', pages: [{ lines: [at(0, 4, [1, 1, 2, 2]), at(4, 7, [1, 2, 2, 3])] }] }),
      ['paragraph: One', 'paragraph: Two'],
    )
  })

  it('has boxes to tick before the lines that they belong to', () => {
    const mark = (type: string, [x, y]: readonly [number, number]) => ({
      type,
      layout: { boundingPoly: at(0, 1, [x, y, x + 0.2, y + 0.2]).layout.boundingPoly },
    })
    const page = {
      paragraphs: [at(0, 8, [1, 1, 5, 3])],
      lines: [at(0, 4, [2, 1, 5, 2]), at(4, 8, [2, 2, 5, 3])],
      visualElements: [
        mark('filled_checkbox', [1, 1.4]),
        mark('unfilled_checkbox', [1, 2.4]),
        mark('filled_checkbox', [1, 8]),
        mark('signature', [1, 9]),
      ],
    }
    assert.deepEqual(linesOf({ text: 'Yes\nNo.\n', pages: [page] }), ['paragraph: ☑ Yes ☐ No.', 'paragraph: ☑'])
  })

  it('has fields whose value is ticked, and leaves out those without a value', () => {
    const content = (text: string) => ({ textAnchor: { content: text } })
    const formFields = [
      { fieldName: content('Paid: '), fieldValue: content('☑'), valueType: 'filled_checkbox' },
      { fieldName: content('Sent'), valueType: 'unfilled_checkbox' },
      { fieldName: content('Name:\n'), fieldValue: content('Ada\nL.') },
      { fieldName: content('Date:'), fieldValue: content(' ') },
    ]
    assert.deepEqual(
      documentOf({ text: '', pages: [{ formFields }] }).fields?.map(({ label, value, kind }) => [label, value, kind]),
      [
        ['Paid', '☑', 'checkbox'],
        ['Sent', '☐', 'checkbox'],
        ['Name', 'Ada L.', 'pair'],
      ],
    )
  })
})

describe('a page of Document AI', () => {
  const text = 'Word'
  const paragraphs = [at(0, 4, [1, 1, 2, 2])]
  const shapeOf = (page: object) => {
    const [first] = documentOf({ text, pages: [page] }).pages
    return [first?.width, first?.height, first?.blocks[0]?.bbox?.map(Math.round)]
  }

  it('has boxes in points of the page, whatever its resolution', () => {
    assert.deepEqual(shapeOf({ paragraphs }), [600, 800, [60, 80, 120, 160]])
    assert.deepEqual(shapeOf({ paragraphs, dimension: { width: 1200, height: 1600 } }), [600, 800, [60, 80, 120, 160]])
    const vertices = [
      { x: 120, y: 160 },
      { x: 240, y: 320 },
    ]
    const inPixels = paragraphs.map(({ layout }) => ({ layout: { ...layout, boundingPoly: { vertices } } }))
    assert.deepEqual(shapeOf({ paragraphs: inPixels, dimension: { width: 1200, height: 1600 } }), [
      600,
      800,
      [60, 80, 120, 160],
    ])
  })

  it('lies as it was read where Google has turned it', () => {
    assert.deepEqual(shapeOf({ paragraphs, dimension: { width: 1600, height: 1200 } }), [800, 600, [80, 60, 160, 120]])
  })
})

describe('the layout of Document AI', () => {
  const text = (words: string, type = 'paragraph', blocks: object[] = []) => ({
    textBlock: { text: words, type, blocks },
  })
  const layout = (...blocks: object[]) => linesOf({ documentLayout: { blocks } })

  it('is read down to the tables in lists and the lists in cells', () => {
    const inner = { listBlock: { type: 'ordered', listEntries: [{ blocks: [text('b')] }, { blocks: [text('c')] }] } }
    const table = { tableBlock: { bodyRows: [{ cells: [{ blocks: [inner, text('d')] }, { blocks: [text('e')] }] }] } }
    const list = { listBlock: { type: 'unordered', listEntries: [{ blocks: [text('• a'), inner, table] }] } }
    assert.deepEqual(layout(text('Top', 'heading-1', [list]), text('Sub', 'subtitle'), text('9', 'footer')), [
      'heading: Top',
      'list_item: a',
      'list_item: b',
      'list_item: c',
      'table: b c d\te',
      'heading: Sub',
      'page_footer: 9',
    ])
    const { pages } = documentOf({ documentLayout: { blocks: [list] } })
    assert.deepEqual(
      pages[0]?.blocks.slice(0, 3).map(({ level, marker }) => [level, marker]),
      [
        [1, '•'],
        [2, '1.'],
        [2, '2.'],
      ],
    )
  })

  it('is read to a limited depth', () => {
    const deep = Array.from({ length: 300 }).reduce<object>((inside) => text('x', 'paragraph', [inside]), text('end'))
    assert.ok(layout(deep).length < 150)
  })

  it('gives pictures as assets or data URLs, and knows where it says nothing', () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const given = {
      documentLayout: {
        blocks: [
          { imageBlock: { blobAssetId: 'a1', imageText: 'A' } },
          { imageBlock: { dataUri: `data:image/png;base64,${png}` } },
          { imageBlock: { gcsUri: 'gs://bucket/c.png' } },
        ],
      },
      blobAssets: [{ assetId: 'a1', content: png }],
    }
    const asked = { ...request, outputs: ['images'] } as const
    const answer = googleDocumentAiReader.read([[{ parts: [{ pages: [1], answer: { document: given } }] }]], {
      request: asked,
      survey,
      files: new Map(),
    })
    const { pictures, warnings } = answerDocument(() => answer, {
      vendor: 'Google Document AI',
      request: asked,
      survey,
    })
    assert.deepEqual(
      pictures.map(({ width, height, alt }) => [width, height, alt]),
      [
        [1, 1, 'A'],
        [1, 1, undefined],
      ],
    )
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['blocks_unplaced', 'image_omitted'],
    )
  })
})

it('cells that span into rows below leave no room there', () => {
  const cell = (rowSpan: number, colSpan: number) => ({ rowSpan, colSpan })
  assert.deepEqual(
    googleCells([[cell(2, 1), cell(1, 2)], [cell(1, 1), cell(1, 1)], [cell(1, 1)]]).map(({ row, column }) => [
      row,
      column,
    ]),
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 2],
      [2, 0],
    ],
  )
  assert.ok(googleCells([[cell(1e9, 1e9)], [cell(1, 1)]]).every(({ column }) => column <= 1000))
})

it('names the place of what is wrong deep in a tree of blocks', () => {
  const treeWith = (text: unknown) => ({
    blocks: [
      { textBlock: { blocks: [{ tableBlock: { bodyRows: [{ cells: [{ blocks: [{ textBlock: { text } }] }] }] } }] } },
    ],
  })
  const isUsable = (text: unknown) =>
    googleDocumentAiReader.looks?.['usable']?.({ document: { documentLayout: treeWith(text) } })
  assert.equal(isUsable('Ferries'), true)
  const place =
    '/document/documentLayout/blocks/0/textBlock/blocks/0/tableBlock/bodyRows/0/cells/0/blocks/0/textBlock/text'
  assert.throws(
    () => isUsable(5),
    ({ cause }: Error) => String(cause).includes(`${place} must be string`),
  )
})
