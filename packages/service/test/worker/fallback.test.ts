import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { FailureCode } from '@polyparse/contract'
import { ProviderFailure, type DirectProvider } from '@polyparse/providers/port'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openRemoteVendor, remoteProvider } from '../support/remote-vendor.ts'
import { openWorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
})

const open = async (options: Parameters<typeof remoteProvider>[1] = {}, more: readonly DirectProvider[] = []) => {
  const vendor = await openRemoteVendor()
  const asked: string[] = []
  const local = testProvider('local', async () => {
    asked.push('local')
    return documentOf('Local.')
  })
  const harness = await openWorkerHarness([remoteProvider(vendor.url, options), local, ...more])
  opened.push(vendor, harness)
  const { database, queue, parts } = harness
  const deliver = async (): Promise<void> => {
    const message = queue.messages.shift()
    assert.ok(message, 'a message is on its way')
    await database.query("update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null")
    await workOn(parts, message, never)
  }
  const deliverAll = async () => {
    while (queue.messages.length > 0) await deliver()
  }
  const outwaitAnswer = () => database.query("update runs set submitting_at = now() - interval '1 hour'")
  const statuses = async (jobId: string) =>
    (await harness.read(jobId)).runs.toReversed().map(({ provider, status }) => [provider, status])
  return { ...harness, vendor, asked, deliver, deliverAll, outwaitAnswer, statuses }
}

const failing = (id: string, code: FailureCode, message = 'It is not available.') =>
  testProvider(id, () => Promise.reject(new ProviderFailure(code, message)))

test('when a provider fails for its own reasons, the next ones are asked in order, and the result says so', async () => {
  const { upload, deliver, deliverAll, body, statuses, queue } = await open({}, [
    failing('first', 'provider_quota', 'The account is empty.'),
    failing('second', 'engine_crashed', 'It broke.'),
  ])
  const job = await upload({ provider: 'first', fallback: ['second', 'local', 'remote'] })
  await deliver()
  assert.deepEqual(await statuses(job.id), [
    ['first', 'failed'],
    ['second', 'waiting'],
  ])
  assert.equal(queue.messages.length, 1)
  await deliverAll()

  assert.partialDeepStrictEqual(await body(job.id), {
    status: 'complete',
    result: {
      provider: 'local',
      warnings: [
        {
          code: 'provider_fallback',
          message: 'local read the document, because first did not. The account is empty.',
        },
        {
          code: 'provider_fallback',
          message: 'local read the document, because second did not. It broke.',
        },
      ],
    },
  })
  assert.deepEqual(await statuses(job.id), [
    ['first', 'failed'],
    ['second', 'failed'],
    ['local', 'parsed'],
  ])
})

test('a fault of the document or the request is the same everywhere, so no other provider is asked', async () => {
  const codes = ['document_damaged', 'document_encrypted', 'page_out_of_range', 'unsupported_option'] as const
  const providers = codes.map((code) => failing(code, code, 'It is the document.'))
  const { upload, deliverAll, read, asked } = await open({}, providers)
  for (const code of codes) {
    const job = await upload({ provider: code, fallback: ['local'] })
    await deliverAll()
    const { error, errorCode } = (await read(job.id)).job
    assert.deepEqual([error, errorCode, asked], ['It is the document.', code, []])
  }
})

test('after a submit with an unknown outcome no other provider is asked, and paid, for the same work', async () => {
  const { upload, deliverAll, read, asked, vendor } = await open()
  for (const [index, trouble] of (['reset-after', 'reset-before', 'malformed'] as const).entries()) {
    vendor.meet('submit', trouble)
    const job = await upload({ provider: 'remote', fallback: ['local'] })
    await deliverAll()
    assert.match((await read(job.id)).job.error ?? '', /It was not asked again/)
    assert.deepEqual([vendor.asked.submit, asked], [index + 1, []], trouble)
  }
})

test('no other provider is asked when an earlier submit was unknown and a later one was refused', async () => {
  const { upload, deliverAll, read, asked, vendor } = await open({ whenUnknown: 'retry' })
  vendor.meet('submit', 'reset-after', { status: 401 })
  const job = await upload({ provider: 'remote', fallback: ['local'] })
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'failed')
  assert.deepEqual([vendor.asked.submit, asked], [2, []])
})

