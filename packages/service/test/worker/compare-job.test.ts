import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompareResult } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { type BlobStore, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { ProviderFailure } from '@polyparse/providers/port'
import { chores } from '../../src/worker/chores.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const calls = new Map<string, number>()
const counted = (id: string, answer: () => Promise<ReturnType<typeof documentOf>>) => async () => {
  calls.set(id, (calls.get(id) ?? 0) + 1)
  return answer()
}

const open = async () => {
  calls.clear()
  const harness = await openWorkerHarness([
    testProvider(
      'no-such-type',
      counted('no-such-type', async () => documentOf('x')),
      { mediaTypes: ['image/png'] },
    ),
    testProvider(
      'first',
      counted('first', async () => documentOf('One.')),
    ),
    testProvider(
      'no-text',
      counted('no-text', async () => documentOf('x')),
      { outputs: ['markdown'] },
    ),
    testProvider(
      'failing',
      counted('failing', async () => {
        throw new ProviderFailure('document_damaged', 'It is damaged.')
      }),
    ),
    testProvider(
      'second',
      counted('second', async () => documentOf('Two.')),
    ),
  ])
  harnesses.push(harness)
  return harness
}

const providers = ['second', 'no-such-type', 'failing', 'no-text', 'first']

test('a compare job has one entry for each provider, in the requested order, each with its own outcome', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers })
  await harness.deliverAll()
  const body = await harness.body(job.id)
  assert.partialDeepStrictEqual(body, {
    id: job.id,
    status: 'complete',
    result: {
      input: 'a.txt',
      outputs: ['text'],
      providers: [
        { provider: 'second', status: 'parsed', result: { id: job.id, provider: 'second', outputs: { text: 'Two.' } } },
        { provider: 'no-such-type', status: 'unsupported', durationMs: 0 },
        { provider: 'failing', status: 'failed', error: { message: 'It is damaged.', code: 'document_damaged' } },
        { provider: 'no-text', status: 'unsupported', durationMs: 0 },
        { provider: 'first', status: 'parsed', result: { outputs: { text: 'One.' } } },
      ],
    },
  })
  const { job: ended } = await harness.read(job.id)
  assert.deepEqual(await harness.stored(), [ended.result?.path])
})

test('a compare job is complete even if no provider can read the document, directly from queued', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['no-such-type', 'no-text'] })
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'complete')
  assert.equal(ended.startedAt, null)
})

test('after a crash only the runs that had not ended are repeated', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['first', 'second'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  assert.equal((await harness.read(job.id)).job.status, 'running')
  await harness.database.query(`update runs set status = 'working', attempt = 1 where provider = 'second'`)
  for (const { runId } of harness.queue.messages) await workOn(harness.parts, { runId }, never)
  assert.equal((await harness.read(job.id)).job.status, 'complete')
  assert.deepEqual(Object.fromEntries(calls), { first: 1, second: 1 })
})

test('a provider that takes its time delays only its own entry', async () => {
  const gate = Promise.withResolvers<void>()
  const harness = await openWorkerHarness([
    testProvider('slow', async () => gate.promise.then(() => documentOf('Slow.'))),
    testProvider('quick', async () => documentOf('Quick.')),
  ])
  harnesses.push(harness)
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['slow', 'quick'] })
  const statuses = async () => (await harness.read(job.id)).runs.map(({ status }) => status)
  const next = () => {
    const message = harness.queue.messages.shift()
    assert.ok(message)
    return workOn(harness.parts, message, never)
  }
  const slow = next()
  while (harness.queue.messages.length === 0) await sleep(5)
  await next()
  assert.deepEqual(await statuses(), ['working', 'parsed'])
  assert.equal((await harness.read(job.id)).job.status, 'running')

  harness.clock.advance(60)
  gate.resolve()
  await slow
  const { providers: entries } = await resultOf(harness, job.id)
  assert.deepEqual(
    entries.map(({ provider, durationMs }) => [provider, durationMs]),
    [
      ['slow', 60_000],
      ['quick', 0],
    ],
  )
})

test('a crash between the last run and the end of the job is made good by the next delivery', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['first'] })
  const [message] = harness.queue.messages
  assert.ok(message)
  const crash = new Error('the process dies here')
  let writes = 0
  const blobs: BlobStore = {
    ...harness.blobs,
    delete: () => Promise.reject(crash),
    write: (path, content, signal) => {
      writes += 1
      // The reading and the result of the run, and then the result of the job.
      return writes > 2 ? Promise.reject(crash) : harness.blobs.write(path, content, signal)
    },
  }
  const dying = { ...harness.parts, blobs }
  await assert.rejects(workOn(dying, message, never))
  assert.equal((await harness.read(job.id)).job.status, 'running')
  await workOn(harness.parts, message, never)
  assert.equal((await harness.read(job.id)).job.status, 'complete')
  assert.deepEqual(Object.fromEntries(calls), { first: 1 })
})

