import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { streamJobEvents } from '../../src/api/events/follow-job.ts'
import type { JobEndings } from '../../src/jobs/endings.ts'
import type { Progress } from '../../src/jobs/progress.ts'

const quick = { lookEvery: 5, askKey: 60_000, keepAlive: 60_000, longest: 60_000 }

/** Never announces an end: a waiting reader finds it only by looking again. */
const silent: JobEndings = {
  wait: (_jobId, milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  watch: () => ({ signal: new AbortController().signal, release: () => {} }),
  onWebhookDue: () => () => {},
  close: async () => {},
}

const at = (status: Progress['status'], state: Progress['runs'][number]['state']): Progress => ({
  status,
  errorCode: null,
  runs: [{ provider: 'a', state, pagesDone: 0 }],
  pages: [],
})
const never = new AbortController().signal

const collect = async (stream: AsyncIterable<string>): Promise<string[]> => {
  const pieces: string[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

test('changes do not pile up for a reader that does not read, and it then gets the current state', async () => {
  let reads = 0
  let now = at('queued', 'waiting')
  const read = async () => {
    reads += 1
    return now
  }
  const pieces = streamJobEvents({ endings: silent, read, rhythm: quick }, 'job', never)
  await pieces.next()
  await pieces.next()
  for (const next of [at('running', 'working'), at('running', 'waiting'), at('running', 'working')]) now = next
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(reads, 1)
  now = at('complete', 'parsed')
  const rest = (await collect(pieces)).join('')
  assert.deepEqual(rest.match(/"status":"\w+"/g), ['"status":"parsed"', '"status":"complete"'])
})

test('an end is sent even if its notification was lost', async () => {
  const states = [at('queued', 'waiting'), at('running', 'working'), at('failed', 'failed')]
  const read = async () => states.shift() ?? null
  const text = (await collect(streamJobEvents({ endings: silent, read, rhythm: quick }, 'job', never))).join('')
  assert.match(text, /event: status\nid: failed\ndata: {"id":"job","status":"failed"}\n\n$/)
})

test('while nothing changes, a comment is sent from time to time', async () => {
  const read = async () => at('running', 'working')
  const rhythm = { ...quick, keepAlive: 10 }
  const leaving = new AbortController()
  const stream = Readable.from(streamJobEvents({ endings: silent, read, rhythm }, 'job', leaving.signal))
  let comments = 0
  for await (const piece of stream) {
    if (String(piece).startsWith(':')) comments += 1
    if (comments === 3) leaving.abort()
  }
  assert.equal(comments, 3)
})

test('a stream ends after its maximum time, so that the key is checked again', async () => {
  const read = async () => at('running', 'working')
  const rhythm = { ...quick, longest: 30 }
  const pieces = await collect(streamJobEvents({ endings: silent, read, rhythm }, 'job', never))
  assert.equal(pieces.length, 2)
})
