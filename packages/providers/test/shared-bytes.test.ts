import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { byteCount, gather, joinedBytes } from '../src/shared-bytes.ts'

describe('bytes that threads share', () => {
  it('are those of the stream, however they come', async () => {
    const whole = Buffer.alloc(5 * 1024 ** 2 + 17, 'abcdefghijk')
    for (const size of [10_000, 1024 ** 2, 3 * 1024 ** 2 + 1, whole.length]) {
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.subarray(index * size, (index + 1) * size),
      )
      const bytes = await gather(Readable.from(chunks))
      assert.equal(byteCount(bytes), whole.length)
      assert.ok(joinedBytes(bytes).equals(whole))
      assert.ok(bytes.every(({ buffer }) => buffer instanceof SharedArrayBuffer))
    }
  })

  it('are none of an empty stream', async () => {
    assert.deepEqual(await gather(Readable.from([])), [])
    assert.equal(joinedBytes([]).length, 0)
  })

  it('are not returned when the stream breaks', async () => {
    const broken = async function* () {
      yield Buffer.from('a')
      throw new Error('it broke')
    }
    await assert.rejects(gather(broken()), /it broke/)
  })
})
