import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Scope, scopes } from '@polyparse/contract'
import { createKey } from '../../src/accounts/keys.ts'
import { apiOperations } from '../../src/api/operations.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

/** Those that anybody may ask for, or who has a link. */
const keyless = [
  'readShared',
  'readSharedImage',
  'readSharedProviderImage',
  'readSharedPageImage',
  'checkHealth',
  'probeLife',
  'probeReadiness',
  'readOpenApi',
  'describeProblem',
]

describe('The scopes of a key', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const keyWith = async (allowed: readonly Scope[], account = 'a'): Promise<string> =>
    (await createKey(api.database, { account, name: 'a', expiresAt: null, scopes: allowed }, api.clock())).key
  const ask = (key: string, { method, url }: (typeof apiOperations)[number]) =>
    api.app.inject({
      method,
      url: url.replaceAll(/:\w+/g, randomUUID()),
      headers: { authorization: `Bearer ${key}` },
    })
  const nameOf = ({ description }: (typeof apiOperations)[number]) => description.operationId ?? ''

  it('are declared by every operation that needs a key', () => {
    assert.deepEqual(apiOperations.filter(({ scopes: needed }) => !Array.isArray(needed)).map(nameOf), keyless)
    const all = apiOperations.flatMap(({ scopes: needed }) => (needed === null || needed === 'share' ? [] : needed))
    assert.deepEqual(new Set(all), new Set(scopes))
  })

  it('open the operations that need them, and no other: 403 names the one that is missing', async () => {
    for (const operation of apiOperations) {
      const needed = operation.scopes
      if (needed === null || needed === 'share') continue
      if (needed.length === 0)
        for (const each of scopes) assert.equal((await ask(await keyWith([each]), operation)).statusCode, 200, each)
      const allowed = await ask(await keyWith(needed.length === 0 ? scopes : needed), operation)
      assert.ok(![401, 403].includes(allowed.statusCode), `${nameOf(operation)}: ${allowed.body}`)
      for (const scope of needed) {
        const others = scopes.filter((each) => each !== scope)
        const { detail } = assertProblem(await ask(await keyWith(others), operation), 'forbidden')
        assert.ok(detail.includes(`\`${scope}\``), detail)
      }
    }
  })

  it('keep the result of a complete job from a key that may not read, also where it is cancelled too late', async () => {
    const { id } = (await api.create()).json()
    await api.complete(id)
    const cancel = async (...allowed: Scope[]) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1/jobs/${id}/cancel`,
        headers: { authorization: `Bearer ${await keyWith(allowed, 'first')}` },
      })
    assertProblem(await cancel('jobs:write'), 'forbidden')
    assert.equal((await cancel('jobs:write', 'jobs:read')).statusCode, 200)
  })

  it('are all that there are, for a key that is created without any', async () => {
    for (const operation of apiOperations)
      assert.ok(![401, 403].includes((await ask(api.key, operation)).statusCode), nameOf(operation))
  })
})
