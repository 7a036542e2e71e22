import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { type Document, render } from '@polyparse/document'
import { outputIds } from '@polyparse/document/schema'
import { createCatalog } from '@polyparse/providers/port'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { pino } from 'pino'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { hanging, testProvider } from '../support/providers.ts'

const document: Document = documentWith([[paragraphBlock('Rent is 1,234 a month.')]])
const correction = { block: 'p1-b1', read: 'Rent is 1,234 a month.', text: 'Rent is 1,284 a month.' }
const outputs = ['markdown', 'pages', 'json'] as const

describe('A caller who leaves while a result is opened', () => {
  const happenings = new EventEmitter<{ opening: []; logged: [Record<string, unknown>] }>()
  let api: ApiHarness
  let port: number
  let id: string
  before(async () => {
    const logger = pino({ level: 'debug' }, { write: (line) => void happenings.emit('logged', JSON.parse(line)) })
    api = await openApiHarness({
      settings: { compatibility: ['docling'] },
      wrap: (parts) => ({
        ...parts,
        logger,
        catalog: createCatalog([testProvider('provider-a', hanging, { outputs: [...outputIds] })], 'provider-a'),
        blobs: {
          ...parts.blobs,
          read: async (...of) => {
            const bytes = await parts.blobs.read(...of)
            happenings.emit('opening')
            return bytes
          },
        },
      }),
    })
    port = await api.listen()
    id = (await api.create(parseUrl({ outputs: [...outputs] }))).json().id
    const values = await render(document, outputs, { filename: 'rent.pdf', sizeBytes: 9 })
    const timing = { startedAt: '2026-01-15T09:30:00.120Z', completedAt: '2026-01-15T09:30:00.480Z', durationMs: 360 }
    const result = { id, outputs: values, pageCount: 1, provider: 'provider-a', timing, warnings: [] }
    await api.complete(id, JSON.stringify({ id, status: 'complete', result }))
    const payload = { corrections: [correction] }
    const put = await api.inject({ method: 'PUT', url: `/api/v1/jobs/${id}/corrections`, payload })
    assert.equal(put.statusCode, 200, put.body)
  })
  after(() => api.close())

  const reads = ['?corrected=true', '/outputs/markdown?corrected=true', '/pages/1', '/pages/1?corrected=true']
  for (const path of reads)
    it(`of ${path} is no failure of the service, which goes on`, async () => {
      const headers = { authorization: `Bearer ${api.key}` }
      const asked = request({ port, path: `/api/v1/jobs/${id}${path}`, headers })
      asked.on('error', () => {})
      const opening = once(happenings, 'opening')
      asked.end()
      await opening
      const logged = once(happenings, 'logged')
      asked.destroy()
      const [line] = await logged
      assert.partialDeepStrictEqual(line, { level: 20, msg: 'the caller has gone' })
    })

  it('of a shared result is no failure either', async () => {
    const created = await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/shares`, payload: {} })
    const [, token = ''] = String(created.json().url).split('#/')
    const levels: unknown[] = []
    const answered = Promise.withResolvers<void>()
    const collect = ({ level, status }: Record<string, unknown>): void => {
      levels.push(level)
      if (status === 200) answered.resolve()
    }
    happenings.on('logged', collect)
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' }
    const asked = request({ port, path: '/api/v1/shared', headers })
    asked.on('error', () => {})
    const opening = once(happenings, 'opening')
    asked.end()
    await opening
    asked.destroy()
    // The next one is answered after the first has been given up.
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/shared`, { headers })
    assert.equal(answer.status, 200)
    await answer.text()
    await answered.promise
    happenings.off('logged', collect)
    assert.deepEqual(
      levels.filter((level) => Number(level) > 30),
      [],
    )
  })

  it('is not what one is who waits: each of them is answered once', async () => {
    for (const path of reads) {
      const logged = once(happenings, 'logged')
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/jobs/${id}${path}`, {
        headers: { authorization: `Bearer ${api.key}` },
      })
      assert.match(await answer.text(), /Rent is 1,2[38]4 a month/)
      const [line] = await logged
      assert.partialDeepStrictEqual(line, { level: 30, status: 200 })
    }
  })
})
