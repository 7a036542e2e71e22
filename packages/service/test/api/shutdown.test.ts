import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, uploadHeaders, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'
import { converse, lastAnswer, requestHead } from '../support/raw-http.ts'

describe('a service that is stopping', () => {
  let api: ApiHarness
  const writing = Promise.withResolvers<void>()
  before(async () => {
    api = await openApiHarness({
      wrap: (parts) => ({
        ...parts,
        blobs: {
          ...parts.blobs,
          write: (...parameters) => {
            writing.resolve()
            return parts.blobs.write(...parameters)
          },
        },
      }),
    })
  })
  after(() => api.close())

  it('answers waiting requests, refuses new ones, ends hanging ones with 503, and closes', async () => {
    const port = await api.listen()
    const authorization = `Bearer ${api.key}`
    const { id } = (await api.create()).json()

    // In this order: once the upload is being written, the other two have arrived as well.
    const unfinished = await converse(port, 'GET /api/v1/health HTTP/1.1\r\n')
    const waiting = await converse(port, requestHead(`GET /api/v1/jobs/${id}?wait=60 HTTP/1.1`, { authorization }))
    const stalled = await converse(
      port,
      `${requestHead('POST /api/v1/jobs HTTP/1.1', uploadHeaders(api.key, { 'content-length': '100' }))}some`,
    )
    await writing.promise
    const closing = api.app.close()

    const answered = lastAnswer(await waiting.closed())
    assert.equal(answered.statusCode, 200)
    assert.equal(JSON.parse(answered.body).status, 'queued')
    assert.equal(answered.headers['connection'], 'close')

    unfinished.socket.write('Host: a\r\n\r\n')
    assertProblem(lastAnswer(await unfinished.closed()), 'service_unavailable')
    assertProblem(lastAnswer(await stalled.closed()), 'service_unavailable')
    await closing
  })
})
