import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { openRemoteVendor } from '../support/remote-vendor.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

const program = fileURLToPath(new URL('../support/remote-service.ts', import.meta.url))
const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

for (const execution of ['async', 'sync'] as const)
  test(
    `killed with -9 while its database is away, the service records what its vendor had answered (${execution})`,
    { skip },
    async (t) => {
      const vendor = await openRemoteVendor()
      t.after(() => vendor.close())
      const place = await temporaryPlace(t)
      const url = new URL(place.databaseUrl ?? '')
      const proxy = await openTcpProxy(url)
      url.host = `127.0.0.1:${proxy.port}`
      const more = { TEST_VENDOR_URL: vendor.url, TEST_VENDOR_OPTIONS: JSON.stringify({ execution }) }
      const server = await startServer({ ...place, databaseUrl: url.href }, more, program)
      t.after(() => server.end('SIGKILL'))
      const key = server.key ?? ''

      vendor.meet('submit', 'hold')
      const arrival = vendor.arrival('submit')
      const provider = { 'X-Service-Provider': 'remote' }
      const { id } = await createClient(server.url, key).upload('Hello.', { more: provider })
      await arrival
      await proxy.close()
      vendor.release()
      const answers = async () =>
        (await readdir(join(place.folder, 'answers'))).filter((name) => !name.startsWith('.')).length
      while ((await answers()) === 0) await setTimeout(20)
      await server.end('SIGKILL')

      const next = await startServer(place, more, program)
      t.after(() => next.end('SIGKILL'))
      assert.equal((await createClient(next.url, key).end(id)).status, 'complete')
      assert.equal(vendor.taken.length, 1)
      while ((await answers()) > 0) await setTimeout(20)
    },
  )