test('no other provider is asked when a worker died while submitting to one that is no longer enabled', async () => {
  const { upload, deliverAll, read, asked, vendor, database, parts, queue } = await open()
  const job = await upload({ provider: 'remote', fallback: ['local'] })
  vendor.meet('submit', 'stall-after')
  const arrival = vendor.arrival('submit')
  const stop = new AbortController()
  const working = workOn(parts, queue.messages.shift() ?? { runId: '' }, stop.signal)
  await arrival
  stop.abort(new Error('gone'))
  await assert.rejects(working)
  const [run] = await database.query<{ id: string }>("update runs set status = 'working' returning id")
  queue.messages.push({ runId: run?.id ?? '', delaySeconds: 0 })
  const providers = new Map([...parts.providers].filter(([id]) => id !== 'remote'))
  await workOn({ ...parts, providers }, queue.messages.shift() ?? { runId: '' }, never)
  await deliverAll()
  assert.match((await read(job.id)).job.error ?? '', /no longer enabled/)
  assert.deepEqual([vendor.asked.submit, asked], [1, []])
})

test('a vendor that has certainly accepted nothing is asked a few times, and then the next provider', async () => {
  const { upload, deliverAll, body, vendor, asked } = await open()
  vendor.meet('submit', ...Array.from({ length: 20 }, () => ({ status: 503 })))
  const job = await upload({ provider: 'remote', fallback: ['local'] })
  await deliverAll()
  assert.partialDeepStrictEqual(await body(job.id), { result: { provider: 'local' } })
  assert.ok(vendor.asked.submit <= 6, String(vendor.asked.submit))
  assert.deepEqual([vendor.taken.length, asked.length], [0, 1])
})

test('a document that the provider cannot read at all goes to the next one that can', async () => {
  const pictures = testProvider('pictures', async () => documentOf(''), { mediaTypes: ['image/png'] })
  const { upload, deliverAll, body, statuses } = await open({}, [pictures, { ...pictures, id: 'more-pictures' }])
  const job = await upload({ provider: 'pictures', fallback: ['more-pictures', 'local'] })
  await deliverAll()
  assert.partialDeepStrictEqual(await body(job.id), {
    result: {
      provider: 'local',
      warnings: [
        {
          code: 'provider_fallback',
          message:
            'local read the document, because pictures did not. pictures does not read documents of the type text/plain. Those that do: remote, local.',
        },
      ],
    },
  })
  assert.deepEqual(await statuses(job.id), [
    ['pictures', 'unsupported'],
    ['local', 'parsed'],
  ])
})

test('a job whose provider cannot read the type fails with the type and the providers that can', async () => {
  const pictures = testProvider('pictures', async () => documentOf(''), { mediaTypes: ['image/png'] })
  const { upload, deliverAll, read } = await open({}, [pictures])
  const job = await upload({ provider: 'pictures' })
  await deliverAll()
  const { error, errorCode } = (await read(job.id)).job
  assert.equal(error, 'pictures does not read documents of the type text/plain. Those that do: remote, local.')
  assert.equal(errorCode, 'unsupported_media_type')
})

test('a job whose document no provider reads, but a converter would, fails with the setting for one', async () => {
  const pictures = testProvider('pictures', async () => documentOf(''), { mediaTypes: ['image/png'] })
  const harness = await openWorkerHarness([{ ...pictures, convertible: ['text/plain'] }])
  opened.push(harness)
  const job = await harness.upload({ provider: 'pictures' })
  await harness.deliverAll()
  assert.equal(
    (await harness.read(job.id)).job.error,
    'pictures does not read documents of the type text/plain. No other enabled provider does. Set POLYPARSE_CONVERTER_URL to have such documents converted first.',
  )
})

test('a job fails when all of its providers have, and its error quotes each of them', async () => {
  const { upload, deliverAll, read } = await open({}, [
    failing('first', 'provider_unavailable', 'The first is down.'),
    failing('second', 'timeout', 'The second is slow.'),
  ])
  const job = await upload({ provider: 'first', fallback: ['second'] })
  await deliverAll()
  const { status, error } = (await read(job.id)).job
  assert.deepEqual([status, error], ['failed', 'first: The first is down. second: The second is slow.'])
})

test('work that a vendor accepted and failed on does not keep the next provider from being asked', async () => {
  const { upload, deliver, deliverAll, body, vendor } = await open()
  const job = await upload({ provider: 'remote', fallback: ['local'] })
  await deliver()
  vendor.lose()
  await deliverAll()
  assert.partialDeepStrictEqual(await body(job.id), { result: { provider: 'local' } })
  assert.equal(vendor.asked.submit, 1)
})
