import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { serialize } from 'node:v8'
import { PageEvent, PageReading } from '@polyparse/contract'
import type { Document } from '@polyparse/document'
import { Check } from '@polyparse/document/typebox/value'
import { keepReadPages } from '../../src/jobs/read-pages.ts'
import { type ApiHarness, openApiHarness, parseUrl } from '../support/api.ts'
import { openStream } from '../support/events.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'
import { documentOf } from '../support/providers.ts'

/** A document of one page with this number. */
const pageDocument = (number: number, text: string): Document => {
  const document = documentOf(text)
  return { ...document, pages: document.pages.map((page) => ({ ...page, number })) }
}

const final = ['First, as it is in the end.', 'Second, as it is in the end.'].map((text, index) => ({
  page: index + 1,
  width: null,
  height: null,
  rotation: 0,
  markdown: `# ${text}`,
  text,
  blocks: [],
}))

describe('GET /api/v1/jobs/{jobId}/pages/{page}', () => {
  let api: ApiHarness
  let base: string
  before(async () => {
    api = await openApiHarness()
    base = `http://127.0.0.1:${await api.listen()}`
  })
  after(() => api.close())

  const asked = { outputs: ['pages'], provisionalPages: true }
  const create = async (more: object = asked): Promise<string> => (await api.create(parseUrl(more))).json().id
  const read = (id: string, page: number | string, headers: Record<string, string> = {}, query = '') =>
    api.inject({ url: `/api/v1/jobs/${id}/pages/${page}${query}`, headers })
  /** Begins an attempt of the only run of a job. */
  const begin = async (id: string, attempt: number): Promise<string> => {
    const [run] = await api.database.query<{ id: string }>(
      `update runs set status = 'working', attempt = $2 where job_id = $1 returning id`,
      [id, attempt],
    )
    assert.ok(run)
    return run.id
  }
  const tell = (runId: string, attempt: number, page: number, text: string) =>
    keepReadPages(api.database, { runId, attempt }, [{ page, document: serialize(pageDocument(page, text)) }])
  const complete = (id: string, outputs: object = { pages: final }) =>
    api.complete(id, JSON.stringify({ id, status: 'complete', result: { id, outputs } }))

  it('answers with a page as soon as it is read, says that it is provisional, and has the final one after the end', async () => {
    const id = await create()
    const run = await begin(id, 1)
    const early = assertProblem(await read(id, 2), 'no_result')
    assert.match(early.detail, /Page 2 has not been read yet/)
    await tell(run, 1, 2, 'Second, *so far*.')
    const markdown = await read(id, 2)
    assert.equal(markdown.statusCode, 200, markdown.body)
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.equal(markdown.headers['x-provisional'], 'true')
    assert.equal(markdown.headers['cache-control'], 'no-store')
    assert.equal(markdown.body, 'Second, \\*so far\\*.')
    const text = await read(id, 2, { accept: 'text/plain' })
    assert.equal(text.body, 'Second, *so far*.')
    const json = (await read(id, 2, {}, '?output=json')).json()
    assert.ok(Check(PageReading, json))
    assert.deepEqual(json, { page: 2, provisional: true, markdown: markdown.body, text: text.body })
    assert.equal((await read(id, 1)).headers['retry-after'], '2')

    await complete(id)
    const last = await read(id, 2, { accept: 'application/json' })
    assert.deepEqual(last.json(), { page: 2, provisional: false, markdown: final[1]?.markdown, text: final[1]?.text })
    assert.equal(last.headers['x-provisional'], 'false')
    assertProblem(await read(id, 3), 'not_found')
  })

  it('has no page of an attempt that has failed, and the newest of each that is read again', async () => {
    const id = await create()
    const run = await begin(id, 1)
    await tell(run, 1, 1, 'First, of a process that died.')
    await tell(run, 1, 2, 'Second, of a process that died.')
    await begin(id, 2)
    assertProblem(await read(id, 1), 'no_result')
    await tell(run, 1, 1, 'First, of a process that was taken for dead.')
    assertProblem(await read(id, 1), 'no_result')
    await tell(run, 2, 1, 'First, again.')
    assert.equal((await read(id, 1)).body, 'First, again.')
    assertProblem(await read(id, 2), 'no_result')
    await api.database.query(`update runs set status = 'waiting' where id = $1`, [run])
    assertProblem(await read(id, 1), 'no_result')
  })

  it('says which jobs give no page before their end', async () => {
    const plain = await create({ outputs: ['pages'] })
    const run = await begin(plain, 1)
    await tell(run, 1, 1, 'Nobody has asked for it.')
    const refused = await read(plain, 1)
    assert.match(assertProblem(refused, 'no_result').detail, /without `provisionalPages`/)
    assert.equal(refused.headers['retry-after'], undefined)
    await complete(plain)
    assert.equal((await read(plain, 1)).body, final[0]?.markdown)

    const office = await create()
    await begin(office, 1)
    await api.database.query(`update jobs set detected_media_type = 'text/csv' where id = $1`, [office])
    const without = await read(office, 1)
    assert.match(assertProblem(without, 'no_result').detail, /provider-a gives no pages .* before the end/)
    assert.equal(without.headers['retry-after'], undefined)

    const failed = await create()
    await begin(failed, 1)
    await api.fail(failed, 'The document is encrypted.', 'document_encrypted')
    assertProblem(await read(failed, 1), 'no_result')

    const others = await create({ outputs: ['markdown'] })
    await complete(others, { markdown: 'x' })
    assert.match(assertProblem(await read(others, 1), 'not_found').detail, /only in the output pages/)
  })

  it('refuses what it cannot give: other pages, other types, comparisons, jobs of other accounts', async () => {
    const id = await create({ ...asked, pages: [2, 3] })
    const run = await begin(id, 1)
    await tell(run, 1, 2, 'Second.')
    assertProblem(await read(id, 1), 'not_found')
    for (const page of ['0', '-1', '1.5', 'one', '1e3', '9'.repeat(20)])
      assertProblem(await read(id, page), 'not_found')
    assertProblem(await read(id, 2, { accept: 'image/png' }), 'not_acceptable')
    assert.deepEqual(refusedFields(await read(id, 2, {}, '?output=html')), ['output'])
    const stranger = { authorization: `Bearer ${await api.otherKey()}` }
    assertProblem(await read(id, 2, stranger), 'not_found')
    assert.deepEqual(
      assertProblem(await read(id, 2, stranger), 'not_found').detail,
      assertProblem(await read(crypto.randomUUID(), 2, stranger), 'not_found').detail,
    )
    const compared = (await api.create(parseUrl({ operation: 'compare' }))).json().id
    assertProblem(await read(compared, 1), 'not_found')
    const both = parseUrl({ operation: 'compare', outputs: ['markdown'], provisionalPages: true })
    assert.deepEqual(refusedFields(await api.create(both)), ['provisionalPages'])
    const text = parseUrl({ outputs: ['text'], provisionalPages: true })
    assert.deepEqual(refusedFields(await api.create(text)), ['provisionalPages'])
  })

  it('lets the pages of a job with Markdown alone be read until its end', async () => {
    const id = await create({ outputs: ['markdown'], provisionalPages: true })
    await tell(await begin(id, 1), 1, 1, 'Read early.')
    assert.match((await read(id, 1)).body, /Read early/)
    await complete(id, { markdown: 'Read early.' })
    assert.match(assertProblem(await read(id, 1), 'not_found').detail, /only in the output pages/)
  })

  it('answers no_result for a page that an engine has written as something other than a document', async () => {
    const id = await create()
    const run = await begin(id, 1)
    await keepReadPages(api.database, { runId: run, attempt: 1 }, [
      { page: 1, document: serialize({ pages: [{ number: 1, blocks: 'none' }] }) },
      { page: 2, document: serialize(pageDocument(5, 'Another page.')) },
    ])
    assertProblem(await read(id, 1), 'no_result')
    assertProblem(await read(id, 2), 'no_result')
  })

  it('tells of each page by an event, again when another attempt has read it, and of none without being asked', async () => {
    const [id, plain] = [await create(), await create({ outputs: ['pages'] })]
    const follow = (of: string) =>
      openStream(`${base}/api/v1/jobs/${of}/events`, { authorization: `Bearer ${api.key}` })
    const [run, other] = [await begin(id, 1), await begin(plain, 1)]
    await tell(run, 1, 2, 'Second.')
    await tell(other, 1, 2, 'Second.')
    const [stream, quiet] = [await follow(id), await follow(plain)]
    const [, , told] = await stream.take(3)
    assert.equal(told?.event, 'page')
    assert.ok(Check(PageEvent, told.data))
    assert.deepEqual(told.data, { id, provider: 'provider-a', page: 2 })
    await tell(run, 1, 1, 'First.')
    assert.deepEqual((await stream.take(1))[0]?.data, { id, provider: 'provider-a', page: 1 })
    await begin(id, 2)
    await tell(run, 2, 2, 'Second, again.')
    assert.deepEqual((await stream.take(1))[0]?.data, { id, provider: 'provider-a', page: 2 })
    for (const each of [id, plain]) await complete(each)
    assert.deepEqual(
      (await stream.rest()).map(({ event }) => event),
      ['status'],
    )
    assert.ok((await quiet.rest()).every(({ event }) => event !== 'page'))
  })
})
