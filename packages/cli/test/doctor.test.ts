import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { glob, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../service/test/support/client.ts'
import { serverEnvironment, startServer, temporaryPlace, type Place } from '../../service/test/support/server.ts'
import { jsonOf, run, type Ended } from './run.ts'

const doctor = (place: Place, url: string | null, ...argv: string[]): Promise<Ended> =>
  run(['doctor', ...argv], {
    ...Object.fromEntries(
      Object.entries(serverEnvironment(place)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    // The address of a running service, so that the command asks it and not the database.
    ...(url !== null && { POLYPARSE_URL: url }),
  })

/** An old file among the blobs that belongs to no job. */
const leaveOrphan = async ({ folder }: Place): Promise<string> => {
  const id = randomUUID()
  const sources = join(folder, 'blobs', 'sources', id)
  await mkdir(sources, { recursive: true })
  const path = join(sources, 'left')
  await writeFile(path, 'x')
  await utimes(path, 1_700_000_000, 1_700_000_000)
  return `sources/${id}/left`
}

const sourcesOf = async ({ folder }: Place) => readdir(join(folder, 'blobs', 'sources')).catch(() => [])

test('the doctor works beside a running service and without one, and says by its exit code whether all is well', async (t) => {
  const place = await temporaryPlace(t)
  const server = await startServer(place)
  t.after(() => server.end('SIGKILL'))
  const client = createClient(server.url, server.key ?? '')
  const { id } = await client.upload('# Hello', { name: 'a.md', type: 'text/markdown' })
  assert.equal((await client.end(id)).status, 'complete')

  const orphan = await leaveOrphan(place)
  const sick = await doctor(place, server.url)
  assert.equal(sick.code, 1)
  assert.match(sick.stdout, new RegExp(`^blobs-owned +1 +0 +${orphan}$`, 'm'))
  assert.match(sick.stderr, /^Every blob belongs to a job/m)
  const treated = await doctor(place, server.url, '--repair')
  assert.equal(treated.code, 0)
  assert.match(treated.stdout, /^blobs-owned +1 +1 /m)
  assert.deepEqual(await sourcesOf(place), [])

  const [result = ''] = await Array.fromAsync(glob('results/*/*', { cwd: join(place.folder, 'blobs') }))
  const bytes = await readFile(join(place.folder, 'blobs', result))
  await writeFile(join(place.folder, 'blobs', result), bytes.fill(0, 20, 30))
  assert.equal((await doctor(place, server.url)).code, 0)
  const damaged = await doctor(place, server.url, '--deep')
  assert.equal(damaged.code, 1)
  assert.match(damaged.stdout, new RegExp(`^result_changed +no +${result}$`, 'm'))
  assert.match(damaged.stdout, /polyparse jobs retry ID/)
  assert.equal((await doctor(place, server.url, '--deep', '--repair')).code, 0)
  assert.equal((await doctor(place, server.url, '--deep')).code, 0)
  const answer = await fetch(`${server.url}/api/v1/jobs/${id}`, { headers: { authorization: `Bearer ${server.key}` } })
  assert.equal(answer.status, 500)
  assert.partialDeepStrictEqual(await answer.json(), { code: 'result_damaged' })

  await server.end('SIGTERM')
  await leaveOrphan(place)
  const report = jsonOf(await doctor(place, null, '--repair', '--json'))
  assert.partialDeepStrictEqual(report, { healthy: true, checks: [{ name: 'blobs-owned', found: 1, repaired: 1 }] })
  assert.deepEqual(await sourcesOf(place), [])
})
