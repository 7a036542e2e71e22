import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type Document, warning } from '@polyparse/document'
import { cancelJob } from '../../src/jobs/cancel.ts'
import { StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { ProviderFailure, type Provider } from '@polyparse/providers/port'
import type { WorkerParts } from '../../src/worker/parts.ts'
import { RenderFailure } from '../../src/worker/rendering/renderer.ts'
import { workOn } from '../../src/worker/worker.ts'
import {
  garbled,
  otherProvider,
  pagesOf,
  readingPages,
  rightPages,
  sentences,
  unsureDocument,
  unsureProvider,
} from '../support/escalation.ts'
import { openRemoteVendor, remoteProvider } from '../support/remote-vendor.ts'
import { openWorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
const [first, second, third] = sentences
let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
})

const escalatingTo = (provider: string) => ({
  provider: 'auto',
  outputs: ['text', 'pages'] as const,
  providerOptions: { auto: { escalate: provider } },
})

/** A worker with these providers, and uploads of a PDF of three pages. */
const open = async (providers: readonly Provider[], ...more: [spending?: Parameters<typeof openWorkerHarness>[3]]) => {
  const harness = await openWorkerHarness(providers, undefined, undefined, ...more)
  opened.push(harness)
  const { upload, queue, database, parts } = harness
  const deliver = async (): Promise<void> => {
    const message = queue.messages.shift()
    assert.ok(message, 'a message is on its way')
    await database.query("update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null")
    await workOn(parts, message, never)
  }
  return {
    ...harness,
    deliver,
    deliverAll: async () => {
      while (queue.messages.length > 0) await deliver()
    },
    uploadPdf: (asked: Parameters<typeof upload>[0]) => upload(asked, '%PDF-1.7\nThree pages.'),
  }
}

const openWithVendor = async (
  options: Parameters<typeof remoteProvider>[1] = {},
  ...more: [spending?: Parameters<typeof openWorkerHarness>[3]]
) => {
  const vendor = await openRemoteVendor()
  opened.push(vendor)
  const { provider, requests } = readingPages(remoteProvider(vendor.url, options))
  return { vendor, requests, ...(await open([unsureProvider(), provider], ...more)) }
}

test('the pages of which a provider is not sure are read by another one too, and the better reading counts', async () => {
  const other = otherProvider()
  const { uploadPdf, deliver, deliverAll, body, read, stored } = await open([unsureProvider(), other])
  const { id } = await uploadPdf(escalatingTo('other'))
  await deliver()
  assert.deepEqual(
    (await read(id)).runs.map(({ provider, status, pages }) => [provider, status, pages]),
    [
      ['auto', 'parsed', null],
      ['other', 'waiting', [2]],
    ],
  )
  await deliverAll()
  assert.deepEqual(
    other.requests.map(({ pages }) => pages),
    [[2]],
  )
  assert.partialDeepStrictEqual(await body(id), {
    result: {
      provider: 'auto',
      pageCount: 3,
      outputs: {
        text: [first, second, second, third, third, first].join('\n\n'),
        pages: [
          { page: 1, readBy: 'auto' },
          { page: 2, readBy: 'other' },
          { page: 3, readBy: 'auto' },
        ],
      },
      warnings: [
        {
          code: 'page_escalated',
          message: 'Page 2 is as other reads it, because auto was not sure of it.',
          page: 2,
        },
      ],
      usage: {
        pages: 4,
        byProvider: [
          { provider: 'auto', pages: 3 },
          { provider: 'other', pages: 1 },
        ],
      },
    },
  })
  assert.equal((await stored()).length, 1, 'nothing is left but the result')
})

test('a page whose handwriting was not read goes to another provider, also where all that was read is sure', async () => {
  const printed = pagesOf({ 1: [[first], [second]], 2: [[second]], 3: [[third], [first]] })
  const unread: Document = {
    ...printed,
    warnings: [warning('handwriting_not_read', 'Page 2 seems to have handwriting.', 2)],
  }
  const other = otherProvider()
  const { uploadPdf, deliverAll, body } = await open([unsureProvider(unread), other])
  const { id } = await uploadPdf(escalatingTo('other'))
  await deliverAll()
  assert.deepEqual(
    other.requests.map(({ pages }) => pages),
    [[2]],
  )
  assert.partialDeepStrictEqual(await body(id), {
    result: {
      outputs: { text: [first, second, second, third, third, first].join('\n\n') },
      warnings: [{ code: 'page_escalated', page: 2 }],
    },
  })
})

