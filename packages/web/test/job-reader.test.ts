import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeBase64 } from '../src/api/job-reader/base64.ts'
import { addSlice, sliced } from '../src/api/job-reader/slices.ts'
import { createFileTaker } from '../src/api/job-reader/take-files.ts'
import { htmlParts } from '../src/result/html-parts.ts'

const takeFrom = (json: string, pieceLength: number) => {
  const bytes = new TextEncoder().encode(json)
  const taker = createFileTaker()
  for (let at = 0; at < bytes.length; at += pieceLength) taker.feed(bytes.subarray(at, at + pieceLength))
  return taker.end()
}

describe('The files in a result', () => {
  const file = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))
  const data = file.toString('base64')

  it('are taken out, however the response is cut into pieces', async () => {
    const json = JSON.stringify({ images: [{ id: 'é1', data }, { data: '' }], raw: '"data":"' })
    for (const pieceLength of [1, 7, 4096, json.length]) {
      const { text, files } = takeFrom(json, pieceLength)
      const [[name, blob] = []] = files
      assert.ok(name !== undefined && blob !== undefined, `${pieceLength}`)
      assert.deepEqual(Buffer.from(await blob.arrayBuffer()), file)
      assert.equal(text, json.replace(data, name))
    }
  })

  it('stay where they are if they are short, no base64, or no member data', () => {
    const long = 'x.'.repeat(9000)
    const json = JSON.stringify({
      data: 'aGk=',
      more: { data: long },
      tail: data,
      'odd"data': data,
      said: `"data":"${data}"`,
    })
    const { text, files } = takeFrom(json, 1000)
    assert.equal(text, json)
    assert.equal(files.size, 0)
  })

  it('leave any other JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 20 }), (value, pieceLength) => {
        assert.equal(takeFrom(JSON.stringify({ data: value }), pieceLength).text, JSON.stringify({ data: value }))
      }),
      { numRuns: 200 },
    )
  })

  it('are decoded as base64, or not at all', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = new TextEncoder().encode(Buffer.from(bytes).toString('base64'))
        assert.deepEqual(Buffer.from(decodeBase64(text) ?? []), Buffer.from(bytes))
      }),
      { numRuns: 200 },
    )
    for (const wrong of ['abc', 'ab=c', 'a\\nb', '===='])
      assert.equal(decodeBase64(new TextEncoder().encode(wrong)), null, wrong)
  })
})

describe('A large result', () => {
  const pages = Array.from({ length: 60 }, (_, page) => ({
    page,
    blocks: Array.from({ length: 300 }, (_, index) => ({ id: index, text: 'text' })),
  }))

  it('travels in slices, and is whole again at the end', () => {
    const result = () => ({
      id: '1',
      result: { providers: [{ outputs: { pages, tables: [] } }], warnings: [{ a: 1 }] },
    })
    const value = structuredClone(result())
    const slices = [...sliced(value)]
    assert.ok(slices.length > 3, `${slices.length}`)
    assert.ok(JSON.stringify(value).length < 200)
    for (const slice of slices) addSlice(value, structuredClone(slice))
    assert.deepEqual(value, result())
  })

  it('shows its HTML in parts of whole pages', () => {
    const section = (page: number) => `<section data-page="${page}">\n<p>${'word '.repeat(10_000)}</p>\n</section>`
    const html = Array.from({ length: 7 }, (_, index) => section(index + 1)).join('\n')
    const parts = htmlParts(html)
    assert.deepEqual(
      parts.map(({ firstPage, lastPage }) => [firstPage, lastPage]),
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 7],
      ],
    )
    assert.equal(parts.map((part) => part.html).join('\n'), html)
    assert.deepEqual(htmlParts('<p>Hi</p>'), [{ html: '<p>Hi</p>', firstPage: 1, lastPage: 1 }])
  })

  it('shows few images of its HTML at once, as each is a file in the frame', () => {
    const section = (page: number) =>
      `<section data-page="${page}">\n${'<img src="a" alt=""/>'.repeat(page === 4 ? 9 : 2)}\n</section>`
    const parts = htmlParts(Array.from({ length: 6 }, (_, index) => section(index + 1)).join('\n'))
    assert.deepEqual(
      parts.map(({ firstPage, lastPage }) => [firstPage, lastPage]),
      [
        [1, 3],
        [4, 4],
        [5, 6],
      ],
    )
  })
})
