import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { limits } from '@polyparse/contract'
import * as fc from 'fast-check'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { hostileBodies, routesWithBodies, takesAnything, type RouteWithBody } from '../support/hostile-bodies.ts'
import { refusedFields } from '../support/problems.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const megabyte = 1024 * 1024

/** Takes larger bodies than others. */
const batches = '/api/v1/batches'

/**
 * What a body may cost, in milliseconds of CPU: by its size, and by the members and entries that are looked at, of which
 * there are only so many. A small one costs as much as any request.
 */
const maxCpu = { perMegabyte: 50, perThousandValues: 3, perRequest: 30 }

const mayCost = (url: string, body: string): number => {
  const most = url === batches ? limits.batchJson.values : limits.json.values
  const values = countValues(body, most)
  return maxCpu.perRequest + (maxCpu.perMegabyte * body.length) / megabyte + (maxCpu.perThousandValues * values) / 1000
}

/** Returns about how many members and entries there are, at most so many. */
const countValues = (body: string, most: number): number => {
  let count = 1
  for (const mark of [',', ':'])
    for (let at = body.indexOf(mark); at >= 0 && count < most; at = body.indexOf(mark, at + 1)) count += 1
  return count
}

/** The longest time, in milliseconds of CPU, in which this thread does nothing else than this work at a stretch. */
const longestTask = async (work: () => Promise<void>): Promise<number> => {
  let [longest, isDone] = [0, false]
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
    if (!isDone) setImmediate(look)
  }
  look()
  await work()
  isDone = true
  return longest
}

