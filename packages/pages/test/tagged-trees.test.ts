import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { textOfLine, type DraftBlock } from '../src/paged/draft.ts'
import type { StructureChild } from '../src/pdfium/structure-tree.ts'
import type { ContentWord, PageContent } from '../src/layout/page-content.ts'
import { plainStyle } from '../src/font-style.ts'
import { readTagged } from '../src/pdf/tagged/read-tagged.ts'

const types = (
  'Document Sect Div NonStruct BlockQuote P P H1 H Title L LI LI Lbl LBody Table TR TR TH TD TD THead Caption Figure ' +
  'Formula Note Span Link Artifact Strange'
).split(' ')

const height = 3000
const lineHeight = 15

const word = (mark: number): ContentWord => {
  const baseline = 60 + mark * lineHeight
  return {
    text: `word${mark}.`,
    box: [60, baseline - 9, 120, baseline + 2],
    baseline,
    mark,
    size: 11,
    style: plainStyle,
    href: null,
    confidence: 1,
    color: 0,
    font: '',
    spaceBefore: true,
  }
}

const pageOf = (number: number, marks: number): PageContent => ({
  number,
  width: 600,
  height,
  rotation: 0,
  words: Array.from({ length: marks }, (_, mark) => word(mark)),
  rules: [],
  fills: [],
  pictures: [],
})

type Shape = { readonly type: string; readonly children: readonly (Shape | number)[] }

const { tree: shapes } = fc.letrec<{ tree: Shape }>((tie) => ({
  tree: fc.record({
    type: fc.constantFrom(...types),
    children: fc.array(fc.oneof({ depthSize: 'small' }, fc.integer({ min: 1, max: 20 }), tie('tree')), {
      maxLength: 6,
    }),
  }),
}))

/** A tree of a given shape; its marks follow each other in tree order, and now and then one is repeated. */
const growTree = (
  shapesOfPage: readonly Shape[],
): { readonly tree: readonly StructureChild[]; readonly marks: number } => {
  let marks = 0
  const toChild = (shape: Shape | number, index: number): StructureChild => {
    if (typeof shape === 'number') {
      if (shape > 2) marks += 1
      return { index, mark: marks }
    }
    const { type, children } = shape
    const isCell = type === 'TD' || type === 'TH'
    const cell = isCell ? { rowSpan: 1 + (index % 3), columnSpan: 1 + (index % 2), headers: [] } : null
    const texts = { id: '', alternativeText: '', actualText: '', numbering: '' }
    const childCount = children.length + (index % 2)
    return { index, element: { type, ...texts, cell, childCount, children: children.map(toChild) } }
  }
  return { tree: [{ type: 'H1', children: [0] }, ...shapesOfPage].map(toChild), marks }
}

/** All the text of a block; the text of cells only once. */
const saidBy = ({ lines, marker = '', table }: DraftBlock): string =>
  table === undefined ? [marker, ...lines.map(textOfLine)].join(' ') : table.cells.map(({ text }) => text).join(' ')

test('For any tree, each word of a page is read once, and cells of a table do not overlap', () => {
  let used = 0
  fc.assert(
    fc.property(fc.array(shapes, { minLength: 1, maxLength: 8 }), (shapesOfPage) => {
      const { tree, marks } = growTree(shapesOfPage)
      const content = pageOf(1, marks + 3)
      const [blocks] = readTagged([{ content, tree }])
      if (blocks === null || blocks === undefined) return
      used += 1
      const said = blocks.flatMap((block) => saidBy(block).match(/word\d+/g) ?? [])
      assert.deepEqual(said.toSorted(), content.words.map(({ text }) => text.slice(0, -1)).toSorted())
      for (const { table } of blocks) {
        const places = (table?.cells ?? []).flatMap(({ row, column, rowSpan, columnSpan }) =>
          Array.from(
            { length: rowSpan * columnSpan },
            (_, at) => `${row + Math.floor(at / columnSpan)} ${column + (at % columnSpan)}`,
          ),
        )
        assert.equal(new Set(places).size, places.length)
      }
    }),
    { numRuns: 2000 },
  )
  assert.ok(used > 1000)
})
