import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { blocksOf, outlineOf } from './read-tagged-pdf.ts'
import { textsOf } from './layout-tables-page.ts'
import { node, taggedPdf, type DrawnText, type TreeNode } from './tagged-pdf.ts'

/* Tables that a browser gives no tags of tables, but elements that say nothing. */

/** The tree of such a table below a heading, and its texts, each at its x; rows 20 points apart. */
const shaped = (rows: readonly (readonly (readonly [text: string, x: number])[])[]): Uint8Array => {
  const texts: DrawnText[] = [{ text: 'Fees', x: 60, y: 60, mark: 0, size: 20 }]
  const tree = rows.map((row, index): TreeNode => {
    const cells = row.map(([text, x]) => {
      texts.push({ text, x, y: 100 + index * 20, mark: texts.length })
      return node('NonStruct', [node('NonStruct', [[1, texts.length - 1]])])
    })
    return node('NonStruct', cells)
  })
  return taggedPdf([texts], [node('Document', [node('H1', [[1, 0]]), node('NonStruct', [node('NonStruct', tree)])])])
}

suite('a table that is tagged as nothing', () => {
  test('does not become one paragraph of all its values', async () => {
    const [blocks] = await blocksOf(
      shaped([
        [
          ['Boat', 60],
          ['Fee', 240],
        ],
        [
          ['Dinghy', 60],
          ['12.00', 240],
        ],
        [
          ['Ketch with a very long name', 60],
          ['58.00', 240],
        ],
        [['Barge', 60]],
      ]),
    )
    assert.deepEqual(
      (blocks ?? []).flatMap(({ table }) => (table === undefined ? [] : [textsOf(table)])),
      [
        [
          ['Boat', 'Fee'],
          ['Dinghy', '12.00'],
          ['Ketch with a very long name', '58.00'],
          ['Barge', ''],
        ],
      ],
    )
  })

  test('is none where its texts go on one after the other', async () => {
    const [blocks] = await blocksOf(
      shaped([
        [
          ['The boats', 60],
          ['of the', 120],
          ['harbour', 158],
        ],
        [
          ['are all', 60],
          ['sold now,', 100],
          ['and so are', 160],
        ],
        [
          ['their', 60],
          ['oars that', 90],
          ['lay there.', 142],
        ],
      ]),
    )
    assert.deepEqual(outlineOf(blocks), [
      'heading 1: Fees',
      'paragraph: The boats of the harbour are all sold now, and so are their oars that lay there.',
    ])
  })
})
