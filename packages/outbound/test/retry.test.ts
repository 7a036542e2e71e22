import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withRetries } from '../src/retry.ts'

/** Work that fails a number of times, on a clock that advances only by its pauses and its own duration. */
const harness = (failures: number, { duration = 0, afterMs = 0, retry = true } = {}) => {
  let time = 0
  let tries = 0
  const pauses: number[] = []
  const run = (signal?: AbortSignal) =>
    withRetries(
      async () => {
        tries += 1
        time += duration
        if (tries <= failures) throw new Error(`try ${tries}`)
        return tries
      },
      {
        pausesMs: [1000, 4000, 10_000],
        windowMs: 20_000,
        judge: () => ({ retry, afterMs }),
        now: () => time,
        sleep: async (milliseconds) => {
          pauses.push(milliseconds)
          time += milliseconds
        },
        ...(signal === undefined ? {} : { signal }),
      },
    )
  return { run, pauses }
}

describe('work that is tried again', () => {
  it('succeeds at once without a pause', async () => {
    const { run, pauses } = harness(0)
    assert.equal(await run(), 1)
    assert.deepEqual(pauses, [])
  })

  it('is tried again three times, with growing pauses', async () => {
    const { run, pauses } = harness(3)
    assert.equal(await run(), 4)
    assert.deepEqual(pauses, [1000, 4000, 10_000])
  })

  it('fails with the last error when the tries are used up', async () => {
    await assert.rejects(harness(4).run(), { message: 'try 4' })
  })

  it('fails at once when the error is final', async () => {
    await assert.rejects(harness(1, { retry: false }).run(), { message: 'try 1' })
  })

  it('waits as long as the server asks, if that fits into the time', async () => {
    const { run, pauses } = harness(2, { afterMs: 8000 })
    assert.equal(await run(), 3)
    assert.deepEqual(pauses, [8000, 8000])
    await assert.rejects(harness(1, { afterMs: 21_000 }).run(), { message: 'try 1' })
  })

  it('starts no try when the time is over', async () => {
    await assert.rejects(harness(1, { duration: 19_500 }).run(), { message: 'try 1' })
  })

  it('ends its pause when the signal is aborted', async () => {
    const stop = new AbortController()
    const work = withRetries(() => Promise.reject(new Error('down')), {
      pausesMs: [60_000],
      windowMs: 100_000,
      judge: () => ({ retry: true }),
      signal: stop.signal,
    })
    stop.abort()
    await assert.rejects(work, { message: 'down' })
  })
})
