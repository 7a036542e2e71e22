import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { isUnavailable } from '../../src/db/errors.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { watchLiveness } from '../../src/probes/liveness.ts'
import { openApiHarness } from '../support/api.ts'
import { createServerDatabase, openTestDatabase, testServerUrl } from '../support/database.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

const afterMs = 300

/** A database behind a proxy, whose connections nothing but the probe watches. */
const openBehindProxy = async (t: TestContext) => {
  const { url, drop } = await createServerDatabase(testServerUrl ?? '')
  const proxy = await openTcpProxy(new URL(url))
  const target = new URL(url)
  target.host = `127.0.0.1:${proxy.port}`
  const opened = await openPostgres(target.href, { connections: 2, queryTimeoutMs: 600_000 })
  const watched = watchLiveness(opened, { afterMs })
  let closing: Promise<void> | null = null
  const closeProxy = () => (closing ??= proxy.close())
  t.after(async () => {
    watched.stop()
    await closeProxy()
    await opened.close()
    await drop()
  })
  return { ...watched, freeze: proxy.freeze, closeProxy }
}

describe('Liveness', () => {
  const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

  it('is denied to an API whose connections to the database are open but dead', { skip }, async (t) => {
    const { database, liveness, freeze } = await openBehindProxy(t)
    const api = await openApiHarness({ wrap: (parts) => ({ ...parts, liveness }) })
    t.after(() => api.close())
    const ask = () => database.query('select 1')
    await Promise.all([ask(), ask()])
    await setTimeout(2 * afterMs)
    assert.equal((await api.app.inject('/livez')).statusCode, 200, 'nothing was asked')

    freeze()
    for (const asked of [ask(), ask()]) asked.catch(() => {})
    while (liveness() === null) await setTimeout(10)
    const response = await api.app.inject('/livez')
    assert.equal(response.statusCode, 503)
    assert.match(response.body, /No statement has ended/)
  })

  it('is not denied in an outage of the database, in which a restart would not help', { skip }, async (t) => {
    const { database, liveness, closeProxy } = await openBehindProxy(t)
    await closeProxy()
    const until = performance.now() + 3 * afterMs
    while (performance.now() < until) {
      const error = await database.query('select 1').catch((reason: unknown) => reason)
      assert.ok(isUnavailable(error))
      assert.equal(liveness(), null)
    }
  })

  it('is denied when a transaction never ends for which all others wait', async (t) => {
    const opened = await openTestDatabase()
    const { database, liveness, stop } = watchLiveness(opened, { afterMs })
    const release = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const endless = database.transaction(async (transaction) => {
      await transaction.query('lock table accounts in access exclusive mode')
      begun.resolve()
      await release.promise
    })
    t.after(async () => {
      stop()
      await opened.close()
    })
    await begun.promise
    await setTimeout(2 * afterMs)
    assert.equal(liveness(), null, 'nobody waits for it yet')
    const waiting = database.query('select 1 from accounts')
    while (liveness() === null) await setTimeout(10)
    release.resolve()
    await Promise.all([endless, waiting])
    while (liveness() !== null) await setTimeout(10)
  })
})
