import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createJob } from '../../src/jobs/create.ts'
import { openQueue } from '../../src/queue/open-queue.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness } from '../support/worker.ts'
import { jobRequest } from '../support/job-request.ts'

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
    const queue = await openQueue(harness.database)
    context.after(async () => {
      await queue.close(10)
      await harness.close()
    })
    const limits = { ...harness.parts.limits, addressPolicy: { allow: 'all' } as const }
    const parts = { ...harness.parts, queue, limits }
    queue.work({ concurrency: 2 }, (message, signal) => workOn(parts, message, signal))
    queue.work(
      { concurrency: 16, perAccount: 4 },
      (message, signal) => workOn(parts, message, signal, 'fetch'),
      'fetch',
    )

    const create = async (path: string): Promise<string> => {
      // Another host to the limit of each host.
      const url = `http://${path === '/dead' ? '127.0.0.1' : 'localhost'}:${port}${path}`
      const { job } = await createJob(parts, {
        id: randomUUIDv7(),
        accountId: harness.uploader(),
        keyId: null,
        idempotencyKey: randomUUID(),
        fingerprint: '',
        request: jobRequest(),
        providers: ['reading'],
        fallback: null,
        source: { url },
      })
      return job.id
    }
    const ends = async (id: string): Promise<void> => {
      while ((await harness.read(id)).job.status !== 'complete') await setTimeout(20)
    }

    for (let n = 0; n < 20; n += 1) await create('/dead')
    while (unanswered < 4) await setTimeout(20)
    await ends((await harness.upload()).id)
    await ends((await harness.asAccount(() => harness.upload())).id)
    await ends(await harness.asAccount(() => create('/alive')))
    assert.equal(unanswered, 4)
  })
})
