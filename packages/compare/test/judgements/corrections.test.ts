import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correctDocument, type Document, render } from '@polyparse/document'
import type { Correction } from '@polyparse/document/schema'
import { Check } from '@polyparse/document/typebox/value'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { judgedByCorrections, judgedScores } from '../../src/judgements.ts'
import { JudgedDocument } from '@polyparse/contract/judgements'
import { judgedAgain } from '../../src/judgements/find-truth.ts'
import { readingOf } from '../../src/reading.ts'

const table = tableOfTexts([
  ['Line', 'June', 'July'],
  ['North', '48,317', '20,100'],
  ['South', '1,200', '7'],
])

const document = documentWith(
  [
    [
      { type: 'heading', level: 1, text: 'Parcels of the year' },
      paragraphBlock('In all the parcels of lune were 48,371 and those of July 20,100 tonnes.'),
      { type: 'table', text: '', table: 'p1-t1' },
      paragraphBlock('Nothing is known of August.'),
    ],
  ],
  { tables: [{ ...table, cells: table.cells.filter(({ row, column }) => row !== 2 || column !== 2) }] },
)

const judgedOf = async (corrections: readonly Correction[], of: Document = document) => {
  const { json } = await render(of, ['json'], { filename: 'a.html', sizeBytes: 1 })
  const timing = { startedAt: '2026-01-31T10:00:00Z', completedAt: '2026-01-31T10:00:01Z', durationMs: 1000 }
  const result = { provider: 'auto', pageCount: 1, timing, outputs: { ...(json !== undefined && { json }) } }
  return judgedByCorrections('a.html', result, corrections, 'job')
}

const paragraph: Correction = {
  block: 'p1-b2',
  read: 'In all the parcels of lune were 48,371 and those of July 20,100 tonnes.',
  text: 'In all the parcels of June were 48,317 and those of July 20,100 tonnes.',
}
const cell: Correction = { table: 'p1-t1', row: 1, column: 1, read: '48,317', text: '48,713' }
const newCell: Correction = { table: 'p1-t1', row: 2, column: 2, read: '', text: '7' }
const invented: Correction = { block: 'p1-b4', read: 'Nothing is known of August.', text: 'Nothing is known.' }

describe('What people have corrected in a result', () => {
  it('is true: the corrected document has all of it, and what was read has none', async () => {
    const corrections = [cell, paragraph, newCell, invented]
    const judged = await judgedOf(corrections)
    assert.ok(judged !== null && Check(JudgedDocument, JSON.parse(JSON.stringify(judged))))
    const readings = new Map([
      ['corrected', readingOf(correctDocument(document, corrections))],
      ['auto', readingOf(document)],
    ])
    const scores = judgedScores([judgedAgain(judged, readings)])
    assert.deepEqual(
      scores.map(({ provider, right, settled }) => [provider, right, settled]),
      [
        ['corrected', 4, 4],
        ['auto', 0, 4],
      ],
    )
    assert.deepEqual(
      scores.map(({ accuracy }) => accuracy),
      [1, 1 - (judged.words?.disputed ?? 0) / (judged.words?.all ?? 0)],
    )
  })

  it('is what has changed, in the order of the document, between the words around it', async () => {
    const judged = await judgedOf([cell, paragraph])
    assert.deepEqual(
      judged?.settlements.map(({ dispute, page, truth, sides }) => ({ dispute, page, truth, sides })),
      [
        {
          dispute: 1,
          page: 1,
          truth: 'June were 48,317',
          sides: [{ provider: 'auto', text: 'lune were 48,371', before: 'the parcels of', after: 'and those of' }],
        },
        {
          dispute: 2,
          page: 1,
          truth: '48,713',
          sides: [{ provider: 'auto', text: '48,317', before: 'June July North', after: '20,100 South 1,200' }],
        },
      ],
    )
  })

  it('says nothing where words are the same', async () => {
    const text = paragraph.read.replace('48,371', '48371').replace('In all', 'in  all')
    assert.equal(await judgedOf([{ ...paragraph, text }]), null)
    assert.equal(await judgedOf([{ block: 'gone', read: 'a', text: 'b' }]), null)
    assert.equal(await judgedOf([]), null)
  })

  it('is found where all of a document is corrected', async () => {
    const of = documentWith([[paragraphBlock('Tota1')]])
    const correction = { block: 'p1-b1', read: 'Tota1', text: 'Total' }
    const judged = await judgedOf([correction], of)
    assert.ok(judged !== null)
    const again = judgedAgain(judged, new Map([['x', readingOf(correctDocument(of, [correction]))]]))
    assert.deepEqual(again.settlements[0]?.right, ['x'])
  })
})
