import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Document } from '@polyparse/document'
import { doubtsBySet } from '../../quality/reliability/by-set.ts'
import { judgedParts } from '../../quality/reliability/judged-parts.ts'
import { reliabilityTable } from '../../quality/reliability/table.ts'

const documentOf = (texts: readonly string[], rows: readonly (readonly string[])[] = []): Document => ({
  metadata: { mimeType: 'application/pdf', documentPageCount: 1 },
  pages: [
    {
      number: 1,
      width: 600,
      height: 800,
      rotation: 0,
      blocks: texts.map((text, index): Block => ({
        id: `p1-b${index}`,
        type: 'paragraph',
        page: 1,
        bbox: [0, 0, 100, 10],
        text,
        confidence: 0.96,
      })),
    },
  ],
  tables: [
    {
      id: 'p1-t1',
      page: 1,
      bbox: null,
      rowCount: rows.length,
      columnCount: 2,
      cells: rows.flatMap((row, index) =>
        row.map((text, column) => ({
          row: index,
          column,
          rowSpan: 1,
          columnSpan: 1,
          text,
          header: false,
          confidence: 0.85,
        })),
      ),
    },
  ],
  pictures: [],
  outline: [],
  warnings: [],
})

const areRight = (document: Document, truth: string): boolean[] =>
  judgedParts(document, truth).map(({ right }) => right)

describe('the parts of a reading', () => {
  it('are right as labels with values, in one text with a colon or dots, in one cell or in two', () => {
    const truth = '**Order no.:** R170505\n\n**Customer:** C26586\n'
    assert.deepEqual(areRight(documentOf(['Order no. … R170505', 'Customer: C26586']), truth), [true, true])
    assert.deepEqual(areRight(documentOf([], [['Order no.', 'R170505'], ['Customer: C26586']]), truth), [
      true,
      true,
      true,
    ])
    assert.deepEqual(areRight(documentOf([], [['Order no.', 'C26586']]), truth), [false, false])
  })

  it('are right with a space beside the sign of a currency, and with another sign for a tick', () => {
    const truth = '| Net | $5,133 |\n|---|---|\n| Loss | (7,473) |\n\n☒ Paid\n'
    assert.deepEqual(
      areRight(
        documentOf(
          ['☑ Paid'],
          [
            ['Net', '$ 5,133'],
            ['Loss', '( 7,473 )'],
          ],
        ),
        truth,
      ),
      [true, true, true, true, true],
    )
  })
})

describe('the reliability', () => {
  it('counts right parts and wrong numbers by confidence, and the pages with low_confidence', () => {
    const truth = 'A word.\n\n| Holm | 310 |\n|---|---|\n| Marram | 478 |\n| Sandvik | 512 |\n'
    const parts = judgedParts(
      documentOf(
        ['A word.'],
        [
          ['Holm', '310'],
          ['Marram', '487'],
          ['Sandvik', '512'],
        ],
      ),
      truth,
    )
    const table = reliabilityTable([{ id: 'one', pages: 1, parts, doubted: new Set([1]) }])
    assert.match(table, /^text 0.95 – 0.98 +1 +1 +100.0 % +0$/m)
    assert.match(table, /^cell 0.8 – 0.9 +4 +6 +66.7 % +1$/m)
    assert.match(table, /^1 of 1 wrong numbers are below 0.9$/m)
    assert.match(table, /^1 of 1 pages have low_confidence, 1 of the 1 with something wrong among them$/m)
  })

  it('tells by set whether poor documents have a warning, wrong numbers are doubted, and right pages are not', () => {
    const wrong = judgedParts(documentOf([], [['Holm', '487']]), '| Holm | 310 |\n|---|---|\n')
    const right = judgedParts(documentOf(['A word.']), 'A word.\n')
    const warnings = [{ code: 'table_uncertain', message: 'Table p1-t1 is uncertain.', page: 1 }]
    const none = new Set<number>()
    const table = doubtsBySet([
      { id: 'a-1', set: 'a', pages: 1, parts: wrong, doubted: new Set([1]), score: 0.8, warnings },
      { id: 'a-2', set: 'a', pages: 1, parts: wrong, doubted: none, score: 0.9, warnings: [] },
      { id: 'b-1', set: 'b', pages: 2, parts: right, doubted: new Set([2]), score: 1, warnings },
    ])
    assert.match(table, /^a +2 +2 +1 +1 +2 +2 +0 +0 +0 +0$/m)
    assert.match(table, /^b +1 +0 +0 +0 +0 +0 +2 +1 +2 +1$/m)
    assert.match(table, /^all +3 +2 +1 +1 +2 +2 +2 +1 +2 +1$/m)
  })
})
