import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { scatteredWordsPdf } from '@polyparse/test-support/hostile-pdfs'
import { engines } from '@polyparse/readers'
import { defaultRequest } from '@polyparse/engine'
import { layOut } from '../src/layout/lay-out.ts'
import type { ContentWord } from '../src/layout/page-content.ts'
import { maxOf, minOf } from '@polyparse/engine'
import { line, page } from './layout-tables-page.ts'

/** More than a function takes as arguments. */
const count = 140_000

const linesOf = (wordsOnLine: number): ContentWord[] =>
  Array.from({ length: count / wordsOnLine }, (_, index) =>
    line(50, 50 + index * 14, 'again '.repeat(wordsOnLine).trim()),
  ).flat()

/** Two columns of words with the white of a gutter between them, most in the left one. */
const columns = (): ContentWord[] =>
  Array.from({ length: count / 20 }, (_, index) => [
    ...line(50, 50 + index * 14, 'again '.repeat(15).trim()),
    ...line(600, 50 + index * 14, 'again '.repeat(5).trim()),
  ]).flat(2)

/** The rows of a table of four columns. */
const table = (): ContentWord[] =>
  Array.from({ length: count / 4 }, (_, row) =>
    [50, 150, 250, 350].flatMap((x) => line(x, 50 + row * 14, String(row % 1000))),
  ).flat()

const wordCountOf = (words: readonly ContentWord[]): number =>
  layOut(page({ words })).blocks.reduce(
    (sum, { lines }) => sum + lines.reduce((inner, one) => inner + one.words.length, 0),
    0,
  )

test('a page of many more scattered words than that is read in seconds', { timeout: 60_000 }, async () => {
  const auto = await engines.auto()
  const document = await auto.read(scatteredWordsPdf(1.5 * count), {
    ...defaultRequest,
    mediaType: 'application/pdf',
  })
  const texts = document.pages.flatMap(({ blocks }) => blocks.map(({ text }) => text.length))
  // A word printed over its like is read once.
  assert.ok(texts.reduce((sum, length) => sum + length, 0) > count)
})

describe('a page of so many words', { timeout: 110_000 }, () => {
  it('is laid out as lines', () => assert.equal(wordCountOf(linesOf(20)), count))
  it('is laid out in columns', () => assert.equal(wordCountOf(columns()), count))
  it('is laid out as a table', () => assert.equal(wordCountOf(table()), count))
  it('is laid out as one line', () => assert.equal(wordCountOf(line(50, 50, 'again '.repeat(count).trim())), count))
})

it('extremes are those of `Math`, of any number of values', () => {
  const values = Float64Array.from({ length: count }, (_, index) => ((index * 7919) % count) - 100)
  assert.deepEqual([minOf(values), maxOf(values)], [-100, count - 101])
  for (const few of [[], [Number.NaN, 1], [-0, 0], [0, -0], [3, 1, 2]])
    assert.deepEqual([minOf(few), maxOf(few)], [Math.min(...few), Math.max(...few)])
  assert.equal(maxOf([], 0), 0)
})
