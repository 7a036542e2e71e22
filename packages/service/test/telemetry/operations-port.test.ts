import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { freePort } from '@polyparse/test-support/free-port'
import { testServerUrl } from '../support/database.ts'
import { createClient } from '../support/client.ts'
import { readMetrics, valueOf } from '../support/metrics.ts'
import { startServer, startWorkerProcess, temporaryPlace } from '../support/server.ts'

const hello = { name: 'a.md', type: 'text/markdown' }

const operationsPort = async () => {
  const port = await freePort()
  return { base: `http://127.0.0.1:${port}`, settings: { POLYPARSE_OPERATIONS_PORT: String(port) } }
}

/** The status of a request as a browser sends it for a name that leads to this address. */
const statusFor = async (host: string, url: string): Promise<number | undefined> => {
  const [response] = await once(get(url, { headers: { host } }), 'response')
  assert.ok(response instanceof IncomingMessage)
  response.resume()
  return response.statusCode
}

test('the operations port serves the probes and the metrics, and nothing else', async (t) => {
  const { base, settings } = await operationsPort()
  const server = await startServer(await temporaryPlace(t), settings)
  t.after(() => server.end('SIGKILL'))
  assert.equal((await fetch(`${base}/livez`)).status, 200)
  assert.deepEqual(await (await fetch(`${base}/readyz`)).json(), { status: 'ok' })
  assert.equal((await fetch(`${base}/api/v1/health`)).status, 404)
  assert.equal((await fetch(`${base}/metrics`, { method: 'POST' })).status, 405)
  assert.equal(await statusFor('rebound.example.net', `${base}/metrics`), 421)

  const client = createClient(server.url, server.key ?? '')
  const [done, broken] = await Promise.all([
    client.upload('# Hello', hello),
    client.upload('%PDF-1.7 is no document', { name: 'a.pdf', type: 'application/pdf' }),
  ])
  assert.equal((await client.end(done.id)).status, 'complete')
  assert.equal((await client.end(broken.id)).status, 'failed')
  await fetch(`${server.url}/nowhere/${done.id}`, { method: 'BREW' }).catch(() => {})
  await fetch(`${server.url}/nowhere/${done.id}`)

  const samples = await readMetrics(`${base}/metrics`)
  const value = (name: string, labels?: Record<string, string>) => valueOf(samples, `polyparse_${name}`, labels)
  const jobs = { method: 'POST', route: '/api/v1/jobs' }
  assert.equal(value('http_requests_total', { ...jobs, status: '202' }), 2)
  assert.equal(value('http_request_duration_seconds_count', jobs), 2)
  assert.equal(value('http_requests_total', { route: 'none', status: '404' }), 1)
  const reads = { method: 'GET', route: '/api/v1/jobs/:jobId' }
  assert.ok(Number(value('http_requests_total', reads)) > 0)
  assert.equal(value('http_request_duration_seconds_count', reads), undefined, 'those that waited are not timed')
  assert.equal(value('jobs_ended_total', { operation: 'parse', outcome: 'complete' }), 1)
  assert.equal(value('jobs_ended_total', { operation: 'parse', outcome: 'failed' }), 1)
  assert.equal(value('job_duration_seconds_count', { operation: 'parse' }), 2)
  assert.equal(value('runs_ended_total', { provider: 'auto', outcome: 'parsed', code: '' }), 1)
  assert.equal(value('runs_ended_total', { outcome: 'failed', code: 'document_damaged' }), 1)
  assert.equal(value('run_duration_seconds_count', { outcome: 'parsed' }), 1)
  assert.equal(value('runs_held', { provider: 'auto' }), 0)
  assert.ok(Number(value('blob_bytes_total', { direction: 'written' })) > 0)
  assert.ok(Number(value('blob_bytes_total', { direction: 'read' })) > 0)
  assert.ok(Number(value('engine_processes_started_total')) > 0)
  assert.equal(value('build_info', { role: 'both' }), 1)
  assert.equal(value('jobs', { status: 'running' }), 0)
  assert.equal(value('queue_oldest_seconds'), 0)
  assert.ok(Number(valueOf(samples, 'process_resident_memory_bytes')) > 0)
  assert.doesNotMatch(JSON.stringify(samples), new RegExp(done.id), 'no series of a single job')
})

const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

test(
  'a worker without an API has the port as well, and any process reports how long jobs have waited',
  { skip },
  async (t) => {
    const place = await temporaryPlace(t)
    const [ofApi, ofWorker] = [await operationsPort(), await operationsPort()]
    const blobs = { POLYPARSE_BLOBS: `${place.folder}/blobs` }
    const api = await startServer(place, { ...ofApi.settings, ...blobs }, undefined, ['serve', '--no-worker'])
    t.after(() => api.end('SIGKILL'))
    const client = createClient(api.url, api.key ?? '')
    const { id } = await client.upload('# Hello', hello)

    const before = await readMetrics(`${ofApi.base}/metrics`)
    assert.equal(valueOf(before, 'polyparse_jobs', { status: 'queued' }), 1)
    assert.equal(valueOf(before, 'polyparse_queue_runs', { provider: 'auto', state: 'waiting' }), 1)
    assert.ok(Number(valueOf(before, 'polyparse_queue_oldest_seconds')) > 0)
    assert.ok(Number(valueOf(before, 'polyparse_oldest_source_seconds')) > 0)

    const worker = await startWorkerProcess(
      { ...place, folder: `${place.folder}/worker` },
      { ...ofWorker.settings, ...blobs },
    )
    t.after(() => worker.end('SIGKILL'))
    assert.equal((await client.end(id)).status, 'complete')
    assert.equal((await fetch(`${ofWorker.base}/readyz`)).status, 200)
    const after = await readMetrics(`${ofWorker.base}/metrics`)
    assert.equal(valueOf(after, 'polyparse_build_info', { role: 'worker' }), 1)
    assert.equal(valueOf(after, 'polyparse_runs_ended_total', { outcome: 'parsed' }), 1)
    assert.equal(valueOf(await readMetrics(`${ofApi.base}/metrics`), 'polyparse_runs_ended_total'), undefined)
    assert.deepEqual(await worker.end('SIGTERM'), { code: 0, signal: null })
  },
)
