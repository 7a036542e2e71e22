import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAllowance, createThreads } from '../src/threads.ts'

const program = fileURLToPath(new URL('./support/spinning-thread.ts', import.meta.url))
const skip = process.platform !== 'linux' && 'only Linux has a priority for each thread'

const areThreadsBehind = (): boolean =>
  readdirSync('/proc/self/task').some((thread) => {
    try {
      return getPriority(Number(thread)) > getPriority()
    } catch {
      // It has ended meanwhile.
      return false
    }
  })

test('a thread stands back while it works for long, and does no other work afterwards', { skip }, async (t) => {
  const threads = createThreads<Int32Array, string>(program, { maxMebibytes: 64 })
  t.after(() => threads.close())
  const thread = threads.take()
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const asked = thread.ask(flag, { allowance: createAllowance(60_000), signal: t.signal })
  assert.ok(!areThreadsBehind())
  while (!areThreadsBehind()) await setTimeout(50)
  Atomics.store(flag, 0, 1)
  await asked
  thread.giveBack()
  const next = threads.take()
  assert.notEqual(next, thread)
  await next.end()
  while (areThreadsBehind()) await setTimeout(50)
})

test('a thread that has worked shortly is taken again', async (t) => {
  const threads = createThreads<Int32Array, string>(program, { maxMebibytes: 64 })
  t.after(() => threads.close())
  const thread = threads.take()
  await thread.ask(new Int32Array([1]), { allowance: createAllowance(60_000), signal: t.signal })
  thread.giveBack()
  assert.equal(threads.take(), thread)
  thread.giveBack()
})
