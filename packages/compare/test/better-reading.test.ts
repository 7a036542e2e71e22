import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '@polyparse/document'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { betterReading } from '../src/index.ts'
import { readingOf } from '../src/reading.ts'
import { prose } from './agreements.ts'

const text = paragraphText(randomFrom(1))
const sentence = 'The wardens of the bridge have counted every crossing since the spring of the year.'
const whole = prose(text, sentence)

const better = async (one: Document, other: Document): Promise<'one' | 'other' | null> => {
  const [first, second] = [readingOf(one), readingOf(other)]
  const { better: said } = await betterReading(first, second)
  const { better: reverse } = await betterReading(second, first)
  assert.deepEqual(reverse, said === null ? null : said === 'one' ? 'other' : 'one', 'the order makes no difference')
  return said
}

test('of two readings, the one that reads sentences on is better', async () => {
  const [head, tail] = ['The wardens of the bridge have', 'counted every crossing since the spring of the year.']
  assert.equal(await better(whole, prose(text, head, tail)), 'one')
})

test('of two readings, the one that has a passage which the other lacks is better', async () => {
  assert.equal(await better(prose(text), whole), 'other')
})

test('of two readings, the one without unreadable characters is better', async () => {
  assert.equal(await better(prose(text, sentence.replace('bridge', 'br\uFFFD\uFFFDge')), whole), 'other')
})

test('of two readings, the one that warns of missing text is worse', async () => {
  const warned: Document = { ...whole, warnings: [{ code: 'low_text_yield', message: 'Little came out.', page: 1 }] }
  assert.equal(await better(whole, warned), 'one')
})

test('neither of two readings is better where they read the same, misread a word, or each has what the other lacks', async () => {
  assert.equal(await better(whole, whole), null)
  assert.equal(await better(whole, prose(text, sentence.replace('bridge', 'bndge'))), null)
  assert.equal(await better(prose(sentence, text), prose(text, paragraphText(randomFrom(9)))), null)
})