test('a page that the other provider reads worse stays as it is', async () => {
  const worse = { 2: [[garbled(second)], [garbled(third)]] } as const
  const { uploadPdf, deliverAll, body } = await open([unsureProvider(), otherProvider(worse)])
  const { id } = await uploadPdf(escalatingTo('other'))
  await deliverAll()
  assert.partialDeepStrictEqual(await body(id), {
    result: {
      outputs: { pages: [{ readBy: 'auto' }, { readBy: 'auto' }, { readBy: 'auto' }] },
      warnings: [{ code: 'low_confidence', page: 2 }],
      usage: { byProvider: [{ pages: 3 }, { pages: 1 }] },
    },
  })
})

test('a vendor is sent only the doubtful pages, once, and the result says what it used', async () => {
  const { uploadPdf, deliverAll, body, vendor, requests } = await openWithVendor()
  const { id } = await uploadPdf(escalatingTo('remote'))
  await deliverAll()
  assert.deepEqual(
    requests.map(({ pages }) => pages),
    [[2]],
  )
  assert.equal(vendor.asked.submit, 1)
  assert.partialDeepStrictEqual(await body(id), {
    status: 'complete',
    result: {
      provider: 'auto',
      outputs: { pages: [{}, { readBy: 'remote' }, {}] },
      usage: {
        credits: 3,
        cost: 0.01,
        currency: 'USD',
        byProvider: [{ provider: 'auto' }, { provider: 'remote', pages: 1, credits: 3, cost: 0.01 }],
      },
    },
  })
})

test('nobody else is asked when all pages are sure, when none is named, and for blank pages', async () => {
  const sure = pagesOf(rightPages)
  const blank = pagesOf({ ...rightPages, 2: [] })
  for (const [document, asked] of [
    [sure, escalatingTo('other')],
    [blank, escalatingTo('other')],
    [unsureDocument, { provider: 'auto', outputs: ['text', 'pages'] as const }],
  ] as const) {
    const other = otherProvider()
    const { uploadPdf, deliverAll, read, body } = await open([unsureProvider(document), other])
    const { id } = await uploadPdf(asked)
    await deliverAll()
    assert.deepEqual([other.requests.length, (await read(id)).runs.length], [0, 1])
    assert.doesNotMatch(JSON.stringify(await body(id)), /readBy|byProvider/)
  }
})

test('the operator can name the other provider for all jobs, and a job its own', async () => {
  const other = otherProvider()
  const named = { ...otherProvider(), id: 'named' }
  const { uploadPdf, queue, parts, body } = await open([unsureProvider(), other, named])
  const deliverAll = async () => {
    for (let next = queue.messages.shift(); next !== undefined; next = queue.messages.shift())
      await workOn({ ...parts, escalateTo: 'other' }, next, never)
  }
  for (const [asked, reader] of [
    [{ provider: 'auto', outputs: ['pages'] as const }, 'other'],
    [escalatingTo('named'), 'named'],
  ] as const) {
    const { id } = await uploadPdf(asked)
    await deliverAll()
    assert.partialDeepStrictEqual(await body(id), { result: { outputs: { pages: [{}, { readBy: reader }, {}] } } })
  }
  const { id } = await uploadPdf({ provider: 'other', outputs: ['pages'] })
  await deliverAll()
  assert.doesNotMatch(JSON.stringify(await body(id)), /readBy/, 'only auto has others asked')
})

