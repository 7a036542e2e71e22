import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSettings } from '../../src/config.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openBlobs } from '../../src/open-blobs.ts'
import { announceAll, dayAfter, noneIsDue } from '../support/chaos/aftermath.ts'
import { startFleet } from '../support/chaos/fleet.ts'
import { createMany, type Followed } from '../support/chaos/load.ts'
import { openOutside } from '../support/chaos/outside.ts'
import { seeded } from '../support/chaos/random.ts'
import { makeTrouble } from '../support/chaos/troubles.ts'
import { noPostgres, startPostgresServer } from '../support/postgres-server.ts'
import { openRemoteVendor } from '../support/remote-vendor.ts'
import { noS3Server, startS3Server } from '../support/s3-server.ts'
import { serverEnvironment } from '../support/server.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

/** How long trouble lasts; after that, the test takes as long as the last jobs do. By hand: 1800. */
const seconds = Number(process.env['POLYPARSE_CHAOS_SECONDS'] ?? 75)

/** Gives the same trouble in the same order; the step that it hits depends on the machine. */
const seed = Number(process.env['POLYPARSE_CHAOS_SEED'] ?? Date.now() % 1_000_000)

/** New jobs a second. */
const rate = Number(process.env['POLYPARSE_CHAOS_RATE'] ?? 2)

/** How long the bucket hangs at the beginning, within the time of trouble. By hand: 600. */
const bucketHangsSeconds = Number(process.env['POLYPARSE_CHAOS_BUCKET_HANGS_SECONDS'] ?? 0)

/** How long jobs may take once all is well again: several times the longest pause between two tries. */
const settleMs = 300_000

const bin = fileURLToPath(new URL('../../../cli/bin/polyparse.js', import.meta.url))

const skip = noPostgres || noS3Server
const timeout = seconds * 1000 + settleMs + 180_000

