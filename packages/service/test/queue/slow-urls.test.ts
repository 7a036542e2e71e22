import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openQueue } from '../../src/queue/pg-boss.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness } from '../support/worker.ts'

describe('twenty jobs of an account whose URLs never answer', { timeout: 60_000 }, () => {
  it('hold up neither uploads nor URLs of another account, nor uploads of their own', async (context) => {
    let unanswered = 0
    const site = createServer((request, response) => {
      if (request.url === '/dead') unanswered += 1
      else response.end('Hello.')
    }).listen(0, '127.0.0.1')
    context.after(() => site.close().closeAllConnections())
    await once(site, 'listening')
    const address = site.address()
    assert.ok(typeof address === 'object' && address !== null)
    const { port } = address

    const harness = await openWorkerHarness([testProvider('reading', async () => documentOf('Hello.'))])
    const { database } = harness
    const queue = await openQueue(database)
    context.after(async () => {
      await queue.close(10)
      await harness.close()
    })
    const limits = { ...harness.parts.limits, addressPolicy: { allow: 'all' } as const }
    const parts = { ...harness.parts, queue, limits }
    await queue.work(2, (message, signal) => workOn(parts, message, signal))
    await queue.work(16, (message, signal) => workOn(parts, message, signal, 'fetch'), 'fetch')

    const create = async (path: string | null): Promise<string> => {
      const { id, accountId } = await harness.upload()
      if (path !== null)
        await database.query(
          `update jobs set source_url = $2, source_filename = null, source_path = null, source_size = null,
             source_sha256 = null, source_media_type = null
           where id = $1`,
          // Another host to the limit of each host.
          [id, `http://${path === '/dead' ? '127.0.0.1' : 'localhost'}:${port}${path}`],
        )
      const [message] = harness.queue.messages.splice(0)
      assert.ok(message)
      await database.transaction((transaction) =>
        queue.enqueue(transaction, message, {
          turn: message.turn,
          ...(path !== null && { fetchFor: accountId }),
        }),
      )
      return id
    }
    const ends = async (id: string): Promise<void> => {
      while ((await harness.read(id)).job.status !== 'complete') await setTimeout(20)
    }

    for (let n = 0; n < 20; n += 1) await create('/dead')
    while (unanswered < 4) await setTimeout(20)
    await ends(await create(null))
    await ends(await harness.asAccount(() => create(null)))
    await ends(await harness.asAccount(() => create('/alive')))
    assert.equal(unanswered, 4)
  })
})
