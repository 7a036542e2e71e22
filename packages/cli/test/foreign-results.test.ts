import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Problem } from '@polyparse/contract'
import { run, start } from './run.ts'

/** A malicious service, which has no events. */
const id = '0196f0f0-0000-7000-8000-000000000000'
const at = '2026-01-15T09:30:00.000Z'
const timing = { startedAt: at, completedAt: at, durationMs: 1 }
const image = { page: 1, bbox: null, mimeType: 'image/png', width: 1, height: 1, data: 'AAAA' }
const images = [
  { ...image, id: '../../outside' },
  { ...image, id: '/etc/passwd', mimeType: '../x' },
  { ...image, id: '..' },
  { ...image, id: 'CON' },
  { ...image, id: 'same' },
  { ...image, id: 'SAME' },
]
const evil = '\u001b[2J../../evil\n'
const result = {
  id,
  outputs: { markdown: '![](../../outside)\n\n![](same)\n', images },
  pageCount: 1,
  provider: evil,
  timing,
  warnings: [{ code: 'odd', message: `\u001b]0;title\u0007 ${evil}` }],
}
const comparison = {
  input: evil,
  outputs: ['markdown'],
  providers: [
    { provider: evil, durationMs: 1, status: 'parsed', result },
    { provider: 'provider-x', durationMs: 1, status: 'failed', error: { message: evil, code: 'internal_error' } },
  ],
  timing,
}
const capabilities = { execution: 'sync', features: [], outputs: ['markdown', 'images'] }
const mediaTypes = ['text/plain']
const catalog = { providers: [{ id: evil, name: 'x', capabilities, mediaTypes, default: true, enabled: true }] }

let folder: string
let service: Server
let environment: Record<string, string>
let isCompare = false
let reads = 0
/** How many more jobs the service accepts before it turns into something else. */
let jobsLeft = Infinity
/** Answers a new job in place of the usual answer. */
let onCreate: ((response: ServerResponse) => void) | null = null
/** Answers every new job with this problem. */
let problem: Problem | null = null
const cancelled: string[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
  service = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { method, url = '' } = request
    request.resume()
    if (url === '/api/v1/health') answer(200, { status: 'ok' })
    else if (url === '/api/v1/providers') answer(200, catalog)
    else if (method === 'POST') {
      if (onCreate !== null) return onCreate(response)
      if (problem !== null) return answer(problem.status, problem)
      jobsLeft -= 1
      if (jobsLeft < 0) return response.end('<html>')
      isCompare = request.headers['x-service-operation'] === 'compare'
      reads = 0
      answer(202, { id, status: 'queued' })
    } else if (method === 'DELETE') {
      cancelled.push(url)
      response.writeHead(204).end()
    } else if (url.startsWith(`/api/v1/jobs/${id}?`)) {
      reads += 1
      if (reads < 3) answer(200, { id, status: 'running' })
      else answer(200, { id, status: 'complete', result: isCompare ? comparison : result })
    } else answer(404, {})
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  const address = service.address()
  assert.ok(typeof address === 'object' && address !== null)
  environment = { POLYPARSE_URL: `http://127.0.0.1:${address.port}`, POLYPARSE_API_KEY: 'pp_live_x' }
})
after(async () => {
  service.closeAllConnections()
  service.close()
  await rm(folder, { recursive: true, force: true })
})

const polyparse = (...argv: string[]) => run(argv, environment, { cwd: folder })

/** Every invisible character except line ends. */
const steering = /[\p{Cc}\p{Cf}]/u
const assertHarmless = (text: string) => assert.doesNotMatch(text.replaceAll('\n', ''), steering)

test('a service without events is polled until the job has ended', async () => {
  await writeFile(join(folder, 'a.txt'), 'a')
  const { code, stdout, stderr } = await polyparse('parse', 'a.txt')
  assert.equal(code, 0, stderr)
  assert.equal(stdout, result.outputs.markdown)
  assert.equal(reads, 3)
})

test('names in a result never lead out of the folder, and nothing in it controls the terminal', async () => {
  const { code, stdout, stderr } = await polyparse('parse', 'a.txt', '-o', 'deep/out', '--outputs', 'markdown,images')
  assert.equal(code, 0, stderr)
  assertHarmless(stdout + stderr)
  assert.deepEqual((await readdir(folder)).toSorted(), ['a.txt', 'deep'])
  assert.deepEqual(await readdir(join(folder, 'deep')), ['out'])
  assert.deepEqual((await readdir(join(folder, 'deep/out'))).toSorted(), ['a.images', 'a.images.json', 'a.md'])
  const names = (await readdir(join(folder, 'deep/out/a.images'))).toSorted()
  assert.deepEqual(names, ['SAME-2.png', '_CON.png', '_outside.png', 'document.png', 'etcpasswd.bin', 'same.png'])
  assert.equal(
    await readFile(join(folder, 'deep/out/a.md'), 'utf8'),
    '![](a.images/_outside.png)\n\n![](a.images/same.png)\n',
  )
})

