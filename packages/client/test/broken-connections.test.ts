import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ConnectionError,
  createClient,
  RateLimitError,
  ServiceUnavailableError,
  TimeoutError,
  UnexpectedAnswerError,
} from '@polyparse/client'
import { type Answer, completeJob, cut, jobId, json, problem, startFakeService } from './fake-service.ts'

const accepted = json(202, { id: jobId, status: 'queued' })
const running = json(200, {
  id: jobId,
  status: 'running',
  progress: [{ provider: 'provider-a', state: 'parsed', pagesDone: 3, pagesTotal: 3 }],
})
const complete = json(200, completeJob)
const document = new Blob(['# Ferries'])
const events =
  (text: string): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)

/** Each waits for pauses; none needs the processor. */
describe('A connection that breaks', { concurrency: true, timeout: 20_000 }, () => {
  it('in the middle of an upload is made again, with the same idempotency key', async () => {
    await using service = await startFakeService({ 'POST jobs': [cut, cut, accepted], 'GET jobs/ID': [complete] })
    const { outputs } = await service.client().parse(document)
    assert.equal(outputs.markdown, '# Ferries')
    assert.equal(service.keys.length, 3)
    assert.equal(new Set(service.keys).size, 1)
  })

  it('in the middle of a result is made again', async () => {
    const half: Answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"id":', () => response.destroy())
    }
    await using service = await startFakeService({ 'GET jobs/ID': [half, complete] })
    const job = await service.client().jobs.get(jobId)
    assert.equal(job.status, 'complete')
    assert.equal(service.requests.length, 2)
  })

  it('in the middle of the events is followed by a read, and by another stream', async () => {
    const status = (of: string) => `event: status\ndata: ${JSON.stringify({ id: jobId, status: of })}\n\n`
    const progress = 'event: progress\ndata: {"provider":"auto","state":"working","status":"working","pagesDone":0}\n\n'
    const page = `event: page\ndata: ${JSON.stringify({ id: jobId, provider: 'auto', page: 3 })}\n\n`
    await using service = await startFakeService({
      'GET jobs/ID/events': [events(status('queued')), events(`${progress}${page}${status('complete')}`)],
      'GET jobs/ID': [running, complete],
    })
    const seen: string[] = []
    for await (const event of service.client().jobs.events(jobId))
      seen.push(event.type === 'status' ? event.status : event.type === 'page' ? `page ${event.page}` : event.state)
    assert.deepEqual(seen, ['queued', 'running', 'parsed', 'working', 'page 3', 'complete'])
    assert.deepEqual(service.requests, ['GET jobs/ID/events', 'GET jobs/ID', 'GET jobs/ID/events'])
  })

  it('is not made again for a request that may not be repeated', async () => {
    await using service = await startFakeService({
      'POST webhooks/secret/rotate': [(request) => request.socket.destroy()],
    })
    await assert.rejects(service.client().webhooks.rotateSecret(), ConnectionError)
    assert.equal(service.requests.length, 1)
  })

  it('that was never made is tried three times; one to a service that has answered, as often as others', async () => {
    let attempts = 0
    let isThere = false
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const fetch = async (): Promise<Response> => {
      attempts += 1
      if (isThere) return Response.json({ providers: [] })
      throw new TypeError('fetch failed', { cause: refusal })
    }
    const client = createClient({ url: 'http://service.example', apiKey: 'pp_live_test', retries: 3, fetch })
    await assert.rejects(client.providers(), { message: 'http://service.example cannot be reached.' })
    assert.equal(attempts, 3)
    isThere = true
    await client.providers()
    isThere = false
    await assert.rejects(client.providers(), ConnectionError)
    assert.equal(attempts, 3 + 1 + 4)
  })

  it('ends the call with the reason of the last attempt when there is no service', async () => {
    const url = await startFakeService({}).then(async (service) => {
      await service[Symbol.asyncDispose]()
      return service.url
    })
    const client = createClient({ url, apiKey: 'pp_live_test', retries: 1 })
    await assert.rejects(client.parse(document), (error) => {
      assert.ok(error instanceof ConnectionError)
      assert.equal(error.code, 'connection_failed')
      assert.ok(error.cause instanceof Error)
      assert.doesNotMatch(error.stack ?? '', /pp_live_test/)
      return true
    })
  })
})

describe('A service that refuses for a while', { concurrency: true, timeout: 20_000 }, () => {
  it('is asked again when it says, by its own clock', async () => {
    // Both are the same moment for a service whose clock is a year behind.
    const clock = { date: 'Wed, 15 Jan 2025 09:30:00 GMT', 'retry-after': 'Wed, 15 Jan 2025 09:30:01 GMT' }
    await using service = await startFakeService({
      'POST jobs': [json(429, problem(429, 'rate_limited'), clock), json(503, '<html>'), accepted],
      'GET jobs/ID': [complete],
    })
    const started = performance.now()
    await service.client().parse(document)
    assert.ok(performance.now() - started >= 1900)
    assert.equal(new Set(service.keys).size, 1)
    assert.equal(service.keys.length, 3)
  })

  it('is not waited for if that takes hours: the error says how long', async () => {
    const limited = json(429, problem(429, 'rate_limited'), { 'retry-after': '7200' })
    await using service = await startFakeService({ 'POST jobs': [limited] })
    await assert.rejects(service.client().parse(document), (error) => {
      assert.ok(error instanceof RateLimitError)
      assert.deepEqual([error.retryAfterSeconds, error.status, error.requestId], [7200, 429, 'request-1'])
      return true
    })
    assert.equal(service.requests.length, 1)
  })

  it('with a code that this client does not know is of the class of its status', async () => {
    await using service = await startFakeService({ 'GET usage': [json(429, problem(429, 'too_many_pages_today'))] })
    await assert.rejects(service.client({ retries: 0 }).usage(), RateLimitError)
  })

  it('is given up after the retries', async () => {
    await using service = await startFakeService({ 'GET usage': [json(503, problem(503, 'service_unavailable'))] })
    await assert.rejects(service.client({ retries: 1 }).usage(), ServiceUnavailableError)
    assert.equal(service.requests.length, 2)
  })
})

