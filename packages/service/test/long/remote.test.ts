import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPostgres } from '../../src/db/postgres.ts'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { openRemoteVendor, type remoteProvider, type VendorStep } from '../support/remote-vendor.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const program = fileURLToPath(new URL('../support/remote-service.ts', import.meta.url))
const skip = testServerUrl === undefined && 'POLYPARSE_TEST_DATABASE_URL names no server'

const open = async (test: TestContext, options: Parameters<typeof remoteProvider>[1]) => {
  const vendor = await openRemoteVendor()
  const place = await temporaryPlace(test)
  const servers: Server[] = []
  test.after(async () => {
    for (const server of servers) await server.end('SIGKILL')
    await vendor.close()
  })
  let key = ''
  const start = async (): Promise<Server> => {
    const more = { TEST_VENDOR_URL: vendor.url, TEST_VENDOR_OPTIONS: JSON.stringify(options) }
    const server = await startServer(place, more, program)
    servers.push(server)
    key = server.key ?? key
    return server
  }
  const client = (server: Server) => createClient(server.url, key)
  const create = async (server: Server) =>
    (await client(server).upload('Hello.', { more: { 'X-Service-Provider': 'remote' } })).id
  return { vendor, place, start, client, create }
}

const settled = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await setTimeout(50)
}

test('killed with -9 during any request to its vendor, the service continues and submits nothing twice', async (t) => {
  const { vendor, start, client, create } = await open(t, { limits: { answerSeconds: 2 } })
  let server = await start()
  const steps: VendorStep[] = ['poll', 'fetch', 'forget', 'submit']
  for (const [index, step] of steps.entries()) {
    vendor.meet(step, 'hold')
    const arrival = vendor.arrival(step)
    const id = await create(server)
    await arrival
    await server.end('SIGKILL')
    vendor.release()
    server = await start()
    const { status, error } = await client(server).end(id)
    if (step === 'submit') assert.match(String(error), /did not respond/)
    else assert.equal(status, 'complete', `${step}: ${String(error)}`)
    assert.equal(vendor.asked.submit, index + 1)
  }
  // The service never learned the name of the last work; the others are forgotten.
  await settled(() => vendor.kept().length <= 1)
})

test('stopped in the middle of a submit, the service waits for the answer, and the next one uses it', async (t) => {
  const { vendor, start, client, create } = await open(t, {})
  const server = await start()
  vendor.meet('submit', 'hold')
  const arrival = vendor.arrival('submit')
  const id = await create(server)
  await arrival
  const ended = server.end('SIGTERM')
  await setTimeout(300)
  vendor.release()
  assert.deepEqual(await ended, { code: 0, signal: null })
  const next = await start()
  assert.equal((await client(next).end(id)).status, 'complete')
  assert.equal(vendor.asked.submit, 1)
})

test(
  'a process that sleeps during a submit is taken over without a second one, and its late answer counts',
  {
    skip,
  },
  async (t) => {
    const { vendor, place, start, client, create } = await open(t, { limits: { answerSeconds: 60 } })
    const [sleeper, other] = [await start(), await start()]
    // Only one of them gets the run at first.
    other.child.kill('SIGSTOP')
    vendor.meet('submit', 'hold')
    const arrival = vendor.arrival('submit')
    const id = await create(sleeper)
    await arrival
    sleeper.child.kill('SIGSTOP')
    other.child.kill('SIGCONT')
    vendor.release()
    const database = await openPostgres(place.databaseUrl ?? '')
    const attempts = async () =>
      (await database.query<{ attempt: number }>('select attempt from runs'))[0]?.attempt ?? 0
    while ((await attempts()) < 2) await setTimeout(100)
    await database.close()
    sleeper.child.kill('SIGCONT')
    assert.equal((await client(other).end(id)).status, 'complete')
    assert.equal(vendor.asked.submit, 1)
  },
)
