import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { openPostgres } from '../../src/db/postgres.ts'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { noS3Server, startS3Server } from '../support/s3-server.ts'
import { startServer, startWorkerProcess, temporaryPlace } from '../support/server.ts'

const secret = (name: string): string => `${name}-${randomUUID().replaceAll('-', '')}`

const secrets = {
  adminToken: secret('admin'),
  databasePassword: secret('database'),
  urlToken: secret('url'),
  redirectToken: secret('redirect'),
  webhookToken: secret('webhook'),
  documentPassword: secret('password'),
  document: secret('document'),
  badKey: `pp_live_${secret('k').slice(0, 38).padEnd(38, '0')}`,
  collectorKey: secret('collector'),
}

/** A web server where everything goes wrong that can, and whose answers hold secrets. */
const startTrouble = async (t: TestContext): Promise<string> => {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/reset')) request.socket.resetAndDestroy()
    else if (path.startsWith('/redirect')) {
      response.writeHead(302, { location: `/missing?token=${secrets.redirectToken}` }).end()
    } else if (path.startsWith('/document')) {
      response.writeHead(200, { 'content-type': 'text/markdown' }).end(`# ${secrets.document}`)
    } else response.writeHead(path.startsWith('/hook') ? 500 : 404).end(`no ${path}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  return `http://127.0.0.1:${address.port}`
}

const linesOf = (output: string): string[] => output.split('\n').filter((line) => line.startsWith('{'))

test('no log has a secret in it, whatever goes wrong, and its lines say which request and which job', async (t) => {
  const trouble = await startTrouble(t)
  const place = await temporaryPlace(t)
  const onServer = place.databaseUrl !== null
  const databaseUrl = onServer ? new URL(place.databaseUrl ?? '') : null
  if (databaseUrl !== null) databaseUrl.password = secrets.databasePassword
  const s3 = onServer && noS3Server === false ? await startS3Server() : null
  t.after(() => s3?.close())
  const settings = {
    POLYPARSE_LOG_LEVEL: 'trace',
    POLYPARSE_ADMIN_TOKEN: secrets.adminToken,
    POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
    OTEL_EXPORTER_OTLP_ENDPOINT: trouble,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secrets.collectorKey}`,
    ...(s3 === null ? { POLYPARSE_BLOBS: `${place.folder}/blobs` } : s3.environment),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl.href }),
  }
  const api = await startServer(place, settings, undefined, ['serve', ...(onServer ? ['--no-worker'] : [])])
  t.after(() => api.end('SIGKILL'))
  const worker = onServer ? await startWorkerProcess({ ...place, folder: `${place.folder}/worker` }, settings) : null
  t.after(() => worker?.end('SIGKILL'))

  const key = api.key ?? ''
  const client = createClient(api.url, key)
  const send = (authorization: string, body: unknown, query = '') =>
    fetch(`${api.url}/api/v1/jobs${query}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const create = async (path: string) => {
    const response = await send(`Bearer ${key}`, {
      operation: 'parse',
      source: { url: `${trouble}${path}?token=${secrets.urlToken}` },
      outputs: ['markdown'],
      providerOptions: { 'provider-a': { password: secrets.documentPassword } },
      webhook: { url: `${trouble}/hook?token=${secrets.webhookToken}` },
    })
    assert.equal(response.status, 202, await response.clone().text())
    return String(Object(await response.json()).id)
  }

  const ids = await Promise.all(['/document', '/missing', '/reset', '/redirect'].map(create))
  const broken = await client.upload(`%PDF-1.7 ${secrets.document}`, {
    name: 'broken.pdf',
    type: 'application/pdf',
    more: {
      'X-Service-Provider-Options': encodeURIComponent(
        JSON.stringify({ 'provider-a': { password: secrets.documentPassword } }),
      ),
    },
  })
  await send(`Bearer ${secrets.badKey}`, {})
  await send(`Bearer ${key}`, {}, `?token=${secrets.urlToken}`)
  await send(`Bearer ${key}`, `{"source": "${secrets.document}`)
  await fetch(`${api.url}/api/v1/admin/accounts`, { headers: { authorization: `Bearer ${secrets.adminToken}` } })
  await fetch(`${api.url}/nowhere?token=${secrets.urlToken}`)

  if (place.databaseUrl !== null) {
    const operator = await openPostgres(place.databaseUrl)
    await operator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await operator.close()
  }
  if (s3 !== null) {
    await s3.kill()
    await client.upload(secrets.document).catch(() => {})
    await s3.restart()
  }
  for (const id of [...ids, broken.id]) await client.end(id)

  await worker?.end('SIGTERM')
  await api.end('SIGTERM')
  const output = [api, worker].map((process) => `${process?.output() ?? ''}${process?.errors() ?? ''}`).join('\n')
  const lines = linesOf(output)
  const text = [...lines, api.errors(), worker?.errors() ?? ''].join('\n')
  const s3Secret = s3?.environment['AWS_SECRET_ACCESS_KEY']
  const all = { ...secrets, key, keyWithoutPrefix: key.slice(8), ...(s3Secret !== undefined && { s3Secret }) }
  for (const [name, value] of Object.entries(all))
    assert.deepEqual(
      text.split('\n').filter((line) => line.includes(value)),
      [],
      `the ${name} is in a log`,
    )

  const parsed = lines.map((line): unknown => JSON.parse(line)).map((line) => Object(line))
  const created = parsed.filter(({ msg, method, status }) => msg === 'request' && method === 'POST' && status === 202)
  for (const id of ids) assert.ok(created.some(({ jobId }) => jobId === id))
  assert.ok(created.every(({ requestId }) => typeof requestId === 'string'))
  for (const id of ids) assert.ok(parsed.some(({ msg, jobId }) => msg === 'job ended' && jobId === id))
  if (testServerUrl !== undefined) assert.ok(linesOf(worker?.output() ?? '').length > 0)
})
