import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKeyedLimit } from '../../src/lib/keyed-limit.ts'

const never = new AbortController().signal

describe('a limit for each key', () => {
  it('runs up to the limit at once, first come, first served, whatever is under other keys', async () => {
    const limit = createKeyedLimit(2)
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const start = (key: string, name: string) =>
      limit.run(
        key,
        () => {
          begun.push(name)
          return new Promise<void>((resolve) => ends.set(name, resolve))
        },
        never,
      )
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('a', 'a4'), start('b', 'b1')]
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    for (const name of ['a2', 'a1', 'a3', 'b1', 'a4']) {
      ends.get(name)?.()
      await setImmediate()
    }
    await Promise.all(all)
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('lets the next one run when one fails or is aborted', async () => {
    const limit = createKeyedLimit(1)
    const failing = Promise.withResolvers<void>()
    const first = limit.run('a', () => failing.promise, never)
    const controller = new AbortController()
    const aborted = limit.run('a', () => assert.fail('it was aborted'), controller.signal)
    const last = limit.run('a', async () => 'done', never)
    controller.abort(new Error('enough'))
    await assert.rejects(aborted, /enough/)
    failing.reject(new Error('broken'))
    await assert.rejects(first, /broken/)
    assert.equal(await last, 'done')
    assert.equal(await limit.run('a', async () => 'again', never), 'again')
    await assert.rejects(
      limit.run('a', () => assert.fail('it was aborted'), controller.signal),
      /enough/,
    )
  })
})
