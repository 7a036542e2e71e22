import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../packages/service/test/support/test-database/cache.ts'
import { installPeers } from '../test/peers/install-peers.ts'
import './bundle-programs.ts'
import { runTestFiles, type Ending } from './testing/run-file.ts'
import { showTimes } from './testing/show-times.ts'

/**
 * `npm test`: runs every test file, or those whose path contains one of the given words, a few files of a folder in each
 * process. `--long` runs the long ones instead; `--times` shows where the time went. Skipped tests and the reasons are
 * listed at the end. A run without a single test fails. POLYPARSE_TEST_WORKERS is the number of processes at once.
 */
const given = process.argv.slice(2)
const words = given.filter((word) => !word.startsWith('-'))
const isLong = given.includes('--long')
const flags = ['--long', '--times']
const unknown = given.filter((word) => word.startsWith('-') && !flags.includes(word))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: only ${flags.join(', ')} are known`)

/** A test that runs for longer hangs: a busy machine takes ten times as long as a quiet one, for which the longest is 40 s. */
const testMs = 300_000
const patience = { testMs, silenceMs: isLong ? 3_600_000 : testMs + 10_000 }

/** Returns how many files of a folder share a process: fewer where they take long, so that every core has work to the end. */
const sharing = (file: string): number => {
  if (isLong || needsOwnProcess(file)) return 1
  if (inBrowser.test(file)) return 8
  return slow.test(file) ? 4 : 12
}
/** They share a browser and a service. */
const inBrowser = /\/test\/web\//
const slow = /\/(?:end-to-end|web|cli|report)\//

/** The files with the longest tests. They come first, so that at the end no core waits for the last of them. */
const longest = [inBrowser, slow, /\/(?:worker|clients|quality)\//, /\/(?:providers|pages|sandbox|documentation)\//]
const rankOf = (file: string): number => {
  const rank = longest.findIndex((folders) => folders.test(file))
  return rank < 0 ? longest.length : rank
}

/**
 * Tests of a process as a whole do not run in one that has run other tests; and tests whose services are processes have
 * nothing to share.
 */
const needsOwnProcess = (file: string): boolean => /\/(?:sandbox|hostile-)[^/]*$|\/end-to-end\//.test(file)

const everyFile = await Array.fromAsync(
  glob(['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'], { exclude: ['**/node_modules'] }),
)
const files = everyFile
  .filter((file) => file.includes('/long/') === isLong)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())

// Everything that the tests create is in here, and is deleted with it, whatever happened to the tests.
const folder = mkdtempSync(join(tmpdir(), 'polyparse-tests-'))
// Servers and parsers that run as other users keep their files in it.
chmodSync(folder, 0o711)
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const serverUrl = process.env['POLYPARSE_TEST_DATABASE_URL']
const databasePrefix = `polyparse_test_${process.pid.toString(36)}${Date.now().toString(36)}_`
const env = {
  ...process.env,
  TMPDIR: folder,
  NODE_COMPILE_CACHE: join(await cacheFolder(), 'compiled'),
  POLYPARSE_TEST_DATABASE_PREFIX: databasePrefix,
}
const argv = ['--import', import.meta.resolve('@polyparse/test-support/fixed-seed')]

// Once, and not by each test that imports them; those would report a failure as well.
const importsPeers = (file: string): boolean => readFileSync(file, 'utf8').includes('/test/peers/')
if (files.some(importsPeers)) await installPeers().catch((error: unknown) => console.error(error))

const show = ({ file, problem, ran, output, seconds }: Ending): void => {
  const numbers = `${String(ran).padStart(5)} ${ran === 1 ? 'test ' : 'tests'} ${seconds.toFixed(1).padStart(6)} s`
  if (problem === null && files.length > 1) return console.log(`ok     ${numbers}  ${file}`)
  console.log(output.trimEnd())
  console.log(problem === null ? `ok     ${numbers}  ${file}` : `FAILED ${numbers}  ${file} ${problem}`)
}

const together = Map.groupBy(files, (file) => (sharing(file) === 1 ? file : dirname(file)))
const waiting = [...together.values()].flatMap((some) => {
  const [first = ''] = some
  const size = Math.ceil(some.length / Math.ceil(some.length / sharing(first)))
  return Array.from({ length: Math.ceil(some.length / size) }, (_, at) => some.slice(at * size, (at + 1) * size))
})
const endings: Ending[] = []
const workOff = async () => {
  for (let some = waiting.shift(); some !== undefined && !stop.signal.aborted; some = waiting.shift()) {
    const { endings: ended, left } = await runTestFiles(some, { argv, env, patience, stop: stop.signal })
    for (const ending of ended) show(ending)
    endings.push(...ended)
    waiting.unshift(...left.map((file) => [file]))
  }
}
// More than there are cores: many tests spend more time waiting, for a heartbeat or a time limit, than working.
const workers = Number(process.env['POLYPARSE_TEST_WORKERS'] ?? availableParallelism() + 2)
if (!Number.isInteger(workers) || workers < 1) throw new Error('POLYPARSE_TEST_WORKERS must be a whole number from 1')
await Promise.all(Array.from({ length: workers }, workOff))

const failed = endings.filter(({ problem }) => problem !== null)

if (serverUrl !== undefined) {
  const { dropDatabases } = await import('../packages/service/test/support/test-database/server.ts')
  await dropDatabases(serverUrl, databasePrefix)
}

if (given.includes('--times')) showTimes(endings)
const skipped = Map.groupBy(
  endings.flatMap((ending) => ending.skipped),
  (reason) => reason,
)
for (const [reason, { length }] of skipped) console.log(`skipped ${length}: ${reason}`)
const ran = endings.reduce((sum, ending) => sum + ending.ran, 0)
console.log(`${ran} tests in ${endings.length} files, ${failed.length} of them failed.`)
for (const { file, problem } of failed) console.error(`FAILED ${file} ${problem}`)
if (ran === 0) console.error(`Nothing was run: ${files.length} files match.`)
if (ran === 0 || failed.length > 0 || endings.length < files.length) process.exitCode = 1
