import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Measurement } from '@polyparse/test-support/statistics'
import { createClient } from '../test/support/client.ts'
import { createServerDatabase, testServerUrl } from '../test/support/database.ts'
import { startServer } from '../test/support/server.ts'
import { measureAnswers } from './answers.ts'
import { measureApp } from './app.ts'
import { measureCompare } from './compare.ts'
import { measureCreation } from './create.ts'
import { measureDrain } from './drain.ts'
import { measureEngines } from './engines.ts'
import { measureHostile } from './hostile.ts'
import { measureIdle } from './idle.ts'
import { measureLatency, measureStart } from './latency.ts'
import { measureQueue } from './queue.ts'
import { measureUploads } from './upload.ts'

/**
 * `npm run bench`: measures the service against the least work possible, all in one run, on this machine. The engines
 * read the PDFs of the given folder, or else their own. Where POLYPARSE_TEST_DATABASE_URL names a PostgreSQL server,
 * the queue is measured on it, and what hostile requests cost others once more.
 */
const folder = await mkdtemp(join(tmpdir(), 'polyparse-bench-'))
const measurements: Measurement[] = []
const report = (more: readonly Measurement[]) => {
  for (const { name, value, unit, aim, holds } of more) {
    const verdict = aim === undefined ? '' : `aim ${aim}${holds === true ? '' : '   MISSED'}`
    console.log(`${name.padEnd(48)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit.padEnd(4)} ${verdict}`)
  }
  measurements.push(...more)
}

const server = await startServer(
  { folder: join(folder, 'service'), databaseUrl: null },
  { POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8' },
)
try {
  const { key } = server
  if (key === null) throw new Error('the first start gave no key')
  const client = createClient(server.url, key)
  const { id } = await client.upload('# Hello', { name: 'a.md', type: 'text/markdown' })
  await client.end(id)

  report(await measureLatency(server, key, folder))
  report(await measureUploads(server, key, folder))
  report(await measureCreation(server, key, folder, id))
  report(await measureDrain())
  report(await measureStart(folder))
  report(await measureIdle(folder))
  report(await measureEngines(process.argv[2] ?? null))
  report(await measureCompare(folder))
  report(await measureAnswers())
  report(await measureApp(join(folder, 'app')))
  report(await measureHostile({ folder: join(folder, 'hostile'), databaseUrl: null }))
  if (testServerUrl !== undefined) {
    const database = await createServerDatabase(testServerUrl)
    report(await measureHostile({ folder: join(folder, 'hostile-server'), databaseUrl: database.url }))
    await database.drop()
    report(await measureQueue(testServerUrl))
  }
} finally {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  kernel: release(),
  node: process.version,
}
const results = new URL('results/', import.meta.url)
await mkdir(results, { recursive: true })
const file = new URL(`${new Date().toISOString().replaceAll(':', '-')}.json`, results)
await writeFile(file, `${JSON.stringify({ machine, measurements }, null, 2)}\n`)
console.log(`\n${JSON.stringify(machine)}\nwritten to ${file.pathname}`)
