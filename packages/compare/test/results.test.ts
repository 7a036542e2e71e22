import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ParseResult } from '@polyparse/contract'
import { render } from '@polyparse/document'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { pagesWithTexts, parsedResult, tableValue } from '@polyparse/test-support/results'
import { readingOf } from '../src/reading.ts'
import { comparableResults, differencesBetween, haveSameText, kindChanges, readingOfResult } from '../src/results.ts'

const resultOf = (outputs: ParseResult['outputs'], more: Partial<ParseResult> = {}): ParseResult => {
  const entry = parsedResult('auto', outputs, more)
  assert.ok(entry.status === 'parsed')
  return entry.result
}

const document = documentWith(
  [
    [
      { type: 'heading', level: 1, text: 'What was counted in the year' },
      paragraphBlock('The harbour was full.'),
      { type: 'table', text: '', table: 'p1-t1', bbox: [72, 100, 500, 160] },
      { type: 'list_item', level: 2, marker: 'a)', text: 'one barge' },
    ],
  ],
  {
    tables: [
      tableOfTexts([
        ['Ship', 'Tonnes'],
        ['Anna', '48,317'],
      ]),
    ],
  },
)

const differences = (one: ParseResult, other: ParseResult) =>
  differencesBetween(
    new Map([
      ['before', readingOfResult(one)],
      ['after', readingOfResult(other)],
    ]),
  )

describe('Two results of one document', () => {
  it('are compared by the reading of the document itself where they have its blocks and tables', async () => {
    const { json, pages, tables } = await render(document, ['json', 'pages', 'tables'], {
      filename: 'a.pdf',
      sizeBytes: 10,
    })
    assert.ok(json !== undefined && pages !== undefined && tables !== undefined)
    assert.deepEqual(readingOfResult(resultOf({ json })), readingOf(document))
    assert.deepEqual(readingOfResult(resultOf({ pages, tables })), readingOf(document))
  })

  it('show what was changed, with both texts and their places on the page', async () => {
    const read = (figure: string) =>
      resultOf({ pages: pagesWithTexts(['The harbour was full.', `In all ${figure} tonnes were landed.`]) })
    const { pairs, disputes, omittedDisputeCount, recommendation, verdict } = await differences(
      read('48,317'),
      read('8,317'),
    )
    assert.deepEqual(
      disputes.map(({ kind, sides }) => [kind, ...sides.map(({ provider, text, bbox }) => [provider, text, bbox])]),
      [['number', ['before', '48,317', [72, 92, 500, 110]], ['after', '8,317', [72, 92, 500, 110]]]],
    )
    assert.equal(omittedDisputeCount, 0)
    assert.ok((pairs[0]?.overall ?? 1) < 1)
    assert.deepEqual([recommendation, verdict], [undefined, undefined])
  })

  it('are compared cell by cell where tables correspond', async () => {
    const read = (tonnes: string) =>
      resultOf({
        tables: [
          tableValue('p1-t1', [
            ['Ship', 'Tonnes'],
            ['Anna', '100'],
            ['Berta', tonnes],
          ]),
        ],
      })
    const { disputes, pairs } = await differences(read('48,317'), read('8,317'))
    assert.deepEqual(
      disputes.map(({ sides }) => sides.map(({ text }) => text)),
      [['48,317', '8,317']],
    )
    const { tables } = pairs[0] ?? {}
    assert.ok(tables !== undefined && tables > 0.5 && tables < 1, `${tables}`)
  })

  it('say which words only one of two plain texts has', async () => {
    const { disputes } = await differences(
      resultOf({ text: 'The harbour was full.\n\nThe pilot came late and the tide had turned before noon.' }),
      resultOf({ text: 'The harbour was full.' }),
    )
    assert.deepEqual(
      disputes.map(({ kind, sides }) => [kind, sides.find(({ provider }) => provider === 'after')?.text]),
      [['missing', '']],
    )
  })

  it('are the same only to the letter', async () => {
    const [one, same, other] = ['The harbour was full.', 'The harbour was full.', 'The Harbour was full'].map((text) =>
      resultOf({ pages: pagesWithTexts([text]) }),
    )
    assert.ok(one !== undefined && same !== undefined && other !== undefined)
    assert.deepEqual([haveSameText(one, same), haveSameText(one, other)], [true, false])
    const heading = resultOf({ pages: pagesWithTexts([{ text: 'The harbour was full.', type: 'heading', level: 1 }]) })
    assert.equal(haveSameText(one, heading), false)
    const { pairs, disputes } = await differences(one, other)
    assert.deepEqual([pairs[0]?.text, disputes], [1, []])
  })

  it('say which texts are another kind of block, or a heading of another level', () => {
    const before = resultOf({
      pages: pagesWithTexts([{ text: 'The year', type: 'heading', level: 1 }, 'Note', 'Note', 'The harbour was full.']),
    })
    const after = resultOf({
      pages: pagesWithTexts([
        { text: 'The year', type: 'heading', level: 2 },
        'Note',
        { text: 'Note', type: 'caption' },
        { text: 'The harbour  was full.', type: 'quote' },
        { text: 'New', type: 'heading', level: 1 },
      ]),
    })
    assert.deepEqual(
      kindChanges(before, after).map(({ page, text, before: was, after: is }) => [page, text, was.type, is.type]),
      [
        [1, 'The year', 'heading', 'heading'],
        [1, 'Note', 'paragraph', 'caption'],
        [1, 'The harbour  was full.', 'paragraph', 'quote'],
      ],
    )
    assert.deepEqual(kindChanges(before, before), [])
  })

  it('are compared by an output that both have, and not at all without one', () => {
    const outputsOf = (one: ParseResult['outputs'], other: ParseResult['outputs']) =>
      comparableResults(resultOf(one), resultOf(other))?.map(({ outputs }) => Object.keys(outputs)) ?? null
    const pages = pagesWithTexts(['The harbour was full.'])
    assert.deepEqual(outputsOf({ pages, markdown: 'a' }, { pages, text: 'a' }), [
      ['pages', 'markdown'],
      ['pages', 'text'],
    ])
    assert.deepEqual(outputsOf({ pages, markdown: 'a', text: 'a' }, { text: 'a', markdown: 'a' }), [
      ['markdown'],
      ['markdown'],
    ])
    assert.equal(outputsOf({ pages }, { text: 'a' }), null)
    assert.equal(
      outputsOf({ metadata: { mimeType: 'text/plain', documentPageCount: 1, sizeBytes: 1 } }, { text: 'a' }),
      null,
    )
  })
})