test('nothing is lost and nothing is done twice, whatever dies', { skip, timeout }, async (t) => {
  t.diagnostic(`seed ${seed}, ${seconds} s`)
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-chaos-'))
  const over = new AbortController()
  const parts = new AsyncDisposableStack()
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  t.after(async () => {
    over.abort()
    await parts.disposeAsync()
  })
  const postgres = parts.adopt(await startPostgresServer(), (it) => it.close())
  const s3 = parts.adopt(await startS3Server(), (it) => it.close())
  const vendor = parts.adopt(await openRemoteVendor({ polls: 2 }), (it) => it.close())
  const outside = parts.adopt(await openOutside(), (it) => it.close())
  const settings = {
    ...s3.environment,
    TEST_VENDOR_URL: vendor.url,
    POLYPARSE_ADMIN_TOKEN: 'chaos-admin-token-0123',
    POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
  }
  const proxy = parts.adopt(await openTcpProxy(new URL(postgres.url)), (it) => it.close())
  const proxied = new URL(postgres.url)
  proxied.host = `127.0.0.1:${proxy.port}`
  const fleet = parts.adopt(await startFleet(folder, proxied.href, settings), (it) => it.kill())

  const trouble = new Map<string, number>()
  const answers = new Map<string, number>()
  const until = Date.now() + seconds * 1000
  const load = {
    random: seeded(seed + 1),
    urls: () => fleet.urls(),
    key: fleet.key,
    outside,
    answers,
    over: over.signal,
  }
  const [jobs] = await Promise.all([
    createMany(load, { until, rate, settleMs }),
    makeTrouble(
      { fleet, postgres, proxy, s3, vendor },
      {
        random: seeded(seed),
        until,
        bucketHangsMs: bucketHangsSeconds * 1000,
        count: (what) => tally(trouble, what),
      },
    ),
  ])
  const starts = fleet.members.map((member) => {
    const { succeeded, failed } = member.starts()
    return `${member.name} ${succeeded} (${failed} failed)`
  })
  t.diagnostic(`the last job ended ${Date.now() - until} ms after the last trouble began`)
  t.diagnostic(`trouble: ${show(trouble)}`)
  t.diagnostic(`starts: ${starts.join(', ')}`)
  t.diagnostic(`jobs: ${jobs.length}; answers to their creation: ${show(answers)}`)

  const database = parts.adopt(await openPostgres(postgres.url), (it) => it.close())
  const unended = jobs.filter(({ end }) => end === null).map(({ id }) => id)
  const stuck = await database.query(
    'select to_jsonb(jobs) as job, to_jsonb(runs) as run from jobs join runs on runs.job_id = jobs.id where jobs.id = any($1)',
    [unended],
  )
  for (const each of stuck) t.diagnostic(`has not ended: ${JSON.stringify(each)}`)
  assert.deepEqual(unended, [], 'every acknowledged job has ended')
  const ends = new Map<string, number>()
  for (const { text, providers, end } of jobs) {
    if (end === null) continue
    tally(ends, end.status)
    if (end.status === 'complete' && providers.length === 1) assert.ok(end.body.includes(text), 'its own result')
    for (const [, why = ''] of end.body.matchAll(/"(?:error|message)":"([^"]+)"/g)) tally(ends, why)
  }
  t.diagnostic(`ends: ${show(ends)}`)

  const toughest = await database.query(
    'select provider, status, attempt, failures, deaths from runs order by attempt desc limit 3',
  )
  t.diagnostic(`the most attempts: ${JSON.stringify(toughest)}`)
  const kept = jobs.filter(({ end }) => end?.status !== 'erased').length
  const [counted] = await database.query(
    `select count(*) as jobs, count(*) filter (where completed_at is null) as open,
       count(*) filter (where source_path is not null) as sources,
       count(*) filter (where (status = 'complete') <> (result_path is not null)) as odd
     from jobs`,
  )
  assert.deepEqual(
    counted,
    { jobs: kept, open: 0, sources: 0, odd: 0 },
    'one row each, one result each that is complete',
  )

  const submits = [...Map.groupBy(vendor.takenTexts, (document) => document.trim())]
  t.diagnostic(`taken by the vendor: ${vendor.taken.length}; asked: ${JSON.stringify(vendor.asked)}`)
  const twice = submits.filter(([, all]) => all.length > 1).map(([text]) => text)
  assert.deepEqual(twice, [], 'no document was submitted twice')

  assert.ok(await noneIsDue(database, 60_000), 'no run is due any more')
  assert.ok(await announceAll(database, 60_000), 'every end was announced to the webhook')
  const wanted = jobs.filter(({ webhook, deleted }) => webhook && !deleted).map(({ id }) => id)
  t.diagnostic(`webhooks: ${wanted.length} jobs, ${outside.announced.length} announcements`)
  const announced = new Set(outside.announced)
  const unannounced = wanted.filter((id) => !announced.has(id))
  assert.deepEqual(unannounced, [], 'every webhook was called')

  await fleet.stop()
  const environment = serverEnvironment({ folder: join(folder, 'doctor'), databaseUrl: postgres.url }, settings)
  const examine = () => {
    const doctor = spawnSync(process.execPath, [bin, 'doctor', '--json'], { env: environment, encoding: 'utf8' })
    assert.equal(doctor.status, 0, doctor.stdout + doctor.stderr)
  }
  examine()

  // The client of the bucket looks for its credentials there.
  Object.assign(process.env, s3.environment)
  const blobs = await openBlobs(readSettings(environment))
  const pathsOf = async () => (await Array.fromAsync(blobs.list(''))).map(({ path }) => path)
  const before = await pathsOf()
  await dayAfter(database, blobs, vendor.url)
  const results = await database.query<{ path: string }>('select result_path as path from jobs where status = $1', [
    'complete',
  ])
  assert.deepEqual((await pathsOf()).toSorted(), results.map(({ path }) => path).toSorted(), 'one blob for each result')
  const swept = (prefix: string) => before.filter((path) => path.startsWith(prefix)).length
  const sweptResults = swept('results/') - results.length
  t.diagnostic(`blobs: ${results.length} results; swept: ${swept('sources/')} sources, ${sweptResults} results`)
  // A submit whose answer was lost, or whose job was erased before the answer came, leaves no name.
  const isNameless = ({ deleted, end }: Followed) => deleted || end?.body.includes('is unknown')
  const nameless = new Set(jobs.filter(isNameless).map(({ text }) => text))
  const unforgotten = vendor.keptTexts().filter((document) => !nameless.has(document.trim()))
  assert.deepEqual(unforgotten, [], 'the vendor has forgotten all whose name it has told')
  examine()
})

const tally = (counts: Map<string, number>, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

const show = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, times]) => `${what} ${times}`).join(', ')
