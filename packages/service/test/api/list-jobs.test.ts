import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { JobList } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('the jobs of an account', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const list = async (query = ''): Promise<JobList> => {
    const answer = await api.inject({ url: `/api/v1/jobs${query}` })
    assert.equal(answer.statusCode, 200, answer.body)
    const body: unknown = answer.json()
    assert.ok(Value.Check(JobList, body))
    return body
  }

  it('are listed newest first, page by page', async () => {
    assert.deepEqual(await list(), { jobs: [] })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await api.create()).json().id)
    const pages: string[][] = []
    let page = await list('?limit=2')
    pages.push(page.jobs.map(({ id }) => id))
    while (page.nextCursor !== undefined) {
      page = await list(`?limit=2&cursor=${page.nextCursor}`)
      pages.push(page.jobs.map(({ id }) => id))
    }
    assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  })

  it('are listed by status, with times', async () => {
    const { id } = (await api.create()).json()
    await api.fail(id, 'no', 'source_unreachable')
    const { jobs } = await list('?status=failed')
    const time = api.clock().toISOString()
    assert.deepEqual(jobs, [
      {
        id,
        status: 'failed',
        operation: 'parse',
        createdAt: time,
        completedAt: time,
        source: { url: 'https://example.com/a.pdf' },
        provider: 'provider-a',
        errorCode: 'source_unreachable',
      },
    ])
  })

  it('say which document they were, who read it, and when the result goes', async () => {
    const { id } = (await api.upload('Hello.', { 'x-service-metadata': '%7B%22case%22%3A%22%C3%A4%2012%22%7D' })).json()
    await api.complete(id)
    const [job] = (await list('?metadata.case=%C3%A4%2012')).jobs
    assert.ok(job !== undefined)
    assert.equal(job.id, id)
    assert.deepEqual(job.source, { filename: 'a.txt', mediaType: 'text/plain', sizeBytes: 6 })
    assert.deepEqual(job.metadata, { case: 'ä 12' })
    const week = 7 * 24 * 3600 * 1000
    assert.equal(job.expiresAt, new Date(api.clock().getTime() + week).toISOString())
  })

  it('say how far their providers are while they run', async () => {
    const { id } = (await api.create(parseUrl({ metadata: { running: 'yes' } }))).json()
    await api.database.query(`update jobs set status = 'running', started_at = created_at where id = $1`, [id])
    await api.database.query(`update runs set status = 'working', pages_done = 3, pages_total = 10 where job_id = $1`, [
      id,
    ])
    const [job] = (await list('?metadata.running=yes')).jobs
    assert.deepEqual(job?.progress, [{ provider: 'provider-a', state: 'working', pagesDone: 3, pagesTotal: 10 }])
    assert.equal(job?.startedAt, api.clock().toISOString())
    await api.fail(id, 'no')
    assert.equal((await list('?metadata.running=yes')).jobs[0]?.progress, undefined)
  })

  it('are filtered by any number of properties at once', async () => {
    const one = (await api.create(parseUrl({ metadata: { box: '1', year: '2026' } }))).json().id
    const other = (await api.create(parseUrl({ metadata: { box: '2', year: '2026' } }))).json().id
    const compared = (
      await api.create({
        ...parseUrl(),
        operation: 'compare',
        providers: ['provider-a', 'provider-b'],
        metadata: { box: '3' },
      })
    ).json().id
    const found = async (query: string) => (await list(query)).jobs.map(({ id }) => id)
    assert.deepEqual(await found('?metadata.year=2026'), [other, one])
    assert.deepEqual(await found('?metadata.year=2026&metadata.box=1&status=queued&status=running'), [one])
    assert.deepEqual(await found('?metadata.year=2026&status=complete&status=failed'), [])
    assert.deepEqual(await found('?operation=compare'), [compared])
    assert.deepEqual(await found('?provider=provider-b'), [compared])
    assert.deepEqual((await list('?operation=compare')).jobs[0]?.providers, ['provider-a', 'provider-b'])
    const time = api.clock().getTime()
    const at = (ms: number) => encodeURIComponent(new Date(time + ms).toISOString())
    assert.deepEqual(await found(`?created_after=${at(0)}`), [])
    assert.deepEqual(await found(`?metadata.box=3&created_after=${at(-1)}&created_before=${at(1)}`), [compared])
  })

  it('are found by part of the filename or URL, in any case', async () => {
    const uploaded = (await api.upload('Hello.', { 'x-service-filename': '%C3%84rger%20100%25.txt' })).json().id
    const fetched = (
      await api.create({ ...parseUrl(), source: { url: 'https://example.com/Minutes_of_May.pdf' } })
    ).json().id
    const found = async (name: string) => (await list(`?name=${encodeURIComponent(name)}`)).jobs.map(({ id }) => id)
    assert.deepEqual(await found('ÄRGER 100%'), [uploaded])
    assert.deepEqual(await found('minutes_of'), [fetched])
    assert.deepEqual(await found('minutes%of'), [])
    await api.database.query(`update jobs set fetched_filename = 'Protokoll.pdf' where id = $1`, [fetched])
    assert.deepEqual(await found('protokoll'), [fetched])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?name=' })), ['name'])
  })

  it('are found by another job with the same bytes under any name, never across accounts', async () => {
    const uploaded = async (body: string, filename: string, headers: Record<string, string> = {}): Promise<string> =>
      (await api.upload(body, { 'x-service-filename': filename, ...headers })).json().id
    const bytes = 'The same bytes in every name.'
    const june = await uploaded(bytes, 'june.txt')
    const other = await uploaded('Other bytes of the same length', 'june.txt')
    const today = await uploaded(bytes, 'today.txt')
    const theirs = await uploaded(bytes, 'june.txt', { authorization: `Bearer ${await api.otherKey()}` })
    const unfetched = (await api.create()).json().id
    const found = async (id: string, more = '') =>
      (await list(`?same_source_as=${id}${more}`)).jobs.map((job) => job.id)
    await api.complete(june)
    assert.deepEqual(await found(june), [today, june])
    assert.deepEqual(await found(today), [today, june])
    assert.deepEqual(await found(today, '&status=complete'), [june])
    assert.deepEqual(await found(other), [other])
    assert.deepEqual(await found(theirs), [])
    assert.deepEqual(await found(unfetched), [])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?same_source_as=june' })), ['same_source_as'])
  })

  it('are not listed for another account', async () => {
    const headers = { authorization: `Bearer ${await api.otherKey()}` }
    const answer = await api.inject({ url: '/api/v1/jobs', headers })
    assert.deepEqual(answer.json(), { jobs: [] })
  })

  it('are refused for invalid parameters, naming each', async () => {
    for (const limit of ['0', '101', 'x', '1.5'])
      assert.deepEqual(refusedFields(await api.inject({ url: `/api/v1/jobs?limit=${limit}` })), ['limit'], limit)
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?status=done' })), ['status'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?cursor=x' })), ['cursor'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?cursor=' })), ['cursor'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?created_after=today' })), ['created_after'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?state=failed' })), ['state'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?metadata.a=1&metadata.a=2' })), ['metadata.a'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?metadata.a=%00' })), ['metadata.a'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?provider=%00' })), ['provider'])
  })

  it('are gone on time, although nobody has deleted their records yet', async () => {
    const key = { 'idempotency-key': 'thirty-days-old' }
    const { id } = (await api.create(parseUrl({ metadata: { old: 'yes' } }), key)).json()
    const unfinished = (await api.create(parseUrl({ metadata: { old: 'yes' } }))).json().id
    await api.fail(id, 'no')
    await api.age(id, 30 * 24 * 3600)
    await api.age(unfinished, 30 * 24 * 3600)
    assertProblem(await api.inject({ url: `/api/v1/jobs/${id}` }), 'not_found')
    assertProblem(await api.inject({ url: `/api/v1/jobs/${id}/events` }), 'not_found')
    assertProblem(await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/retry` }), 'not_found')
    assert.deepEqual(
      (await list('?metadata.old=yes')).jobs.map((job) => job.id),
      [unfinished],
    )
    const again = await api.create(parseUrl(), key)
    assert.equal(again.statusCode, 202, 'the key is free again')
    assert.notEqual(again.json().id, id)
  })
})
