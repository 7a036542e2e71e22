import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

/** Of each caller in a round: all of them are read at the end, by engines that may get little of a busy machine. */
const maxUploads = 6

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('after kill -9 at random moments under load every acknowledged job ends complete, no source is left and replays give the same id', async (t) => {
  const place = await temporaryPlace(t)
  const document = await pagesPdf(20)
  /** The answered ids; undefined where no answer arrived. */
  const asked = new Map<string, string | undefined>()

  let server = await startServer(place)
  const key = server.key
  assert.ok(key)
  t.after(() => server.end('SIGKILL'))

  for (let round = 0; round < 4; round += 1) {
    const client = createClient(server.url, key)
    let dead = false
    const acknowledged = Promise.withResolvers<void>()
    const callers = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < maxUploads && !dead; count += 1) {
        const idempotencyKey = randomUUID()
        asked.set(idempotencyKey, undefined)
        try {
          const { id } = await client.upload(document, { name: 'a.pdf', type: 'application/pdf', idempotencyKey })
          asked.set(idempotencyKey, id)
          acknowledged.resolve()
        } catch {
          // The connection broke with the process: only a replay shows whether there is a job.
          break
        }
      }
    })
    // Every other time while there certainly are jobs, however slow the machine.
    if (round % 2 === 1) await Promise.race([acknowledged.promise, Promise.all(callers)])
    await sleep(300 + Math.random() * 1200)
    await server.end('SIGKILL')
    dead = true
    await Promise.all(callers)
    server = await startServer(place)
    assert.equal(server.key, null)
  }
  assert.ok([...asked.values()].filter((id) => id !== undefined).length >= 2, 'jobs were created')

  const client = createClient(server.url, key)
  const ids: string[] = []
  for (const [idempotencyKey, acknowledged] of asked) {
    const { id } = await client.upload(document, { name: 'a.pdf', type: 'application/pdf', idempotencyKey })
    assert.equal(id, acknowledged ?? id)
    ids.push(id)
  }
  for (const id of ids) {
    const job = await client.end(id)
    assert.equal(job.status, 'complete', JSON.stringify(job))
  }
  // A job's folder of sources is deleted with its last source, soon after the end of the job.
  const sourcesLeft = async () => {
    const blobs = await entriesIn(join(place.folder, 'blobs'))
    const sources = blobs.filter((entry) => entry.isFile() && entry.parentPath.includes(join('blobs', 'sources')))
    // The only owner of a data directory knows when it starts that no upload is under way.
    if (place.databaseUrl === null) return sources
    return sources.filter(({ parentPath }) => ids.some((id) => parentPath.includes(id)))
  }
  while ((await sourcesLeft()).length > 0) await sleep(100)
})

/** All entries below the folder, listed again if one of its folders is deleted meanwhile. */
const entriesIn = async (folder: string): Promise<Dirent[]> => {
  for (;;)
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
}
