import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { chunksUntilAborted } from '../../src/blobs/chunks.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('chunks that were passed on are not kept until the last of a large upload', async () => {
  const passed: WeakRef<Uint8Array>[] = []
  const content = async function* () {
    for (let n = 0; n < 100; n += 1) {
      const chunk = Buffer.alloc(100_000)
      passed.push(new WeakRef(chunk))
      yield chunk
    }
  }
  for await (const chunk of chunksUntilAborted(content(), new AbortController().signal)) {
    assert.equal(chunk.length, 100_000)
    // Lets go of what this turn of the event loop has touched.
    await new Promise((resolve) => setImmediate(resolve))
  }
  collectGarbage()
  assert.ok(passed.filter((chunk) => chunk.deref() !== undefined).length < 10)
})
