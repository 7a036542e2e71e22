import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PairAgreement } from '@polyparse/contract'
import type { Document } from '@polyparse/document'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { commonSubsequences } from '../src/align/common-subsequences.ts'
import { agreementOf, prose, withTable } from './agreements.ts'

const pairOf = async (one: Document, two: Document): Promise<PairAgreement> => {
  const [pair] = (await agreementOf({ one, two })).pairs
  assert.ok(pair)
  return pair
}

const near = (figure: number | undefined, expected: number, tolerance: number): void =>
  assert.ok(figure !== undefined && Math.abs(figure - expected) <= tolerance, `${figure} is not about ${expected}`)

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** By definition: 1 − (insertions + deletions) / (length + length), over letters and digits. */
const indel = (one: string, two: string): number => {
  const [left, right] = [lettersOf(one), lettersOf(two)]
  let common = 0
  commonSubsequences(
    left.length,
    right.length,
    (at, otherAt) => left[at] === right[otherAt],
    (length) => (common += length),
  )
  return (2 * common) / (left.length + right.length)
}

test('the similarity of texts is the normalised indel similarity of their letters and digits', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = randomFrom(seed)
    const one = Array.from({ length: 6 }, () => paragraphText(random)).join(' ')
    const words = one.split(' ').flatMap((word) => {
      const chance = random.next()
      if (chance < 0.04) return []
      if (chance < 0.08) return [word, 'cormorant']
      return chance < 0.16 ? [word.replace(/[aeiou]/, 'x')] : [word]
    })
    const two = words.join(' ')
    near((await pairOf(prose(one), prose(two))).text, indel(one, two), 0.01)
  }
})

test('a figure that applies to neither reading is absent, and equal readings agree completely', async () => {
  const one = prose(paragraphText(randomFrom(1)))
  assert.deepEqual(await pairOf(one, one), { providers: ['one', 'two'], text: 1, order: 1, overall: 1 })
})

test('moved passages lower the figures for order and text by the same amount', async () => {
  const [one, two, three] = [1, 2, 3].map((seed) => paragraphText(randomFrom(seed)))
  assert.ok(one && two && three)
  const { order = 1, text = 1 } = await pairOf(prose(one, two, three), prose(three, one, two))
  near(order, (2 * (one.length + two.length)) / (2 * (one.length + two.length + three.length)), 0.02)
  near(text, order, 0.001)
})

test('an unmatched table scores 0, and a changed cell costs its share of the table', async () => {
  const rows = [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]
  const changed = [...rows.slice(0, 2), ['3', '9']]
  near((await pairOf(withTable(...rows), withTable(...changed))).tables, 1 - 1 / (1 + 3 + 6), 0.001)
  assert.equal((await pairOf(withTable(...rows), prose('What was counted in the year a b 1 2 3 4'))).tables, 0)
})

test('a heading of a different level counts for less, and one read as a paragraph for nothing', async () => {
  const headings = (...levels: readonly (number | null)[]): Document =>
    documentWith([
      levels.map((level, index) => {
        const text = `Chapter of the ${['harbour', 'bridge', 'river'][index] ?? ''}`
        return level === null ? paragraphBlock(text) : { type: 'heading', level, text }
      }),
    ])
  assert.equal((await pairOf(headings(1, 2, 2), headings(1, 2, 2))).headings, 1)
  near((await pairOf(headings(1, 2, 2), headings(1, 3, 2))).headings, 2.75 / 3, 0.001)
  near((await pairOf(headings(1, 2, 2), headings(1, null, 2))).headings, 4 / 5, 0.001)
})
