import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Problem } from '@polyparse/contract'
import { AnsweredProblem, UnreachableError } from '../src/api/errors.ts'
import { createPageReader, textOfReadPages } from '../src/job-data/page-reader.ts'
import { isSameAbove, lineAt, placeOfLine } from '../src/result/line-place.ts'
import { markdownPieces } from '../src/result/markdown-pieces.ts'

const problem = (code: Problem['code'], status: number) =>
  new AnsweredProblem(
    { type: 'about:blank', title: code, status, detail: code, instance: '/', code, request_id: 'r' },
    null,
  )

/** Tells of pages, and resolves to what was asked for and read. */
const readAll = async (told: readonly number[], read: (page: number) => Promise<string>) => {
  const asked: number[] = []
  const found = new Map<number, string>()
  const reader = createPageReader({
    read: (page) => {
      asked.push(page)
      return read(page)
    },
    onRead: (pages) => {
      for (const [page, text] of pages) found.set(page, text)
    },
  })
  for (const page of told) reader.tell(page)
  // What is read here is there at once, so all of it is when the event loop goes on.
  await setImmediate()
  return { asked, found, reader }
}

describe('The pages of a job that goes on', () => {
  it('are asked for in order, few at once, whatever order they are told of in', async () => {
    let [atOnce, most] = [0, 0]
    const { asked, found } = await readAll([9, 4, 2, 7, 1, 3, 8, 5, 6], async (page) => {
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      atOnce -= 1
      return `Text ${page}.`
    })
    assert.deepEqual(asked, [9, 1, 2, 3, 4, 5, 6, 7, 8])
    assert.equal(found.get(7), 'Text 7.')
    assert.ok(most <= 4)
  })

  it('are left to the result where the service refuses or is down, and one that is gone only by itself', async () => {
    const missing = await readAll([1, 2], async (page) => {
      if (page === 1) throw problem('no_result', 409)
      return 'Two.'
    })
    assert.deepEqual([...missing.found], [[2, 'Two.']])
    for (const error of [problem('rate_limited', 429), new UnreachableError()]) {
      const { asked, reader } = await readAll([1], () => Promise.reject(error))
      reader.tell(2)
      await setImmediate()
      assert.deepEqual(asked, [1])
    }
  })

  const gap = (first: number, last: number) => `${first}-${last}`
  it('are one text, which says which of those that were asked for are missing', () => {
    const pages = new Map([
      [5, 'Five.'],
      [1, 'One.'],
      [6, ''],
      [2, 'Two.'],
    ])
    assert.equal(textOfReadPages(pages, { asked: null, gap }), 'One.\n\nTwo.\n\n3-4\n\nFive.')
    assert.equal(textOfReadPages(pages, { asked: [2, 5, 9], gap }), 'Two.\n\nFive.')
    assert.equal(textOfReadPages(new Map(), { asked: null, gap }), '')
  })
})

describe('The place in a text that changes', () => {
  const paragraphs = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `Paragraph ${from + index} ${'has some words '.repeat(20)}.`)
  const before = markdownPieces(paragraphs(1, 30).join('\n\n'))

  it('stays where text comes in below it', () => {
    const line = lineAt(before, 1, 0.5)
    assert.ok(line)
    assert.equal(isSameAbove(before, markdownPieces(paragraphs(1, 60).join('\n\n')), line), true)
  })

  it('goes with its line where text above it comes or goes', () => {
    const line = lineAt(before, 2, 0.1)
    assert.ok(line)
    const after = markdownPieces(['A page that came late.', ...paragraphs(4, 30)].join('\n\n'))
    assert.equal(isSameAbove(before, after, line), false)
    const place = placeOfLine(after, line)
    assert.ok(place)
    const text = after[place.piece] ?? ''
    assert.ok(text.slice(Math.round(place.share * text.length)).startsWith(line.line))
    assert.equal(placeOfLine(['Something else.'], line), null)
  })
})
