import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { startServer, startWorkerProcess, temporaryPlace } from '../support/server.ts'
import { startTraceCollector, type CollectedSpan } from '../support/trace-collector.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'
const secret = 'The-document-is-secret'

const upload = (url: string, key: string, more: Record<string, string>) =>
  createClient(url, key).upload(`# ${secret}`, { name: `${secret}.md`, type: 'text/markdown', more })

/** The names from the first span of the trace down to this one. */
const pathTo = (name: string, spans: readonly CollectedSpan[]): string[] => {
  const found = spans.find((span) => span.name === name)
  if (found === undefined) return []
  const parent = spans.find(({ spanId }) => spanId === found.parent)
  return [...(parent === undefined ? [found.parent] : pathTo(parent.name, spans)), name]
}

test('a job is one trace, from its request by way of the queue to its provider, whatever process works on it', async (t) => {
  const collector = await startTraceCollector()
  t.after(() => collector.close())
  const place = await temporaryPlace(t)
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=collector-secret',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    POLYPARSE_BLOBS: `${place.folder}/blobs`,
    POLYPARSE_LOG_LEVEL: 'info',
  }
  const alone = testServerUrl !== undefined
  const api = await startServer(place, settings, undefined, ['serve', ...(alone ? ['--no-worker'] : [])])
  t.after(() => api.end('SIGKILL'))
  const worker = alone ? await startWorkerProcess({ ...place, folder: `${place.folder}/worker` }, settings) : null
  t.after(() => worker?.end('SIGKILL'))

  const key = api.key ?? ''
  const more = { traceparent: `00-${traceId}-${caller}-01`, tracestate: 'vendor=opaque' }
  const { id } = await upload(api.url, key, more)
  assert.equal((await createClient(api.url, key).end(id)).status, 'complete')
  assert.deepEqual(await worker?.end('SIGTERM'), worker === null ? undefined : { code: 0, signal: null })
  await api.end('SIGTERM')

  const spans = collector.spans.filter((span) => span.traceId === traceId)
  assert.deepEqual(pathTo('parse auto', spans), [caller, 'POST /api/v1/jobs', 'run auto', 'parse auto'])
  const [request, run] = ['POST /api/v1/jobs', 'run auto'].map((name) => spans.find((span) => span.name === name))
  assert.equal(request?.attributes['polyparse.job.id'], id)
  assert.equal(request.attributes['http.response.status_code'], '202')
  assert.equal(run?.attributes['polyparse.job.id'], id)
  assert.equal(run.attributes['polyparse.provider'], 'auto')
  assert.equal(run.state, 'vendor=opaque')
  if (alone) {
    assert.equal(run.service, 'polyparse-worker')
    assert.notEqual(run.process, request.process)
  }
  assert.match(`${api.output()}${worker?.output()}`, new RegExp(`"traceId":"${traceId}"`))

  const reads = collector.spans.filter(({ name }) => name === 'GET /api/v1/jobs/:jobId')
  assert.ok(reads.length > 0 && reads.every((span) => span.traceId !== traceId), 'a request is its own caller’s')
  assert.match(collector.bodies[0] ?? '', /collector-secret/)
  for (const word of [secret, key, randomSecretOf(key), place.folder]) {
    assert.ok(!collector.bodies.join('').includes(word), `${word} has left`)
  }
})

const randomSecretOf = (key: string): string => key.slice('pp_live_'.length)

test('a malformed trace is ignored, and an unreachable collector costs nothing but the spans', async (t) => {
  const collector = await startTraceCollector()
  await collector.close()
  const server = await startServer(await temporaryPlace(t), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  t.after(() => server.end('SIGKILL'))
  const { id } = await upload(server.url, server.key ?? '', { traceparent: `00-${randomUUID()}-zz-01` })
  assert.equal((await createClient(server.url, server.key ?? '').end(id)).status, 'complete')
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})