test('when the other provider fails, the job is complete with what there was, and says why', async () => {
  const failure = new ProviderFailure('provider_quota', 'The account is empty.')
  const fallback = otherProvider()
  const { uploadPdf, deliverAll, body, read } = await open([
    unsureProvider(),
    { ...otherProvider(failure), id: 'empty' },
    fallback,
  ])
  const { id } = await uploadPdf({ ...escalatingTo('empty'), fallback: ['other'] })
  await deliverAll()
  assert.partialDeepStrictEqual(await body(id), {
    status: 'complete',
    result: {
      provider: 'auto',
      outputs: { pages: [{ readBy: 'auto' }, { readBy: 'auto' }, { readBy: 'auto' }] },
      warnings: [
        { code: 'low_confidence', page: 2 },
        { code: 'escalation_failed', message: 'empty did not help with page 2. The account is empty.' },
      ],
    },
  })
  assert.deepEqual([fallback.requests.length, (await read(id)).runs.length], [0, 2], 'a fallback is for the whole job')
})

test('a provider that cannot be asked is named in a warning', async () => {
  const text = { ...otherProvider(), id: 'text', mediaTypes: ['text/plain'] }
  const { uploadPdf, deliverAll, body } = await open([unsureProvider(), text])
  for (const [id, reason] of [
    ['gone', 'gone is not enabled.'],
    ['text', 'text does not read documents of the type application/pdf.'],
  ] as const) {
    const job = await uploadPdf(escalatingTo(id))
    await deliverAll()
    assert.partialDeepStrictEqual(await body(job.id), {
      result: {
        warnings: [
          { code: 'low_confidence' },
          { code: 'escalation_failed', message: `${id} did not help with page 2. ${reason}` },
        ],
      },
    })
  }
})

test('a vendor that would read, and charge for, all pages of a document is not asked about some of them', async () => {
  const { upload, deliverAll, body, vendor } = await openWithVendor()
  const { id } = await upload(escalatingTo('remote'), 'Not a PDF.')
  await deliverAll()
  assert.match(JSON.stringify(await body(id)), /Single pages of documents of the type text\/plain cannot be sent\./)
  assert.equal(vendor.asked.submit, 0)
})

test('a provider that was not asked, because of the kind of document, has not failed', async () => {
  const text = { ...otherProvider(), id: 'text', mediaTypes: ['text/plain'] }
  const { provider } = readingPages(remoteProvider('http://127.0.0.1:1'))
  const { upload, uploadPdf, deliverAll, read } = await open([unsureProvider(), text, provider])
  const jobs = [await uploadPdf(escalatingTo('text')), await upload(escalatingTo('remote'), 'Not a PDF.')]
  await deliverAll()
  for (const { id } of jobs) assert.equal((await read(id)).runs.at(-1)?.status, 'unsupported')
})

test('beyond the ceiling of spending nothing is sent, and the job is complete', async () => {
  const { uploadPdf, deliverAll, body, vendor } = await openWithVendor(
    { price: { perPage: 0.1 }, countPages: async ({ pages }) => pages?.length ?? 3 },
    { pagesPerDay: 1, costPerJob: null },
  )
  const jobs = [await uploadPdf(escalatingTo('remote')), await uploadPdf(escalatingTo('remote'))]
  await deliverAll()
  const [one, two] = await Promise.all(jobs.map(async ({ id }) => JSON.stringify(await body(id))))
  assert.match(one ?? '', /page_escalated/)
  assert.match(
    two ?? '',
    /"escalation_failed","message":"remote did not help with page 2\. The account may send 1 pages/,
  )
  assert.equal(vendor.asked.submit, 1)
})

test('an unknown outcome at the vendor fails the escalation, and nobody is asked again', async () => {
  const { uploadPdf, deliverAll, body, vendor } = await openWithVendor()
  vendor.meet('submit', 'reset-after')
  const { id } = await uploadPdf(escalatingTo('remote'))
  await deliverAll()
  assert.match(JSON.stringify(await body(id)), /escalation_failed.*It was not asked again/)
  assert.equal(vendor.asked.submit, 1)
})

test('a vendor that accepts nothing is asked a few times, and does not hold up the job for long', async () => {
  const { uploadPdf, deliverAll, body, vendor } = await openWithVendor()
  vendor.meet('submit', ...Array.from({ length: 20 }, () => ({ status: 503 })))
  const { id } = await uploadPdf(escalatingTo('remote'))
  await deliverAll()
  assert.match(JSON.stringify(await body(id)), /escalation_failed/)
  assert.ok(vendor.asked.submit <= 6, String(vendor.asked.submit))
})