test('names in a comparison never lead out of the folder, and nothing in it controls the terminal', async () => {
  const { code, stdout, stderr } = await polyparse('compare', 'a.txt', '-o', 'compared')
  assert.equal(code, 0, stderr)
  assertHarmless(stdout + stderr)
  assert.deepEqual((await readdir(join(folder, 'compared'))).toSorted(), [
    'a.[2J....evil.md',
    'a.agreement.json',
    'a.comparison.html',
  ])
})

test('a document with a hostile name is sent, shown and stored harmlessly', async () => {
  const name = '-rf \u001b[2J\n..\u202egnp.x.txt'
  await writeFile(join(folder, name), 'a')
  const { code, stdout, stderr } = await polyparse('parse', '-o', 'named', '--', name)
  assert.equal(code, 0, stderr)
  assertHarmless(stdout + stderr)
  const [file, ...others] = await readdir(join(folder, 'named'))
  assert.deepEqual(others, [])
  assert.match(file ?? '', /^_rf .*\.md$/)
  assertHarmless(file ?? '')
})

test('a service that is lost during a bench or a comparison costs only the unfinished work', async () => {
  await mkdir(join(folder, 'many'))
  for (const name of ['1.txt', '2.txt', '3.txt']) await writeFile(join(folder, 'many', name), name)
  jobsLeft = 1
  const bench = await polyparse('bench', 'many', '--parallel', '1', '-o', 'lost')
  jobsLeft = 1
  const compare = await polyparse('compare', 'many/1.txt', 'many/2.txt', '--report', 'lost/compared.html')
  jobsLeft = Infinity
  assert.equal(bench.code, 1)
  assert.match(bench.stderr, /^Not compared: 2\.txt, 3\.txt\n.* is not Polyparse/m)
  const { documents } = JSON.parse(await readFile(join(folder, 'lost/bench.json'), 'utf8'))
  assert.partialDeepStrictEqual(documents, [
    { name: '1.txt', providers: [{}, {}] },
    { name: '2.txt' },
    { name: '3.txt' },
  ])
  assert.match(documents[2].error, /^Not compared, as the command stopped early\. .* is not Polyparse/)
  assert.match(await readFile(join(folder, 'lost/bench.html'), 'utf8'), /2 documents could not be compared/)
  assert.equal(compare.code, 1)
  assert.match(compare.stderr, /^Not parsed by any provider: \d\.txt\n.* is not Polyparse/m)
  assert.match(await readFile(join(folder, 'lost/compared.html'), 'utf8'), /^<!doctype html>/i)
})

test('a bench without any result writes no report', async () => {
  jobsLeft = 0
  const { code, stdout, stderr } = await polyparse('bench', 'many', '-o', 'nothing')
  jobsLeft = Infinity
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /is not Polyparse/)
  assert.equal((await readdir(folder)).includes('nothing'), false)
})

test('a mistake in the options ends parse, compare and bench alike with 2, and names the option', async () => {
  const errors = [{ field: 'providerOptions.x', message: 'is not known.' }]
  const common = { type: 'about:blank', title: 'Bad Request', detail: 'x', instance: '/api/v1/jobs', request_id: id }
  problem = { ...common, status: 400, code: 'validation_error', errors }
  const ended = await Promise.all([
    polyparse('parse', 'a.txt'),
    polyparse('compare', 'a.txt'),
    polyparse('bench', 'many', '-o', 'mistaken'),
  ])
  problem = null
  for (const { code, stderr } of ended) {
    assert.equal(code, 2, stderr)
    assert.match(stderr, /^--provider-options .*is not known\.$/m)
  }
})

test('a job that is being created at Ctrl-C is cancelled as soon as its id is known', async () => {
  const arrived = new Promise<ServerResponse>((resolve) => (onCreate = resolve))
  const parse = start(['parse', 'a.txt'], environment, { cwd: folder })
  const response = await arrived
  parse.signal('SIGINT')
  await parse.said(/Stopping/)
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id, status: 'queued' }))
  assert.equal((await parse.ended).code, 130)
  onCreate = null
  assert.deepEqual(cancelled, [`/api/v1/jobs/${id}`])
})
