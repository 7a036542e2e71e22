import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block, Box, Document } from '@polyparse/document'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { agreementOf } from './agreements.ts'

const text = paragraphText(randomFrom(1))
const chart: Box = [100, 300, 400, 500]
const inChart: Box = [120, 320, 380, 480]
const elsewhere: Box = [100, 600, 400, 640]
const sized = (document: Document): Document => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, width: 595, height: 842 })),
})

const picture = (bbox: Box): Pick<Block, 'type' | 'text' | 'bbox'> => ({ type: 'picture', text: '', bbox })
const plain = (bbox = chart): Document => sized(documentWith([[paragraphBlock(text), picture(bbox)]]))
const recognized = (place: Box, words: string): Document =>
  sized(documentWith([[paragraphBlock(text), { ...paragraphBlock(words), bbox: place }]]))
const labels = 'Crossings by month: January 1,204, February 2,391, March 3,117, April 4,020.'

test('words that only the recognition of a picture has are marked and rank below a word read otherwise', async () => {
  const withFee = (fee: string, ...more: readonly ReturnType<typeof picture>[]): Document =>
    sized(documentWith([[paragraphBlock(`The fee is ${fee} crowns a day.`), paragraphBlock(text), ...more]]))
  const { disputes } = await agreementOf({
    one: withFee('1,250', picture(chart)),
    two: withFee('1,260', { ...paragraphBlock(labels), bbox: inChart }),
  })
  assert.deepEqual(
    disputes.map(({ kind, fromImages }) => [kind, fromImages]),
    [
      ['number', undefined],
      ['missing', true],
    ],
  )
})

test('a provider is not worse for leaving out what only the recognition of a picture has', async () => {
  const { recommendation } = await agreementOf(
    { one: plain(), two: recognized(inChart, labels), three: plain() },
    { one: 100 },
  )
  assert.equal(recommendation?.provider, 'one')
})

test('a provider that reads the words in a picture is not outvoted by those that do not', async () => {
  const words = Array.from({ length: 8 }, (_, seed) => paragraphBlock(paragraphText(randomFrom(seed))))
  const without = sized(documentWith([[...words, picture(chart)]]))
  const { disputes, recommendation } = await agreementOf(
    {
      best: sized(documentWith([[...words, { ...paragraphBlock('1,204'), bbox: inChart }]])),
      optical: without,
      vendor: without,
    },
    {},
    { best: { name: 'stored text', rank: 1 }, optical: { name: 'image', rank: 2 } },
  )
  assert.deepEqual([disputes[0]?.fromImages, disputes[0]?.outlier], [true, 'best'])
  assert.equal(recommendation?.provider, 'best')
  assert.ok(recommendation.reasons.includes('It is never the outlier.'), recommendation.reasons.join(' '))
})

test('a table row that only the recognition of a picture has is no lost row', async () => {
  const rows = [
    ['Month', 'Crossings'],
    ['January', '1,204'],
    ['February', '2,391'],
  ]
  const withTable = sized(
    documentWith([[paragraphBlock(text), { type: 'table', text: '', table: 'p1-t1', bbox: inChart }]], {
      tables: [tableOfTexts(rows, { bbox: inChart })],
    }),
  )
  const { disputes } = await agreementOf({ one: plain(), two: withTable })
  assert.equal(disputes.length > 0, true)
  for (const { fromImages, severity } of disputes) {
    assert.equal(fromImages, true)
    assert.ok(severity < 0.2)
  }
})

test('words beside a picture are not from images, nor are those on the picture of a whole page', async () => {
  for (const [document, other] of [
    [plain(), recognized(elsewhere, labels)],
    [plain([0, 0, 595, 842]), recognized(inChart, labels)],
  ] as const) {
    const { disputes } = await agreementOf({ one: document, two: other })
    assert.equal(disputes[0]?.fromImages, undefined)
    assert.ok((disputes[0]?.severity ?? 0) > 0.5)
  }
})

test('a digit that only the recognition of the page has is rather a speck than a number that all others lack', async () => {
  const others = paragraphText(randomFrom(2))
  const stored = { name: 'stored text', rank: 1 }
  const { disputes } = await agreementOf(
    {
      one: documentWith([
        [paragraphBlock(text), paragraphBlock('The fee is 1,250 crowns a day.'), paragraphBlock(others)],
      ]),
      two: documentWith([
        [paragraphBlock(text), paragraphBlock('The fee is 1,250 crowns a day.'), paragraphBlock(others)],
      ]),
      optical: documentWith([
        [
          paragraphBlock(text.replace(' ', ' 13 ')),
          paragraphBlock('The fee is 1,260 crowns a day.'),
          paragraphBlock(others),
        ],
      ]),
    },
    {},
    { one: stored, two: stored, optical: { name: 'image', rank: 2 } },
  )
  assert.deepEqual(
    disputes.map(({ kind }) => kind),
    ['number', 'text'],
  )
  assert.ok((disputes[1]?.severity ?? 1) < 0.2)
})
