import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findJsonPart, type JsonPath } from '../../src/lib/json-part.ts'
import { fromBase64, unescaped } from '../../src/lib/json-string.ts'
import fc from 'fast-check'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const find = async (value: unknown, path: JsonPath, size = 7): Promise<unknown> => {
  const part = await findJsonPart(inPieces(JSON.stringify(value), size), path)
  if (part === null) return undefined
  const pieces: Uint8Array[] = []
  for await (const piece of part.isString ? unescaped(part.bytes) : part.bytes) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  return part.isString ? text : JSON.parse(text)
}

describe('a part of JSON', () => {
  const value = {
    id: 'a',
    result: {
      outputs: {
        text: 'A "quote", a \\ and a line\nüñ😀',
        images: [
          { id: 'one', mimeType: 'image/png', data: 'AAAA' },
          { id: 'two', box: [1, { id: 'one' }], mimeType: 'image/jpeg', data: 'BBBB' },
        ],
        json: { text: 'inner', pages: [{ n: 1.5e3 }, null, true] },
        count: 12,
      },
    },
  }
  const outputs = (...more: JsonPath): JsonPath => ['result', 'outputs', ...more]

  it('is found by its path, whatever the pieces', async () => {
    for (const size of [1, 2, 3, 5, 1000]) {
      assert.equal(await find(value, outputs('text'), size), value.result.outputs.text)
      assert.deepEqual(await find(value, outputs('json'), size), value.result.outputs.json)
      assert.equal(await find(value, outputs('count'), size), 12)
      assert.equal(await find(value, outputs('images', { member: 'id', text: 'two' }, 'data'), size), 'BBBB')
      assert.equal(await find(value, ['text'], size), undefined)
      assert.equal(await find(value, outputs('images', { member: 'id', text: 'three' }, 'data'), size), undefined)
    }
  })

  it('comes with the short strings beside it', async () => {
    const path = outputs('images', { member: 'id', text: 'two' }, 'data')
    const part = await findJsonPart(inPieces(JSON.stringify(value), 4), path)
    assert.equal(part?.siblings.get('mimeType'), 'image/jpeg')
  })

  it('is any value of any object, whatever stands before it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.integer({ min: 1, max: 40 }), async (before, own, size) => {
        const found = await find({ before, a: { own, after: 1 } }, ['a', 'own'], size)
        assert.deepEqual(found, JSON.parse(JSON.stringify(own)))
      }),
    )
  })

  it('is a file where it is base64, to the last byte', async () => {
    for (const length of [0, 1, 2, 3, 100]) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => index))
      const pieces: Uint8Array[] = []
      for await (const piece of fromBase64(inPieces(bytes.toString('base64'), 5))) pieces.push(piece)
      assert.deepEqual(Buffer.concat(pieces), bytes)
    }
  })
})