describe('A body that costs its reader more than its sender', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness({
      settings: { compatibility: ['datalab', 'docling', 'mistral', 'openwebui', 'tika', 'unstructured'] },
    })
  })
  after(() => api.close())

  const send = ({ method, url }: RouteWithBody, payload: string, headers: Record<string, string> = {}) =>
    api.app.inject({
      method,
      url,
      payload,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-polyparse-session': '1',
        ...headers,
      },
    })
  const credentials = {
    none: {},
    key: () => ({ authorization: `Bearer ${api.key}` }),
    administrator: () => ({ authorization: `Bearer ${api.parts.adminToken ?? ''}` }),
  }
  const headersOf = (who: keyof typeof credentials): Record<string, string> => {
    const headers = credentials[who]
    return typeof headers === 'function' ? headers() : headers
  }

  it('is refused by every route that takes one, for little CPU, whatever it is', async () => {
    const routes = routesWithBodies(api)
    for (const url of [
      '/api/v1/jobs',
      '/api/v1/batches',
      '/api/session',
      '/mcp',
      '/v1/convert/source',
      '/v1/ocr',
      '/datalab/api/v1/convert',
      '/process',
      '/tika',
    ])
      assert.ok(
        routes.some((route) => route.url === url),
        url,
      )
    const kinds = Object.keys(hostileBodies)
    const attempt = fc.record({
      route: fc.constantFrom(...routes),
      kind: fc.constantFrom(...kinds),
      who: fc.constantFrom('none', 'key', 'administrator'),
      share: fc.double({ min: 0.001, max: 1, noNaN: true }),
    })
    // What is compiled on first use is compiled.
    for (const route of routes) if (!takesAnything.has(route.url)) await send(route, '{}', headersOf('key'))
    const property = fc.asyncProperty(attempt, async ({ route, kind, who, share }) => {
      const most = route.url === batches ? limits.batchBodyBytes : limits.jsonBodyBytes
      const body = hostileBodies[kind]?.(Math.floor(share * (most - 10))) ?? ''
      const headers = headersOf(takesAnything.has(route.url) ? 'none' : who)
      const costs: number[] = []
      // What this process does besides, such as tidying its memory, is not the fault of the body each time.
      while (costs.length < 4 && costs.every((cost) => cost >= mayCost(route.url, body))) {
        const start = process.cpuUsage()
        const { statusCode } = await send(route, body, headers)
        const { user, system } = process.cpuUsage(start)
        assert.ok(statusCode < 500, `${statusCode}`)
        costs.push((user + system) / 1000)
      }
      assert.ok(Math.min(...costs) < mayCost(route.url, body), `${costs.join(', ')} ms`)
    })
    await fc.assert(property, { numRuns: 100 })
  })

  it('is not read together with others that came at the same time', async () => {
    const [bytes, count] = [200_000, 40]
    const route: RouteWithBody = { method: 'POST', url: '/api/v1/jobs' }
    const body = hostileBodies['options of unknown providers']?.(bytes) ?? ''
    const statuses = new Set<number>()
    const longest = await longestTask(async () => {
      const sent = Array.from({ length: count }, () => send(route, body, headersOf('key')))
      for (const { statusCode } of await Promise.all(sent)) statuses.add(statusCode)
    })
    assert.ok(longest < (mayCost(route.url, body) * count) / 4, `${longest} ms of CPU without a pause`)
    assert.deepEqual([...statuses], [400])
  })

  it('is refused with the place of what is out of bounds', async () => {
    const fieldsOf = async (body: string) => refusedFields(await api.create(body))
    const within = JSON.stringify(parseUrl({ providerOptions: { 'provider-a': { a: 0 } } }))
    const deep = within.replace('"a":0', `"a":${'{"b":'.repeat(30)}0${'}'.repeat(30)}`)
    assert.deepEqual(await fieldsOf(deep), ['providerOptions.provider-a.a.b.…'])
    const wide = within.replace('"a":0', `"a":[${'0,'.repeat(20_000)}0]`)
    assert.deepEqual(await fieldsOf(wide), ['providerOptions.provider-a.a'])
    const named = within.replace('"a":0', `"${'n'.repeat(257)}":0`)
    assert.deepEqual(await fieldsOf(named), ['providerOptions.provider-a'])
  })

  it('is not needed for what is allowed: 32 levels, names of 256 characters, 20,000 members and entries', async () => {
    const options = (json: string) =>
      JSON.stringify(parseUrl({ providerOptions: { 'provider-b': 0 } })).replace('0', json)
    const field = 'providerOptions.provider-b'
    const wrong = async (json: string) => refusedFields(await api.create(options(json)))
    const name = '\u{1f6a2}'.repeat(256)
    assert.deepEqual(await wrong(`{${JSON.stringify(name)}:0}`), [`${field}.${name.slice(0, 100).toWellFormed()}`])
    assert.deepEqual(await wrong(`{"dpi":${'['.repeat(29)}0${']'.repeat(29)}}`), [`${field}.dpi`])
    // The request itself has seven members and entries, and `dpi`.
    assert.deepEqual(await wrong(`{"dpi":[${'0,'.repeat(19_989)}0]}`), [`${field}.dpi`])
  })

  it('neither ends nor stops a service with a heap of 256 MB, though it comes forty times', async (t) => {
    const place = await temporaryPlace({ after: (done) => t.after(done) })
    const diagnostics = await mkdtemp(join(tmpdir(), 'polyparse-heap-'))
    t.after(() => rm(diagnostics, { recursive: true }))
    const heap = `--max-old-space-size=256 --heapsnapshot-near-heap-limit=1 --diagnostic-dir=${diagnostics}`
    const server = await startServer(place, { NODE_OPTIONS: heap, POLYPARSE_LOG_LEVEL: 'fatal' })
    t.after(async () => void (await server.end('SIGKILL')))
    const statuses = new Set<number>()
    const post = async (path: string, body: Buffer<ArrayBuffer>): Promise<void> => {
      const headers = {
        authorization: `Bearer ${server.key ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-polyparse-session': '1',
      }
      const answer = await fetch(server.url + path, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      statuses.add(answer.status)
    }
    for (const [kind, bodyOf] of Object.entries(hostileBodies)) {
      const bytesOf = (size: number) => Buffer.from(bodyOf(size))
      const [small, whole] = [bytesOf(limits.jsonBodyBytes / 16), bytesOf(limits.jsonBodyBytes - 10)]
      const largest = bytesOf(limits.batchBodyBytes - 10)
      for (let round = 0; round < 8; round += 1) {
        // The largest come twice, to show what they can do together; the others show that nothing is left of them.
        const body = round < 2 ? whole : small
        await Promise.all([
          post('/api/session', body),
          post('/api/v1/jobs', body),
          post('/mcp', body),
          post('/api/v1/webhooks/test', body),
          post('/api/v1/batches', round === 0 ? largest : body),
        ])
      }
      assert.equal((await fetch(`${server.url}/livez`)).status, 200, kind)
    }
    assert.deepEqual(
      [...statuses].filter((status) => ![400, 401, 403, 413, 429].includes(status)),
      [],
    )
    assert.deepEqual(await readdir(diagnostics), [])
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
  })
})
