import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { hostileDocuments, type HostileDocument } from '@polyparse/test-support/hostile-documents'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { medianOfSamples } from '@polyparse/test-support/statistics'
import { startObserved, uploadHostile } from '../support/hostile-documents.ts'
import { temporaryPlace } from '../support/server.ts'

/** Small files that take long to be read or rendered. */
const names = [
  'a million rows of sixteen thousand cells.ods',
  'five thousand columns.md',
  'five thousand pages of one content.pdf',
]

/** On two cores with nothing else to do it is a few seconds; what is caught here waits for a slow document. */
const waitMs = 30_000

test(
  'a one-page job ends soon while 100 slow documents of two other accounts wait',
  { timeout: 900_000 },
  async (t) => {
    const server = await startObserved(await temporaryPlace(t))
    t.after(() => server.end('SIGKILL'))
    const slow = names.map((name): HostileDocument => {
      const found = hostileDocuments.find((document) => document.name === name)
      assert.ok(found !== undefined, name)
      const bytes = found.make()
      return { ...found, make: () => bytes }
    })
    const [first, second, third] = [await server.newClient(), await server.newClient(), await server.newClient()]
    const page = await pagesPdf(1)
    const onePage = async (): Promise<number> => {
      const startedAt = performance.now()
      const { id } = await third.upload(page, { name: 'a.pdf', type: 'application/pdf' })
      assert.equal((await third.end(id)).status, 'complete')
      return performance.now() - startedAt
    }
    const alone = []
    for (let n = 0; n < 5; n += 1) alone.push(await onePage())

    const keys = new Map<string, string>()
    for (let n = 0; n < 50; n += 1)
      for (const [index, client] of [first, second].entries()) {
        const document = slow[(n + index) % slow.length]
        assert.ok(document !== undefined)
        keys.set((await uploadHostile(document, client)).id, client.key)
      }
    const unended = async (): Promise<number> => {
      let count = 0
      for (const [id, key] of keys) if (await isUnended(`${server.url}/api/v1/jobs/${id}`, key)) count += 1
      return count
    }
    const beside = []
    for (let n = 0; n < 40; n += 1) {
      beside.push(await onePage())
      await setTimeout(1000)
    }
    const left = await unended()
    const figures = {
      alone: medianOfSamples(alone),
      beside: medianOfSamples(beside),
      slowest: Math.max(...beside),
      left,
    }
    t.diagnostic(JSON.stringify(figures))
    assert.ok(left > 50, 'most of them are still waiting')
    assert.ok(figures.slowest < waitMs, `a one-page job took ${figures.slowest} ms`)
    assert.equal((await fetch(`${server.url}/livez`)).status, 200)
  },
)

/** An unfinished job may be read again soon; a result is not read here. */
const isUnended = async (url: string, key: string): Promise<boolean> => {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  await response.body?.cancel()
  return response.headers.has('retry-after')
}
