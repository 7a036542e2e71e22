import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '@polyparse/document'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { betterPages } from '../src/better-pages.ts'
import { prose } from './agreements.ts'

const textFrom = (seed: number): string => paragraphText(randomFrom(seed))
const [sure, also, last] = [textFrom(1), textFrom(2), textFrom(3)]
const garbled = (text: string): string => text.replaceAll('e', 'c').replaceAll('l', '1')

/** One page of paragraphs, each with its confidence. */
const unsure = (...blocks: readonly (readonly [text: string, confidence: number])[]): Document =>
  documentWith([blocks.map(([text, confidence]) => ({ ...paragraphBlock(text), confidence }))])

test('a reading that has what the other is sure of, and something else where it is unsure, is better', () => {
  assert.deepEqual(betterPages(unsure([sure, 0.99], [garbled(also), 0.4]), prose(sure, also)), [1])
})

test('a reading that differs where the other is sure is not better', () => {
  assert.deepEqual(betterPages(unsure([sure, 0.99], [also, 0.7]), prose(garbled(sure), also)), [])
  assert.deepEqual(betterPages(unsure([sure, 0.99], [also, 0.7]), prose(garbled(sure), garbled(also))), [])
})

test('a reading without text, with half of it, or of another page is not better', () => {
  const own = unsure([sure, 0.99], [garbled(also), 0.6], [last, 0.95])
  for (const other of [documentWith([[]]), prose(sure), prose(textFrom(11), textFrom(12), textFrom(13))])
    assert.deepEqual(betterPages(own, other), [])
})

test('a page that is read the same, or that the other does not have, is not better', () => {
  const own = unsure([sure, 0.5], [also, 0.5])
  assert.deepEqual(betterPages(own, prose(sure, also)), [])
  assert.deepEqual(betterPages(own, { ...prose(sure, garbled(also)), pages: [] }), [])
})

test('a reading that repeats itself or makes text up is not better, unless the other is known to lack text', () => {
  const own = unsure([sure, 0.99], [garbled(also), 0.6])
  const rambling = prose(sure, also, ...Array.from({ length: 6 }, (_, index) => textFrom(20 + index)))
  assert.deepEqual(betterPages(own, rambling), [])
  const lacking: Document = { ...own, warnings: [{ code: 'low_text_yield', message: 'Little came out.', page: 1 }] }
  assert.deepEqual(betterPages(lacking, rambling), [1])
})

test('a reading that has all of a page and more is better where handwriting was not read, and no other is', () => {
  const withHandwriting = (own: Document): Document => ({
    ...own,
    warnings: [{ code: 'handwriting_not_read', message: 'There is handwriting.', page: 1 }],
  })
  const own = unsure([sure, 1], [also, 1])
  assert.deepEqual(betterPages(withHandwriting(own), prose(sure, also, last)), [1])
  assert.deepEqual(betterPages(withHandwriting(documentWith([[]])), prose(last)), [1])
  assert.deepEqual(betterPages(withHandwriting(own), prose(sure, also)), [])
  assert.deepEqual(betterPages(withHandwriting(own), prose(garbled(sure), also, last)), [])
  assert.deepEqual(betterPages(own, prose(sure, also, last)), [])
})

test('where both are equally unlike, what the one thinks of itself decides', () => {
  const other = prose(textFrom(1), also)
  assert.deepEqual(betterPages(unsure([sure, 0.98], [last, 0.2]), other), [1])
  assert.deepEqual(betterPages(unsure([sure, 0.98], [last, 0.97]), other), [])
})

test('a reading that is sure of itself is better than garbage, with which it can have nothing in common', () => {
  const garbage = unsure(
    ['rH EES, SRIKERYNSRE SEX RERNLHIRE 7. FENERTERRBGHET', 0.05],
    ['BEAR: BSHINK, AEBHBEVEX', 0.1],
  )
  const chinese = '船在早晨离开港口，晚上回来。票价没有变化，但是狗可以免费乘船。'
  assert.deepEqual(betterPages(garbage, unsure([chinese, 0.85])), [1])
  assert.deepEqual(betterPages(garbage, unsure([chinese, 0.6])), [], 'it may be garbage, too')
  assert.deepEqual(betterPages(garbage, prose(chinese)), [], 'it does not say how sure it is')
  assert.deepEqual(betterPages(garbage, documentWith([[]])), [])
  assert.deepEqual(betterPages(unsure([garbled(last), 0.75]), unsure([also, 0.85])), [], 'of another page')
})

test('a table counts as a whole: another division of the same cells is another table', () => {
  const rows = [
    ['Line', 'Passengers', 'Change'],
    ['Island', '48,317', '+3.9'],
    ['Coast', '33,519', '-71.5'],
  ]
  const page = (confidence: number, ...cells: readonly (readonly string[])[]): Document =>
    documentWith(
      [[paragraphBlock(sure), { type: 'table', text: cells.flat().join(' '), table: 'p1-t1', confidence }]],
      {
        tables: [tableOfTexts(cells)],
      },
    )
  const joined = rows.map(([first, ...rest]) => [first ?? '', rest.join(' ')])
  assert.deepEqual(betterPages(page(0.4, ...joined), page(1, ...rows)), [1])
  assert.deepEqual(betterPages(page(0.99, ...rows), page(1, ...joined)), [])
})

test('agreement on text says nothing of a table', () => {
  const page = (confidence: number, ...cells: readonly (readonly string[])[]): Document =>
    documentWith(
      [
        [
          paragraphBlock(sure),
          paragraphBlock(also),
          paragraphBlock(last),
          { type: 'table', text: cells.flat().join(' '), table: 'p1-t1', confidence },
        ],
      ],
      { tables: [tableOfTexts(cells)] },
    )
  const rows = [
    ['Line', 'Passengers'],
    ['Island', '48,317'],
    ['Coast', '33,519'],
  ]
  const turned = [rows.map(([first = '']) => first), rows.map(([, second = '']) => second)]
  assert.deepEqual(betterPages(page(0.6, ...rows), page(1, ...turned)), [])
})

test('each page is judged by itself', () => {
  const page = (text: string, confidence: number) => [paragraphBlock(sure), { ...paragraphBlock(text), confidence }]
  const own = documentWith([page(garbled(also), 0.3), page(also, 0.95), page(garbled(last), 0.2)])
  const other = documentWith([page(also, 1), page(garbled(also), 1), page(last, 1)])
  assert.deepEqual(betterPages(own, other), [1, 3])
})