/** Replaces a blob, as only an intervention from outside can. */
const overwrite = async (harness: WorkerHarness, path: string, change: (bytes: Buffer) => Uint8Array) => {
  const bytes = await buffer(await harness.blobs.read(path))
  await harness.blobs.delete(path)
  await harness.blobs.write(path, Readable.from([change(bytes)]))
}

/** The final result of the job, checked against its schema. */
const resultOf = async (harness: WorkerHarness, jobId: string): Promise<CompareResult> => {
  const body: unknown = await harness.body(jobId)
  assert.ok(typeof body === 'object' && body !== null && 'result' in body)
  const { result } = body
  assert.ok(Value.Check(CompareResult, result))
  return result
}

const openWith = async (
  texts: Readonly<Record<string, string>>,
  families: Readonly<Record<string, { name: string; rank: number }>> = {},
) => {
  const harness = await openWorkerHarness(
    Object.entries(texts).map(([id, text]) => {
      const provider = testProvider(id, async () => documentOf(text))
      return families[id] === undefined ? provider : { ...provider, family: families[id] }
    }),
  )
  harnesses.push(harness)
  return harness
}

const compareAll = async (harness: WorkerHarness) => {
  const job = await harness.upload({
    operation: 'compare',
    outputs: ['text'],
    providers: [...harness.parts.providers.keys()],
  })
  await harness.deliverAll()
  return job
}

const amounts = {
  one: 'The fee for the second year is 1,250 euros, to be paid in March.',
  two: 'The fee for the second year is 1,250 euros, to be paid in March.',
  three: 'The fee for the second year is 1,280 euros, to be paid in March.',
}

test('the agreement of a compare names the differences, the outlier, and the provider to trust', async () => {
  const harness = await openWith(amounts)
  const { agreement } = await resultOf(harness, (await compareAll(harness)).id)
  assert.ok(agreement)
  assert.deepEqual(
    agreement.pairs.map(({ providers: pair }) => pair),
    [
      ['one', 'two'],
      ['one', 'three'],
      ['two', 'three'],
    ],
  )
  assert.equal(agreement.pairs[0]?.overall, 1)
  const [dispute, ...more] = agreement.disputes
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(dispute, { kind: 'number', page: 1, outlier: 'three' })
  assert.deepEqual(
    dispute?.sides.map(({ provider, text }) => [provider, text]),
    [
      ['one', '1,250'],
      ['two', '1,250'],
      ['three', '1,280'],
    ],
  )
  assert.notEqual(agreement.recommendation?.provider, 'three')
})

test('providers of one family do not confirm each other: the verdict of their compare is to look oneself', async () => {
  const family = (rank: number) => ({ name: 'stored text', rank })
  const harness = await openWith(amounts, { one: family(1), two: family(2), three: family(3) })
  const { agreement } = await resultOf(harness, (await compareAll(harness)).id)
  assert.equal(agreement?.verdict, 'look_yourself')
  assert.equal(agreement.recommendation, undefined)
  assert.match(agreement.recommendationNote ?? '', /take their words from the same place/)
})

test('with one provider that parsed, or none, there is no recommendation and the agreement says why', async () => {
  const harness = await open()
  const job = await harness.upload({
    operation: 'compare',
    outputs: ['text'],
    providers: ['failing', 'first', 'no-text'],
  })
  await harness.deliverAll()
  const { agreement } = await resultOf(harness, job.id)
  assert.equal(agreement?.recommendation, undefined)
  assert.match(agreement?.recommendationNote ?? '', /Only first parsed/)

  const none = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['no-such-type', 'no-text'] })
  await harness.deliverAll()
  const { agreement: empty } = await resultOf(harness, none.id)
  assert.equal(empty?.recommendation, undefined)
  assert.match(empty?.recommendationNote ?? '', /No provider parsed/)
})

