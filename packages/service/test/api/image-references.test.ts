import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const dots = [
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAFElEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAE0lEQVR4nGNgGAWjYBSMgqENAATMAAFeuYuxAAAAAElFTkSuQmCC',
]
const html = `<h1>Dots</h1>${dots.map((dot) => `<img alt="a dot" src="data:image/png;base64,${dot}">`).join('')}`

type Image = { readonly id: string; readonly data?: string; readonly url?: string }

describe('images by reference', () => {
  const done: (() => Promise<unknown>)[] = []
  let server: Server
  before(async () => {
    const scope = { after: (work: () => Promise<unknown>) => void done.push(work) }
    server = await startServer(await temporaryPlace(scope))
    done.push(() => server.end('SIGTERM'))
  })
  after(async () => {
    for (const work of done.toReversed()) await work()
  })

  const ask = (path: string, init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {}) =>
    fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${server.key}`, ...init.headers } })

  const finished = async (headers: Record<string, string>) => {
    const created = await ask('/api/v1/jobs', {
      method: 'POST',
      body: html,
      headers: {
        'idempotency-key': randomUUID(),
        'content-type': 'text/html',
        'x-service-filename': 'dots.html',
        'x-service-outputs': 'markdown,images,json',
        'x-service-images': 'reference',
        ...headers,
      },
    })
    const { id } = Object(await created.json())
    const path = `/api/v1/jobs/${id}`
    const answer = await ask(`${path}?wait=25`)
    return { path, job: Object(await answer.json()) }
  }

  const assertReferred = async (images: readonly Image[]) => {
    assert.deepEqual(
      images.map((image) => 'data' in image),
      [false, false],
    )
    for (const [index, { url = '' }] of images.entries()) {
      const answer = await ask(url)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
      assert.equal(Buffer.from(await answer.arrayBuffer()).toString('base64'), dots[index])
    }
  }

  it('shows the files by a link at addresses that tell nothing of the job', async () => {
    const { path, job } = await finished({ 'x-service-operation': 'parse' })
    const { url: link } = Object(await (await ask(`${path}/shares`, { method: 'POST', body: '{}' })).json())
    const headers = { authorization: `Bearer ${String(link).split('#/')[1]}` }
    const body = await (await ask('/api/v1/shared', { headers })).text()
    assert.ok(!body.includes(job.id))
    const shown = JSON.parse(body).result.outputs
    assert.deepEqual(
      [shown.images, shown.json.images].flat().map(({ url }: Image) => url),
      ['p1-i1', 'p1-i2', 'p1-i1', 'p1-i2'].map((image) => `/api/v1/shared/images/${image}`),
    )
    for (const [index, { url = '' }] of shown.images.entries()) {
      const answer = await ask(url, { headers })
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store'])
      assert.equal(Buffer.from(await answer.arrayBuffer()).toString('base64'), dots[index])
    }
    assert.equal((await ask(shown.images[0].url)).status, 404)
  })

  it('leaves the files of a parse at their addresses, in every output', async () => {
    const { path, job } = await finished({ 'x-service-operation': 'parse' })
    const { images, json, markdown } = job.result.outputs
    assert.match(markdown, /^# Dots/)
    await assertReferred(images)
    assert.deepEqual(json.images, images)
    const part = await ask(images[1].url, { headers: { range: 'bytes=1-3' } })
    assert.deepEqual([part.status, await part.text()], [206, 'PNG'])
    assert.equal((await ask(`${path}/images/p9-i9`)).status, 404)
    assert.deepEqual(await (await ask(`${path}/outputs/images`)).json(), images)
  })

  it('leaves the files of a compare at those of their provider', async () => {
    const { job } = await finished({
      'x-service-operation': 'compare',
      'x-service-providers': 'auto,provider-a',
    })
    for (const { result } of job.result.providers) {
      await assertReferred(result.outputs.images)
      assert.deepEqual(result.outputs.json.images, result.outputs.images)
    }
  })

  it('sends the body alone, compressed with its length, and nothing of the files', async () => {
    const { path, job } = await finished({ 'x-service-operation': 'parse' })
    const headers = { 'accept-encoding': 'gzip' }
    const head = await ask(path, { method: 'HEAD', headers })
    const answer = await ask(path, { headers })
    assert.deepEqual(await answer.json(), job)
    assert.equal(answer.headers.get('content-length'), head.headers.get('content-length'))
    assert.deepEqual(Object(await (await ask(path, { headers: { 'accept-encoding': 'identity' } })).json()), job)
  })
})
