import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { beginPageImages, pageImagesStored } from '../../src/jobs/page-images.ts'
import { type ApiHarness, openApiHarness, parseUrl } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

const day = 24 * 3600

describe('GET /api/v1/jobs/{jobId}/pages/{page}/image', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const create = async (more: object): Promise<string> => (await api.create(parseUrl(more))).json().id
  const read = (id: string, page = 1) => api.inject({ url: `/api/v1/jobs/${id}/pages/${page}/image` })
  /** Stores the image of page 1, as the worker does. */
  const store = async (id: string): Promise<string> => {
    const path = await beginPageImages(api.database, id)
    assert.ok(path)
    const data = Buffer.from('as it looks').toString('base64')
    const files = gzipSync(JSON.stringify({ pages: [{ id: '1', mimeType: 'image/png', data }] }))
    await api.parts.blobs.write(path, Readable.from([files]))
    await pageImagesStored(api.database, path, files.length)
    return path
  }

  it('answers with the image, for a day, and after that says that only the result is left', async () => {
    const id = await create({ pageImages: true })
    await store(id)
    await api.complete(id)
    const image = await read(id)
    assert.deepEqual([image.statusCode, image.headers['content-type'], image.body], [200, 'image/png', 'as it looks'])
    assertProblem(await read(id, 2), 'not_found')
    await api.age(id, day)
    assert.match(assertProblem(await read(id), 'result_expired').detail, /the result still is/)
    assert.equal((await api.inject({ url: `/api/v1/jobs/${id}` })).statusCode, 200)
  })

  it('has none for a job that asked for none, and says so when the file is lost', async () => {
    const without = await create({})
    await api.complete(without)
    assertProblem(await read(without), 'not_found')
    const id = await create({ pageImages: true })
    const path = await store(id)
    await api.complete(id)
    await api.parts.blobs.delete(path)
    assertProblem(await read(id), 'result_damaged')
  })
})
