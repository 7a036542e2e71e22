import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Measurement } from '@polyparse/test-support/statistics'
import { createClient } from '../test/support/client.ts'
import { createServerDatabase, testServerUrl } from '../test/support/database.ts'
import { type Server, startServer } from '../test/support/server.ts'
import { measureAnswers } from './answers.ts'
import { measureApp } from './app.ts'
import { measureBesidePeers } from './beside-peers.ts'
import { measureCold } from './cold.ts'
import { measureCompare } from './compare.ts'
import { measureCreation } from './create.ts'
import { measureDrain } from './drain.ts'
import { measureEngines } from './engines.ts'
import { measureHostile } from './hostile.ts'
import { measureIdle } from './idle.ts'
import { measureLatency, measureStart } from './latency.ts'
import { measureMachine } from './machine.ts'
import { keepMeasured } from './measured.ts'
import { measureQueue } from './queue.ts'
import { measureUploads } from './upload.ts'

/**
 * `npm run bench`: measures the service against the least work possible, all in one run, on this machine. The engines
 * read the PDFs of the given folder, or else their own. Where POLYPARSE_TEST_DATABASE_URL names a PostgreSQL server,
 * the queue is measured on it, and what hostile requests cost others once more. `--only a,b` measures these parts;
 * `--keep` has the results replace those in `measured.json`, of which `npm run docs` makes the tables of performance.md.
 */
const { values: options, positionals } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const pdfs = positionals[0] ?? null
const folder = await mkdtemp(join(tmpdir(), 'polyparse-bench-'))
const measurements: Measurement[] = []
const report = (more: readonly Measurement[]) => {
  for (const { name, value, unit, aim, holds } of more) {
    const verdict = aim === undefined ? '' : `aim ${aim}${holds === true ? '' : '   MISSED'}`
    console.log(`${name.padEnd(48)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit.padEnd(4)} ${verdict}`)
  }
  measurements.push(...more)
}

/** With a service that has read a small document. */
const withService = async (
  measure: (server: Server, key: string, id: string) => Promise<readonly Measurement[]>,
): Promise<readonly Measurement[]> => {
  const place = { folder: await mkdtemp(join(folder, 'service-')), databaseUrl: null }
  const server = await startServer(place, { POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8' })
  try {
    const { key } = server
    if (key === null) throw new Error('the first start gave no key')
    const client = createClient(server.url, key)
    const { id } = await client.upload('# Hello', { name: 'a.md', type: 'text/markdown' })
    await client.end(id)
    return await measure(server, key, id)
  } finally {
    await server.end('SIGKILL')
  }
}

const onServer = async (): Promise<Measurement[]> => {
  if (testServerUrl === undefined) return []
  const database = await createServerDatabase(testServerUrl)
  const hostile = await measureHostile({ folder: join(folder, 'hostile-server'), databaseUrl: database.url })
  await database.drop()
  return [...hostile, ...(await measureQueue(testServerUrl))]
}

const parts: Readonly<Record<string, () => Promise<readonly Measurement[]>>> = {
  peers: () => measureBesidePeers(join(folder, 'peers'), pdfs),
  cold: () => measureCold(join(folder, 'cold')),
  latency: () => withService((server, key) => measureLatency(server, key, folder)),
  upload: () => withService((server, key) => measureUploads(server, key, folder)),
  create: () => withService((server, key, id) => measureCreation(server, key, folder, id)),
  drain: measureDrain,
  start: () => measureStart(folder),
  idle: () => measureIdle(folder),
  engines: () => measureEngines(pdfs),
  compare: () => measureCompare(folder),
  answers: measureAnswers,
  app: () => measureApp(join(folder, 'app')),
  hostile: () => measureHostile({ folder: join(folder, 'hostile'), databaseUrl: null }),
  server: onServer,
}

const only = options.only?.split(',') ?? Object.keys(parts)
const unknown = only.filter((name) => parts[name] === undefined)
if (unknown.length > 0) throw new RangeError(`The parts are ${Object.keys(parts).join(', ')}.`)
try {
  report(measureMachine())
  for (const name of only) report((await parts[name]?.()) ?? [])
} finally {
  await rm(folder, { recursive: true, force: true })
}

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  kernel: release().replace(/-.*$/, ''),
  node: process.version,
}
const results = new URL('results/', import.meta.url)
await mkdir(results, { recursive: true })
const file = new URL(`${new Date().toISOString().replaceAll(':', '-')}.json`, results)
await writeFile(file, `${JSON.stringify({ machine, measurements }, null, 2)}\n`)
if (options.keep) await keepMeasured({ machine, measurements })
console.log(`\n${JSON.stringify(machine)}\nwritten to ${file.pathname}`)
