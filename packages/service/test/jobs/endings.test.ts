import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { after, before, test } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { endedChannel, listenForEndings, withWebhook, type JobEndings } from '../../src/jobs/endings.ts'
import { openTestDatabase } from '../support/database.ts'

let database: Database
let endings: JobEndings
before(async () => {
  database = await openTestDatabase()
  endings = await listenForEndings(database)
})
after(async () => {
  await endings.close()
  await database.close()
})

test('a waiting caller is woken by the end of its job, a time limit or its signal, and leaves no listener', async () => {
  const leaving = new AbortController()
  const listeners = () => getEventListeners(leaving.signal, 'abort').length
  await endings.wait('a', 1, leaving.signal)
  const woken = endings.wait('a', 1_000_000, leaving.signal)
  await database.query('select pg_notify($1, $2)', [endedChannel, 'a'])
  await woken
  assert.equal(listeners(), 0)
  const left = endings.wait('a', 1_000_000, leaving.signal)
  leaving.abort()
  await left
  await endings.wait('a', 1_000_000, leaving.signal)
  assert.equal(listeners(), 0)
})

test('listeners for webhooks are woken only by jobs with a webhook, and waiting callers by all jobs', async () => {
  let calls = 0
  const stop = endings.onWebhookDue(() => {
    calls += 1
  })
  const { signal } = new AbortController()
  const waits = ['b', 'c', 'd'].map((jobId) => endings.wait(jobId, 1_000_000, signal))
  for (const payload of ['b', `c ${withWebhook}`, 'd'])
    await database.query('select pg_notify($1, $2)', [endedChannel, payload])
  await Promise.all(waits)
  assert.equal(calls, 1)
  stop()
})

test('who works on a job that was retried is not stopped by its earlier end, only by the next', async () => {
  const watched = endings.watch({ id: 'e', retries: 1 })
  const heard = endings.wait('e', 1_000_000, new AbortController().signal)
  await database.query('select pg_notify($1, $2)', [endedChannel, 'e - 0'])
  await heard
  assert.equal(watched.signal.aborted, false)
  const ended = once(watched.signal, 'abort')
  await database.query('select pg_notify($1, $2)', [endedChannel, `e ${withWebhook} 1`])
  await ended
  watched.release()
})
