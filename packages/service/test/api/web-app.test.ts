import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readWebApp } from '../../src/web-app/web-app.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

const files = {
  'index.html': '<!doctype html><title>The app</title>',
  fingerprint: 'not for browsers',
  'assets/main-1a2b.js': 'plain',
  'assets/main-1a2b.js.br': 'packed by brotli',
  'assets/main-1a2b.js.gz': 'packed by gzip',
  'docs/index.html': 'the documentation',
  'docs/guides/waiting.html': 'a guide',
  'docs/search.json': '[]',
  'docs/search.json.gz': 'packed sections',
  'assets/pdfjs-1-cmaps/H.bcmap': 'a map',
  'assets/pdfjs-1-cmaps/LICENSE': 'no type that browsers know',
}

describe('The web app', () => {
  let folder = ''
  let api: ApiHarness
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-web-app-'))
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    const webApp = await readWebApp(folder)
    assert.ok(webApp !== null)
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, webApp }) })
  })
  after(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ method: 'GET', url, headers })

  it('is not for a website whose name leads to this service, nor are the admin routes', async () => {
    for (const url of ['/', '/assets/main-1a2b.js', '/api/admin/keys']) {
      const refused = await get(url, { host: 'rebound.example.net' })
      assertProblem(refused, 'validation_error')
      assert.match(refused.body, /POLYPARSE_BASE_URL/)
    }
    for (const host of ['parse.example.com', 'localhost:3000', '192.168.1.7:3000', '[::1]:3000'])
      assert.equal((await get('/', { host })).statusCode, 200, host)
    assert.equal((await get('/api/v1/health', { host: 'rebound.example.net' })).statusCode, 200)
  })

  it('is one page, at / and at /docs/api, that is requested again each time', async () => {
    for (const url of ['/', '/docs/api', '/?from=here']) {
      const { statusCode, headers, body } = await get(url)
      assert.equal(statusCode, 200)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(body, files['index.html'])
      const again = await get(url, { 'if-none-match': String(headers['etag']) })
      assert.equal(again.statusCode, 304)
      assert.equal(again.body, '')
    }
  })

  it('may run nothing but files of the service, and sends no referrer', async () => {
    for (const url of ['/', '/docs/api', '/docs/', '/assets/main-1a2b.js']) {
      const { headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/)
      assert.match(policy, /style-src 'self';/)
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
    }
  })

  it('has assets that are cached for ever, in the smallest encoding that the browser accepts', async () => {
    const forms = { 'gzip, br': 'br', gzip: 'gzip', 'br;q=0.5, gzip': 'gzip', identity: undefined, '': undefined }
    for (const [accepted, encoding] of Object.entries(forms)) {
      const { statusCode, headers, body } = await get('/assets/main-1a2b.js', { 'accept-encoding': accepted })
      assert.equal(statusCode, 200)
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['vary'], 'accept-encoding')
      assert.equal(headers['content-encoding'], encoding)
      const name = { br: '.br', gzip: '.gz' }[encoding ?? ''] ?? ''
      assert.equal(body, Object.entries(files).find(([each]) => each === `assets/main-1a2b.js${name}`)?.[1])
    }
    assert.equal((await get('/assets/pdfjs-1-cmaps/H.bcmap')).body, 'a map')
  })

  it('has the documentation below /docs, requested again each time', async () => {
    const moved = await get('/docs')
    assert.deepEqual([moved.statusCode, moved.headers['location']], [308, 'docs/'])
    const pages = { '/docs/': 'docs/index.html', '/docs/guides/waiting.html': 'docs/guides/waiting.html' } as const
    for (const [url, name] of Object.entries(pages)) {
      const { statusCode, headers, body } = await get(url)
      assert.deepEqual([statusCode, headers['cache-control'], body], [200, 'no-cache', files[name]], url)
      assert.equal((await get(url, { 'if-none-match': String(headers['etag']) })).statusCode, 304)
    }
    const packed = await get('/docs/search.json', { 'accept-encoding': 'gzip' })
    assert.deepEqual([packed.headers['content-encoding'], packed.body], ['gzip', 'packed sections'])
  })

  it('answers HEAD like GET, without the body', async () => {
    const { statusCode, headers, body } = await api.app.inject({ method: 'HEAD', url: '/' })
    assert.equal(statusCode, 200)
    assert.equal(headers['content-length'], String(files['index.html'].length))
    assert.equal(body, '')
  })

  it('has no other paths: anything else is route_not_found', async () => {
    const paths = [
      '/index.html',
      '/docs/jobs',
      '/docs/guides/',
      '/docs/search.json.gz',
      '/docs/%2e%2e/index.html',
      '/docs/..%2findex.html',
      '/fingerprint',
      '/assets',
      '/assets/',
      '/assets/none.js',
      '/assets/main-1a2b.js.br',
      '/assets/pdfjs-1-cmaps/LICENSE',
      '/assets/pdfjs-1-cmaps/',
      '/assets/%2e%2e/index.html',
      '/assets/..%2findex.html',
      '/jobs',
      '/app',
    ]
    for (const path of paths) {
      const response = await get(path)
      assert.equal(response.headers['cache-control'], 'no-store', path)
      assertProblem(response, 'route_not_found')
    }
  })

  it('is read-only: other methods are not allowed', async () => {
    const response = await api.app.inject({ method: 'POST', url: '/docs' })
    assertProblem(response, 'method_not_allowed')
    assert.equal(response.headers['allow'], 'GET, HEAD')
  })

  it('is absent where it was not built, while the API still works', async () => {
    assert.equal(await readWebApp(join(folder, 'assets')), null)
    const bare = await openApiHarness()
    try {
      assertProblem(await bare.app.inject({ method: 'GET', url: '/' }), 'route_not_found')
    } finally {
      await bare.close()
    }
  })
})
