import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { limits, SchemaList, StoredSchema, StoreSchemaBody } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { schemaExample, schemaListExample, storeSchemaExample } from '../../src/api/openapi/examples.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { refusedFields } from '../support/problems.ts'

const schema = { type: 'object', properties: { z: { type: 'string' }, a: { type: 'number' } } }
const changed = { type: 'object', properties: { z: { type: 'string' } } }

describe('Schemas for extractions', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, key = api.key) =>
    api.app.inject({
      method,
      url: `/api/v1/schemas${path}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload !== undefined && { payload }),
    })
  const stored = async (name: string, content: object = schema): Promise<StoredSchema> => {
    const answer = await call('POST', '', { name, schema: content })
    assert.ok([200, 201].includes(answer.statusCode), answer.body)
    return answer.json()
  }
  const listed = async (query = ''): Promise<string[]> => {
    const { schemas }: SchemaList = (await call('GET', `?limit=100${query}`)).json()
    return schemas.map(({ name }) => name)
  }

  it('are stored and read as they were posted, with the order of their properties', async () => {
    const answer = await call('POST', '', { name: 'Rechnung', schema, description: 'Of our suppliers.' })
    assert.equal(answer.statusCode, 201, answer.body)
    const body: StoredSchema = answer.json()
    assert.equal(answer.headers['location'], `/api/v1/schemas/${body.id}`)
    assert.deepEqual([body.version, body.latestVersion, body.description], [1, 1, 'Of our suppliers.'])
    const read = await call('GET', `/${body.id}`)
    assert.equal(JSON.stringify(read.json().schema), JSON.stringify(schema))
    assert.deepEqual(read.json(), body)
    assert.ok(Check(StoredSchema, read.json()))
  })

  it('posted again under their name are a new version, and the same once more is none', async () => {
    const first = await stored('versions')
    const again = await call('POST', '', { name: 'versions', schema })
    assert.deepEqual([again.statusCode, again.json()], [200, first])
    const second = await call('POST', '', { name: 'versions', schema: changed })
    assert.deepEqual([second.statusCode, second.json().id, second.json().version], [201, first.id, 2])
    const described = await call('POST', '', { name: 'versions', schema: changed, description: 'Shorter.' })
    assert.deepEqual([described.statusCode, described.json().version], [201, 3])
    const old = await call('GET', `/${first.id}?version=1`)
    assert.deepEqual([old.json().version, old.json().latestVersion, old.json().schema], [1, 3, schema])
    assert.equal((await call('GET', `/${first.id}`)).json().version, 3)
    assert.equal((await call('GET', `/${first.id}?version=4`)).statusCode, 404)
    assert.deepEqual(refusedFields(await call('GET', `/${first.id}?version=0`)), ['version'])
  })

  it('posted by many at once under one name have versions without gaps', async () => {
    const titles = ['a', 'b', 'c', 'd', 'e', 'f']
    const answers = await Promise.all(
      titles.map((title) => call('POST', '', { name: 'race', schema: { ...schema, title } })),
    )
    assert.deepEqual(new Set(answers.map((answer) => answer.json().version)), new Set([1, 2, 3, 4, 5, 6]))
    assert.equal(new Set(answers.map((answer) => answer.json().id)).size, 1)
  })

  it('are refused with the names of what is wrong', async () => {
    const fields = async (body: object) => refusedFields(await call('POST', '', body))
    assert.deepEqual(await fields({}), ['name', 'schema'])
    assert.deepEqual(await fields({ name: ' spaced', schema }), ['name'])
    assert.deepEqual(await fields({ name: 'n'.repeat(101), schema }), ['name'])
    assert.deepEqual(await fields({ name: 'x', schema, version: 2 }), ['version'])
    assert.deepEqual(await fields({ name: 'x', schema: { properties: { a: { type: 'blob' } } } }), [
      'schema.properties.a.type',
    ])
    assert.deepEqual(await fields({ name: 'x', schema: { ...schema, title: 'x'.repeat(70_000) } }), ['schema'])
    assert.deepEqual(await listed('&name=x'), [])
  })

  it('are listed newest name first, page by page, by name, and without archived ones', async () => {
    for (const name of ['list-1', 'list-2', 'list-3']) await stored(name)
    await stored('list-1', changed)
    const before = await listed()
    assert.deepEqual(before.slice(0, 3), ['list-3', 'list-2', 'list-1'])
    const pages: string[] = []
    let cursor = ''
    do {
      const page: SchemaList = (await call('GET', `?limit=2${cursor}`)).json()
      assert.ok(page.schemas.length <= 2 && Check(SchemaList, page))
      pages.push(...page.schemas.map(({ name }) => name))
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual(pages, before)

    assert.deepEqual(await listed('&name=list-2'), ['list-2'])
    const { id } = await stored('list-2')
    await call('POST', `/${id}/archive`)
    assert.deepEqual(await listed('&name=list-2'), [])
    assert.deepEqual(await listed('&archived=true'), ['list-2'])
    assert.deepEqual(refusedFields(await call('GET', '?archived=perhaps')), ['archived'])
    assert.deepEqual(refusedFields(await call('GET', '?cursor=x&limit=101')), ['limit', 'cursor'])
  })

  it('that are archived stay readable, keep their time, and are in use again when they are posted', async () => {
    const { id } = await stored('archived')
    const answer = await call('POST', `/${id}/archive`)
    assert.equal(answer.statusCode, 200, answer.body)
    api.clock.advance(60)
    const again = await call('POST', `/${id}/archive`)
    assert.equal(again.json().archivedAt, answer.json().archivedAt)
    assert.deepEqual((await call('GET', `/${id}`)).json(), again.json())
    const back = await call('POST', '', { name: 'archived', schema })
    assert.deepEqual([back.statusCode, back.json().version, back.json().archivedAt], [200, 1, undefined])
  })

  it('are erased with all versions, and their name begins anew', async () => {
    const { id } = await stored('erased')
    await stored('erased', changed)
    assert.equal((await call('DELETE', `/${id}`)).statusCode, 204)
    for (const path of [`/${id}`, `/${id}?version=1`]) assert.equal((await call('GET', path)).statusCode, 404)
    assert.equal((await call('DELETE', `/${id}`)).statusCode, 404)
    assert.equal((await call('POST', `/${id}/archive`)).statusCode, 404)
    const left = await api.database.query('select 1 from extraction_schema_versions where schema_id = $1', [id])
    assert.equal(left.length, 0)
    assert.equal((await stored('erased')).version, 1)
  })

  it('belong to an account, and go with it', async () => {
    const { id } = await stored('mine')
    const other = await api.otherKey()
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['POST', `/${id}/archive`],
      ['DELETE', `/${id}`],
      ['GET', '/not-a-uuid'],
    ] as const)
      assert.equal((await call(method, path, undefined, other)).statusCode, 404, path)
    assert.deepEqual((await call('GET', '', undefined, other)).json(), { schemas: [] })
    const theirs = (await call('POST', '', { name: 'mine', schema }, other)).json()
    assert.notEqual(theirs.id, id)
    const account = await api.database.query<{ account_id: string }>(
      'select account_id from extraction_schemas where id = $1',
      [theirs.id],
    )
    await api.database.query('delete from keys where account_id = $1', [account[0]?.account_id])
    await api.database.query('delete from accounts where id = $1', [account[0]?.account_id])
    const left = await api.database.query('select 1 from extraction_schemas where id = $1', [theirs.id])
    assert.equal(left.length, 0)
    assert.equal((await call('GET', `/${id}`)).statusCode, 200)
  })

  it('are no more than an account may have, archived ones among them', async () => {
    const key = await api.otherKey()
    const { id } = (await call('POST', '', { name: 'first', schema }, key)).json()
    await api.database.query(
      `insert into extraction_schema_versions (schema_id, version, schema, created_at)
       select $1, version, '{"properties":{"a":{"type":"string"}}}', now() from generate_series(2, $2::integer) as version`,
      [id, limits.schemaVersions],
    )
    await call('POST', `/${id}/archive`, undefined, key)
    for (const name of ['first', 'second']) {
      const refused = await call('POST', '', { name, schema }, key)
      assert.deepEqual(refusedFields(refused), ['schema'])
      assert.match(refused.body, /1000 that an account has/)
    }
    // What was refused has changed nothing.
    assert.ok('archivedAt' in (await call('GET', `/${id}`, undefined, key)).json())
    assert.equal((await call('DELETE', `/${id}`, undefined, key)).statusCode, 204)
    assert.equal((await call('POST', '', { name: 'second', schema }, key)).statusCode, 201)
  })

  it('have examples that their descriptions accept', () => {
    assert.ok(Check(StoreSchemaBody, storeSchemaExample.invoice.value))
    assert.ok(Check(StoredSchema, schemaExample.invoice.value))
    assert.ok(Check(SchemaList, schemaListExample.one.value))
  })
})