test('whichever worker finishes a compare has the readings of all runs, even after a crash', async () => {
  const harness = await openWith(amounts)
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['one', 'three'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  const dying: BlobStore = {
    ...harness.blobs,
    write: () => Promise.reject(new StorageUnavailableError('the process dies here')),
  }
  const last = harness.queue.messages.find(({ runId }) => runId !== first.runId)
  assert.ok(last)
  await workOn({ ...harness.parts, blobs: dying }, last, never)
  await harness.deliverAll()
  const { agreement } = await resultOf(harness, job.id)
  assert.equal(agreement?.disputes[0]?.kind, 'number')
})

test('a reading is stored as long as its run needs it, and no longer', async () => {
  const harness = await openWith(amounts)
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['one', 'two'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  const { runs } = await harness.read(job.id)
  const reading = runs[0]?.readingPath ?? ''
  harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000 + 3 * 3600)
  for (const chore of chores) await chore.run(harness.parts, { resultSeconds: 1e6, jobSeconds: 1e6 })
  assert.ok((await harness.stored()).includes(reading), 'the sweep leaves it while the job goes on')
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.deepEqual(await harness.stored(), [ended.result?.path])
})

test('a missing reading is left out of the agreement, which says so, and of nothing else', async () => {
  const harness = await openWith(amounts)
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['one', 'two'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  const { runs } = await harness.read(job.id)
  await harness.blobs.delete(runs[0]?.readingPath ?? '')
  await harness.deliverAll()
  const { agreement, providers } = await resultOf(harness, job.id)
  assert.deepEqual(agreement?.pairs, [])
  assert.match(agreement?.recommendationNote ?? '', /Only two parsed.*one could not be compared/)
  assert.deepEqual(
    providers.map(({ status }) => status),
    ['parsed', 'parsed'],
  )
})

for (const [what, harm] of [
  ['removed', (harness: WorkerHarness, path: string) => harness.blobs.delete(path)],
  ['cut off', (harness: WorkerHarness, path: string) => overwrite(harness, path, (bytes) => bytes.subarray(0, -9))],
  ['overwritten', (harness: WorkerHarness, path: string) => overwrite(harness, path, () => Buffer.from('no gzip'))],
] as const)
  test(`a compare that had the result of a run ${what} ends, with that run failed and the others whole`, async () => {
    const harness = await openWith(amounts)
    const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['one', 'two', 'three'] })
    const [first] = harness.queue.messages
    assert.ok(first)
    await workOn(harness.parts, first, never)
    const lost = (await harness.read(job.id)).runs[0]
    await harm(harness, lost?.result?.path ?? '')
    await harness.deliverAll()
    const result = await resultOf(harness, job.id)
    assert.deepEqual(
      result.providers.map(({ provider, status }) => [provider, status]),
      [
        ['one', 'failed'],
        ['two', 'parsed'],
        ['three', 'parsed'],
      ],
    )
    assert.partialDeepStrictEqual(result.providers[0], { error: { code: 'internal_error' } })
    assert.deepEqual(
      result.agreement?.pairs.map(({ providers: pair }) => pair),
      [['two', 'three']],
    )
    const { job: ended, runs } = await harness.read(job.id)
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['failed', 'parsed', 'parsed'],
    )
    assert.deepEqual(await harness.stored(), [ended.result?.path])
  })

test('a compare whose results were all lost is complete, and a late worker changes nothing', async () => {
  const harness = await openWith(amounts)
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['one', 'two'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  const dying: BlobStore = {
    ...harness.blobs,
    // Two writes for each run, its reading and its result; then the process dies while it writes for the job.
    write: (path, content, signal) =>
      writes-- > 0
        ? harness.blobs.write(path, content, signal)
        : Promise.reject(new StorageUnavailableError('the process dies here')),
  }
  let writes = 4
  await workOn({ ...harness.parts, blobs: dying }, first, never)
  const last = harness.queue.messages.find(({ runId }) => runId !== first.runId)
  assert.ok(last)
  await assert.rejects(workOn({ ...harness.parts, blobs: dying }, last, never))
  for (const { result } of (await harness.read(job.id)).runs) await harness.blobs.delete(result?.path ?? '')
  await workOn(harness.parts, last, never)
  const { providers: entries, agreement } = await resultOf(harness, job.id)
  assert.deepEqual(
    entries.map(({ status }) => status),
    ['failed', 'failed'],
  )
  assert.deepEqual(agreement?.pairs, [])
  const { job: ended } = await harness.read(job.id)
  await harness.deliverAll()
  assert.deepEqual((await harness.read(job.id)).job, ended)
  assert.deepEqual(await harness.stored(), [ended.result?.path])
})

test('a worker that is stopped while it compares does not end the job, and the next one does', async () => {
  const harness = await openWith(amounts)
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['one', 'two'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  const last = harness.queue.messages.find(({ runId }) => runId !== first.runId)
  assert.ok(last)
  const stopping = new AbortController()
  const stoppedAtTheEnd = {
    ...harness.blobs,
    read: async (...asked: Parameters<typeof harness.blobs.read>) => {
      stopping.abort(new Error('the service stops'))
      return harness.blobs.read(...asked)
    },
  }
  await workOn({ ...harness.parts, blobs: stoppedAtTheEnd }, last, stopping.signal).catch(() => {})
  await harness.deliverAll()
  assert.ok((await resultOf(harness, job.id)).agreement)
})