test('a job that is cancelled while it escalates is failed, leaves nothing behind, and has its vendor forget it', async () => {
  const { uploadPdf, deliver, deliverAll, read, stored, parts, vendor } = await openWithVendor()
  const { id } = await uploadPdf(escalatingTo('remote'))
  await deliver()
  await deliver()
  assert.equal(vendor.asked.submit, 1)
  assert.equal(await cancelJob(parts, id), true)
  await deliverAll()
  const { job, runs } = await read(id)
  assert.deepEqual(
    [job.status, job.error, runs.map(({ status }) => status)],
    ['failed', 'cancelled', ['parsed', 'failed']],
  )
  assert.deepEqual([await stored(), vendor.kept(), vendor.asked.fetch], [[], [], 0])
})

test('when what was read is lost, the job is complete with the rest', async () => {
  const { uploadPdf, deliver, deliverAll, body, read, blobs } = await openWithVendor()
  const lose = async (id: string, provider: string) => {
    const { runs } = await read(id)
    await blobs.delete(runs.find((run) => run.provider === provider)?.readingPath ?? '')
  }
  const own = await uploadPdf(escalatingTo('remote'))
  await deliver()
  await lose(own.id, 'auto')
  await deliverAll()
  assert.partialDeepStrictEqual(await body(own.id), { result: { warnings: [{ code: 'low_confidence' }] } })
})

test('when the two documents cannot be brought together, the job is complete with its own', async () => {
  const { uploadPdf, deliver, queue, parts, body } = await open([unsureProvider(), otherProvider()])
  const { id } = await uploadPdf(escalatingTo('other'))
  await deliver()
  const tooMuch = new RenderFailure('out_of_memory', 'Both are too large.', null)
  const renderer: WorkerParts['renderer'] = {
    ...parts.renderer,
    open: async (request, signal) => {
      if ((request.escalation?.document ?? null) !== null) throw tooMuch
      return parts.renderer.open(request, signal)
    },
  }
  await workOn({ ...parts, renderer }, queue.messages.shift() ?? { runId: '' }, never)
  assert.partialDeepStrictEqual(await body(id), {
    status: 'complete',
    result: {
      warnings: [
        { code: 'low_confidence' },
        { message: 'other did not help with page 2. The two readings could not be brought together.' },
      ],
    },
  })
})

test('a job whose storage is away when both documents are read ends when the storage is back', async () => {
  const other = otherProvider()
  const { uploadPdf, deliver, queue, parts, body, read, stored } = await open([unsureProvider(), other])
  const { id } = await uploadPdf(escalatingTo('other'))
  await deliver()
  const away: WorkerParts['blobs'] = {
    ...parts.blobs,
    read: () => Promise.reject(new StorageUnavailableError('the bucket answers with 503')),
  }
  const message = queue.messages.shift() ?? { runId: '' }
  await assert.rejects(workOn({ ...parts, blobs: away }, message, never), StorageUnavailableError)
  assert.deepEqual([(await read(id)).job.status, (await read(id)).runs.at(-1)?.status], ['running', 'parsed'])
  await workOn(parts, message, never)
  assert.partialDeepStrictEqual(await body(id), { result: { warnings: [{ code: 'page_escalated' }] } })
  assert.deepEqual([other.requests.length, (await stored()).length], [1, 1])
})

test('raw responses are those of both providers', async () => {
  const { uploadPdf, deliverAll, body } = await open([
    unsureProvider({ ...unsureDocument, raw: { of: 'auto' } }),
    {
      ...otherProvider(),
      parse: async () => ({ ...pagesOf({ 2: rightPages[2] ?? [] }, { pageCount: 3 }), raw: { of: 'other' } }),
    },
  ])
  const { id } = await uploadPdf({ ...escalatingTo('other'), includeRaw: true })
  await deliverAll()
  assert.partialDeepStrictEqual(await body(id), {
    result: { raw: { auto: { of: 'auto' }, other: { of: 'other' } } },
  })
})