describe('What is not a service', { concurrency: true, timeout: 20_000 }, () => {
  it('is recognised by its answers', async () => {
    await using service = await startFakeService({
      'GET providers': [json(200, '<html>')],
      'GET usage': [json(403, 'no')],
    })
    await assert.rejects(service.client().providers(), UnexpectedAnswerError)
    await assert.rejects(service.client().usage(), UnexpectedAnswerError)
    const outputless = { ...completeJob, result: { ...completeJob.result, outputs: {} } }
    await using other = await startFakeService({ 'POST jobs': [accepted], 'GET jobs/ID': [json(200, outputless)] })
    await assert.rejects(other.client().parse(document), UnexpectedAnswerError)
  })

  it('is never sent the key by a redirect', async () => {
    await using target = await startFakeService({ 'GET providers': [json(200, { providers: [] })] })
    const elsewhere = json(307, {}, { location: `${target.url}/api/v1/providers` })
    await using service = await startFakeService({ 'GET providers': [elsewhere] })
    await assert.rejects(service.client().providers(), UnexpectedAnswerError)
    assert.deepEqual(target.requests, [])
  })

  it('cannot be given as an address or key, and the key is not shown', () => {
    for (const url of ['localhost:3000', 'ftp://localhost', 'http://user:secret@localhost', ''])
      assert.throws(() => createClient({ url, apiKey: 'pp_live_test' }), TypeError)
    assert.throws(
      () => createClient({ url: 'http://localhost:3000', apiKey: 'pp live test' }),
      (error) => error instanceof TypeError && !error.message.includes('live'),
    )
  })
})

describe('A call that is ended', { concurrency: true, timeout: 20_000 }, () => {
  const hang = (): void => {}
  const reason = new Error('enough')

  it('while it waits for the job erases the job', async () => {
    const erased = json(200, {})
    await using service = await startFakeService({
      'POST jobs': [accepted],
      'GET jobs/ID/events': [
        (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
      ],
      'DELETE jobs/ID': [erased],
    })
    const controller = new AbortController()
    const onProgress = () => void setTimeout(() => controller.abort(reason), 20)
    await assert.rejects(service.client().parse(document, { signal: controller.signal, onProgress }), reason)
    await assert.rejects(service.client().parse(document, { timeoutMs: 100 }), TimeoutError)
    assert.equal(service.requests.filter((name) => name === 'DELETE jobs/ID').length, 2)
  })

  it('cancels the job if the key may not erase it', async () => {
    await using service = await startFakeService({
      'POST jobs': [accepted],
      'GET jobs/ID': [hang],
      'DELETE jobs/ID': [json(403, problem(403, 'forbidden'))],
      'POST jobs/ID/cancel': [complete],
    })
    await assert.rejects(service.client().parse(document, { timeoutMs: 100 }), TimeoutError)
    assert.equal(service.requests.at(-1), 'POST jobs/ID/cancel')
  })

  it('while the job is created waits for its id, to erase it', async () => {
    const controller = new AbortController()
    const late: Answer = (request, response) => {
      controller.abort(reason)
      setTimeout(() => accepted(request, response), 50)
    }
    await using service = await startFakeService({ 'POST jobs': [late], 'DELETE jobs/ID': [json(200, {})] })
    await assert.rejects(service.client().parse(document, { signal: controller.signal }), reason)
    assert.deepEqual(service.requests, ['POST jobs', 'DELETE jobs/ID'])
  })

  it('in a pause, by the signal of the client, sends nothing more', async () => {
    const controller = new AbortController()
    const busy = json(503, problem(503, 'service_unavailable'), { 'retry-after': '30' })
    await using service = await startFakeService({ 'POST jobs': [busy] })
    setTimeout(() => controller.abort(reason), 100)
    await assert.rejects(service.client({ signal: controller.signal }).parse(document), reason)
    assert.deepEqual(service.requests, ['POST jobs'])
    await assert.rejects(service.client({ signal: controller.signal }).usage(), reason)
    assert.deepEqual(service.requests, ['POST jobs'])
  })

  it('leaves the job only where the caller has a key for it', async () => {
    await using service = await startFakeService({
      'POST jobs': [accepted],
      'GET jobs/ID': [json(401, problem(401, 'unauthorized'))],
      'DELETE jobs/ID': [json(200, {})],
    })
    const own = { idempotencyKey: 'invoice-4711' }
    await assert.rejects(service.client().parse(document, own), { code: 'unauthorized' })
    await assert.rejects(service.client().parse(document, { ...own, timeoutMs: 1 }), { code: 'timeout' })
    assert.ok(!service.requests.includes('DELETE jobs/ID'))
    await assert.rejects(service.client().parse(document), { code: 'unauthorized' })
    assert.equal(service.requests.at(-1), 'DELETE jobs/ID')
    assert.deepEqual(service.keys[0], 'invoice-4711')
  })
})
