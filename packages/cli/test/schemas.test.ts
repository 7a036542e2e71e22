import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonOf } from './run.ts'
import { withService } from './with-service.ts'

const schema = { type: 'object', properties: { buyer: { type: 'string' } } }
const later = { type: 'object', properties: { captain: { type: 'string' } } }

describe('polyparse schemas', { timeout: 120_000 }, () => {
  const { polyparse, write } = withService()

  it('stores, shows, lists, archives and erases what extract refers to', async () => {
    await write('order.schema.json', JSON.stringify(schema))
    await write('later.schema.json', JSON.stringify(later))
    await write('order.html', '<p>Buyer: Acme Ltd.</p>')
    const stored = jsonOf(await polyparse('schemas', 'store', 'order', 'order.schema.json', '--json'))
    const id = String(stored['id'])
    const again = await polyparse('schemas', 'store', 'order', 'later.schema.json', '--description', 'Ships.')
    assert.equal(again.stdout, `${id}, version 2\n`)

    const extract = (...argv: string[]) => polyparse('extract', 'order.html', '--schema-id', id, '-q', ...argv)
    const first = await extract('--schema-version', '1')
    assert.equal(first.code, 0, first.stderr)
    assert.deepEqual(JSON.parse(first.stdout).data, { buyer: 'Acme Ltd.' })
    assert.deepEqual(JSON.parse((await extract()).stdout).data, { captain: null })

    assert.deepEqual(JSON.parse((await polyparse('schemas', 'show', 'order')).stdout), later)
    assert.deepEqual(JSON.parse((await polyparse('schemas', 'show', id, '--schema-version', '1')).stdout), schema)
    assert.match((await polyparse('schemas', 'list')).stdout, new RegExp(`${id} +order +2 .*Ships\\.`))

    assert.equal((await polyparse('schemas', 'archive', 'order')).stdout, 'The schema order is archived.\n')
    assert.equal((await polyparse('schemas', 'list')).stdout, 'No schemas found.\n')
    assert.match((await polyparse('schemas', 'list', '--archived')).stdout, /order/)
    const refused = await extract()
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /--schema-id names a schema that is archived/)

    assert.equal((await polyparse('schemas', 'erase', 'order')).code, 0)
    const gone = await polyparse('schemas', 'show', 'order')
    assert.equal(gone.code, 1)
    assert.match(gone.stderr, /no schema named order/)
  })
})
