import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@polyparse/test-support/free-port'
import { BlobNotFoundError, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { readSettings } from '../../src/config.ts'
import { createReadiness } from '../../src/probes/readiness.ts'
import { openOperations } from '../../src/service/operations.ts'
import { openApiHarness } from '../support/api.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const never = () => new Promise<never>(() => {})

describe('Readiness', () => {
  it('is answered by the API, and refused with what is missing', async (t) => {
    const api = await openApiHarness({
      wrap: (parts) => ({
        ...parts,
        blobs: {
          ...parts.blobs,
          freeBytes: async () => {
            if (broken) throw new StorageUnavailableError('gone')
            return null
          },
        },
      }),
    })
    t.after(() => api.close())
    let broken = false
    assert.equal((await api.app.inject('/livez')).statusCode, 200)
    const ready = await api.app.inject('/readyz')
    assert.equal(ready.statusCode, 200)
    assert.equal(ready.headers['cache-control'], 'no-store')

    broken = true
    const readiness = createReadiness(api.parts)
    assert.deepEqual(await readiness(), ['The blob store does not answer.'])
    await api.database.query(`update migrations set number = number - 100`)
    assert.deepEqual(await createReadiness(api.parts)(), [
      'The database is not migrated yet.',
      'The blob store does not answer.',
    ])
  })

  it('is refused by a process that is starting or stopping, although it is live', async (t) => {
    const api = await openApiHarness()
    t.after(() => api.close())
    const port = await freePort()
    const settings = readSettings({ POLYPARSE_OPERATIONS_PORT: String(port) })
    await using parts = new AsyncDisposableStack()
    const operations = await openOperations(parts, { settings, logger: api.parts.logger, role: 'api' })
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return [response.status, await response.json()]
    }
    assert.deepEqual(await ask('/readyz'), [503, { status: 'unavailable', reasons: ['The process is starting.'] }])
    operations.observe({ ...api.parts, liveness: () => null })
    assert.equal((await ask('/readyz'))[0], 503, 'with its parts at hand it does not listen yet')
    operations.started()
    assert.deepEqual(await ask('/readyz'), [200, { status: 'ok' }])
    operations.stopping()
    assert.deepEqual(await ask('/readyz'), [503, { status: 'unavailable', reasons: ['The process is stopping.'] }])
    assert.deepEqual(await ask('/livez'), [200, { status: 'ok' }])
  })

  it('is refused at the operations port until the API answers', async (t) => {
    const [port, operationsPort] = [await freePort(), await freePort()]
    const more = { PORT: String(port), POLYPARSE_OPERATIONS_PORT: String(operationsPort) }
    const starting = startServer(await temporaryPlace(t), more)
    t.after(async () => (await starting).end('SIGKILL'))
    const statusOf = async (url: string): Promise<number | null> => {
      try {
        return (await fetch(url)).status
      } catch {
        return null
      }
    }
    let status: number | null = null
    while (status !== 200) {
      await setTimeout(10)
      status = await statusOf(`http://127.0.0.1:${operationsPort}/readyz`)
    }
    assert.equal(await statusOf(`http://127.0.0.1:${port}/readyz`), 200)
    await starting
  })

  it('is refused in time even if the database and the blob store never answer', async () => {
    const database = {
      kind: 'postgres',
      query: never,
      transaction: never,
      listen: never,
      patiently: never,
      close: never,
    } as const
    const blobs = {
      write: never,
      read: never,
      delete: never,
      freeBytes: never,
      now: never,
      removeUnfinished: never,
      keepDeleted: () => null,
    }
    const missing = await createReadiness({
      database,
      blobs: { ...blobs, async *list() {}, async *listUnfinished() {} },
    })()
    assert.deepEqual(missing, ['The database does not answer.', 'The blob store does not answer.'])
  })

  it('takes a bucket that reports a missing blob as readable, and asks at most every two seconds', async (t) => {
    const api = await openApiHarness()
    t.after(() => api.close())
    let asked = 0
    const readiness = createReadiness({
      database: api.database,
      blobs: {
        ...api.parts.blobs,
        freeBytes: async () => null,
        read: async () => {
          asked += 1
          throw new BlobNotFoundError('no such blob')
        },
      },
    })
    assert.deepEqual(await Promise.all([readiness(), readiness(), readiness()]), [[], [], []])
    assert.equal(asked, 1)
  })
})
