import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

const picture = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
const image = (id: string, mimeType: string) => ({ id, page: 1, mimeType, data: picture.toString('base64') })
const outputs = {
  markdown: '# Größe\n\n"A" \\ B 😀',
  html: '<section data-page="1"><p>x</p></section>',
  tables: [{ id: 't1', rows: [['a']] }],
  images: [image('p1-i1', 'image/png'), image('p1-i2', 'image/jpeg')],
}

describe('parts of a result', () => {
  let api: ApiHarness
  let parsed: string
  let compared: string
  before(async () => {
    api = await openApiHarness()
    parsed = (await api.create()).json().id
    await api.complete(parsed, JSON.stringify({ id: parsed, status: 'complete', result: { id: parsed, outputs } }))
    compared = (await api.create({ ...parseUrl(), operation: 'compare' })).json().id
    // The providers of this harness offer fewer.
    await api.database.query('update jobs set outputs = $1', [Object.keys(outputs)])
    const entry = { provider: 'provider-c', status: 'parsed', result: { id: compared, outputs } }
    const failed = { provider: 'provider-a', status: 'failed', error: { message: 'no' } }
    await api.complete(
      compared,
      JSON.stringify({ id: compared, status: 'complete', result: { providers: [failed, entry] } }),
    )
  })
  after(() => api.close())

  const read = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.inject({ method, url: `/api/v1/jobs/${path}`, headers })

  it('are read alone, each under its own media type', async () => {
    const types = { markdown: 'text/markdown', html: 'text/html', tables: 'application/json' } as const
    for (const [output, type] of Object.entries(types)) {
      for (const base of [parsed, `${compared}/providers/provider-c`]) {
        const answer = await read(`${base}/outputs/${output}`)
        assert.equal(answer.statusCode, 200, answer.body)
        assert.ok(String(answer.headers['content-type']).startsWith(type))
        const value = new Map<string, unknown>(Object.entries(outputs)).get(output)
        assert.deepEqual(typeof value === 'string' ? answer.body : answer.json(), value)
      }
    }
    const html = await read(`${parsed}/outputs/html`)
    assert.match(String(html.headers['content-security-policy']), /sandbox/)
  })

  it('are the files of images', async () => {
    for (const base of [parsed, `${compared}/providers/provider-c`]) {
      const answer = await read(`${base}/images/p1-i2`)
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.headers['content-type'], 'image/jpeg')
      assert.ok(answer.rawPayload.equals(picture))
    }
  })

  it('are known again by their ETag, and read in ranges', async () => {
    const path = `${parsed}/images/p1-i1`
    const { etag } = (await read(path)).headers
    assert.equal((await read(path, { 'if-none-match': String(etag) })).statusCode, 304)
    assert.notEqual((await read(`${parsed}/images/p1-i2`)).headers.etag, etag)
    const ranges: [range: string, start: number, end: number][] = [
      ['bytes=0-9', 0, 10],
      ['bytes=990-', 990, 1000],
      ['bytes=-10', 990, 1000],
      ['bytes=500-5000', 500, 1000],
    ]
    for (const [range, start, end] of ranges) {
      const answer = await read(path, { range, 'if-range': String(etag) })
      assert.equal(answer.statusCode, 206)
      assert.equal(answer.headers['content-range'], `bytes ${start}-${end - 1}/1000`)
      assert.ok(answer.rawPayload.equals(picture.subarray(start, end)), range)
    }
    const beyond = await read(path, { range: 'bytes=1000-' })
    assertProblem(beyond, 'range_not_satisfiable')
    assert.equal(beyond.headers['content-range'], 'bytes */1000')
    for (const headers of [{ range: 'bytes=0-1,5-6' }, { range: 'bytes=0-1', 'if-range': '"other"' }])
      assert.equal((await read(path, headers)).rawPayload.length, 1000)
    const head = await read(path, {}, 'HEAD')
    assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', etag])
  })

  it('are not found where the result has none', async () => {
    const missing = [
      `${parsed}/outputs/text`,
      `${parsed}/outputs/pdf`,
      `${parsed}/images/p9-i9`,
      `${compared}/outputs/markdown`,
      `${parsed}/providers/provider-c/outputs/markdown`,
      `${compared}/providers/provider-a/outputs/markdown`,
      `${compared}/providers/nobody/images/p1-i1`,
    ]
    for (const path of missing) assertProblem(await read(path), 'not_found')
    const headers = { authorization: `Bearer ${await api.otherKey()}` }
    assertProblem(await read(`${parsed}/outputs/markdown`, headers), 'not_found')
  })

  it('are those of a complete job whose result is kept', async () => {
    const { id } = (await api.create()).json()
    assertProblem(await read(`${id}/outputs/markdown`), 'no_result')
    await api.fail(id, 'no')
    assertProblem(await read(`${id}/outputs/markdown`), 'no_result')
    const old = (await api.create()).json().id
    const path = await api.complete(old, JSON.stringify({ result: { outputs } }))
    await api.parts.blobs.delete(path)
    assertProblem(await read(`${old}/outputs/markdown`), 'result_damaged')
  })
})
