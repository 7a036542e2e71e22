import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { changeMembers, type MemberChange } from '../../src/lib/json-members.ts'
import { replaceBytes } from '../../src/lib/replace-bytes.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const joined = async (pieces: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString()

const changed = async (json: string, changes: readonly MemberChange[], size = 3): Promise<unknown> =>
  JSON.parse(await joined(changeMembers(inPieces(json, size), changes)))

const leftOut = (...path: string[]): MemberChange => ({ path, value: null })

describe('JSON with other members', () => {
  const result = (name: string) => ({ raw: { a: [1, { raw: 2 }], name: 'x,"}' }, outputs: { raw: 'kept' }, name })
  const job = { labels: { a: '1' }, result: { input: 'https://x', providers: [{ result: result('é') }, {}] }, raw: 1 }

  it('lacks those that are left out, at their places alone, whatever the pieces', async () => {
    const changes = [
      leftOut('labels'),
      { path: ['result', 'input'], value: '"a.pdf"' },
      leftOut('result', 'providers', '*', 'result', 'raw'),
      leftOut('result', 'missing'),
    ]
    const expected = {
      result: { input: 'a.pdf', providers: [{ result: { outputs: { raw: 'kept' }, name: 'é' } }, {}] },
      raw: 1,
    }
    for (const size of [1, 2, 3, 7, 1000])
      for (const json of [JSON.stringify(job), JSON.stringify(job, null, 2)])
        assert.deepEqual(await changed(json, changes, size), expected, `${size}`)
  })

  it('may have lost all or the last of them', async () => {
    assert.deepEqual(await changed('{"raw":"\\\\\\""}', [leftOut('raw')], 1), {})
    assert.deepEqual(await changed('{"a":1,"raw":[{}]}', [leftOut('raw')]), { a: 1 })
    assert.deepEqual(await changed('{"raw":null,"a":1 , "b":"\\\\"}', [leftOut('raw')]), { a: 1, b: '\\' })
  })

  it('is what it is without them for any value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.integer({ min: 1, max: 40 }), async (own, rest, size) => {
        const json = JSON.stringify({ before: rest, result: { raw: own, after: rest, usage: own } })
        const changes = [leftOut('result', 'raw'), leftOut('result', 'usage')]
        const plain: unknown = JSON.parse(JSON.stringify({ before: rest, result: { after: rest } }))
        assert.deepEqual(await changed(json, changes, size), plain)
      }),
    )
  })

  it('has another text in the place of one that is divided between pieces', async () => {
    for (const size of [1, 2, 3, 4, 100])
      assert.equal(await joined(replaceBytes(inPieces('abab-abc-ababc', size), 'abc', 'X')), 'abab-X-abX', `${size}`)
    assert.equal(await joined(replaceBytes(inPieces('', 1), 'abc', 'X')), '')
  })
})
