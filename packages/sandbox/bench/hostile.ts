import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultRequest, EngineFailure } from '@polyparse/engine'
import { engines, isEngineName, readerEngines } from '@polyparse/readers'
import { createSandbox } from '../src/sandbox.ts'
import { openDocument } from '../src/serialized-result.ts'
import { usageOf } from '../src/usage.ts'
import { numbersTo } from '@polyparse/document'

/*
 * node packages/readers/bench/hostile.ts ENGINE FOLDER [PAGES] [PAGE_SECONDS]: reads every PDF of a folder with one
 * engine, two at a time, in the sandbox as the service does, and prints how each ended. PAGES limits how many pages are
 * read of each document.
 */
const [engine = '', folder = '', pages = '5000', pageSeconds = '120'] = process.argv.slice(2)
if (!isEngineName(engine)) throw new RangeError(`The engines are ${Object.keys(engines).join(', ')}.`)

type Outcome = { readonly name: string; readonly code: string; readonly message: string; readonly ms: number }

const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-hostile-'))
const sandbox = createSandbox({
  ...readerEngines,
  size: 2,
  spoolDirectory,
  limits: { pageMs: Number(pageSeconds) * 1000 },
})
console.log('layers', await sandbox.layers)

const read = async (name: string): Promise<Outcome> => {
  const started = performance.now()
  const ended = (code: string, message: string): Outcome => ({ name, code, message, ms: performance.now() - started })
  try {
    const document = openDocument(await sandbox.run(engine, work(join(folder, name)), new AbortController().signal))
    const isEmpty = document.pages.every(({ blocks }) => blocks.length === 0)
    if (isEmpty && document.warnings.length === 0) return ended('ok, empty without a warning', '')
    return ended(isEmpty ? 'ok, empty with a warning' : 'ok', '')
  } catch (error) {
    if (error instanceof EngineFailure) return ended(error.code, `${error.message} ${causeOf(error)}`)
    return ended('not an engine failure', String(error))
  }
}

const work = (path: string) => ({
  open: async () => createReadStream(path),
  request: {
    ...defaultRequest,
    mediaType: 'application/pdf',
    pages: Number(pages) < 5000 ? numbersTo(Number(pages)) : null,
  },
})

const causeOf = ({ cause }: Error): string => {
  if (typeof cause === 'string') return cause.split('\n').slice(0, 3).join(' ')
  return cause instanceof Error ? String(cause) : ''
}

/** Only Linux lists the children; elsewhere that column stays empty. */
const children = async (): Promise<number[]> => {
  const list = await readFile(`/proc/self/task/${process.pid}/children`, 'latin1').catch(() => '')
  return list.split(' ').filter(Boolean).map(Number)
}
const peak = { parent: 0, child: 0 }
const watching = setInterval(() => {
  void children().then(async (pids) => {
    const usages = await Promise.all(pids.map(usageOf))
    peak.child = Math.max(peak.child, ...usages.map((usage) => usage?.residentBytes ?? 0))
    peak.parent = Math.max(peak.parent, process.memoryUsage.rss())
  })
}, 100)

const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted()
const waiting = [...names]
const outcomes: Outcome[] = []
const worker = async (): Promise<void> => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) outcomes.push(await read(name))
}
const started = performance.now()
await Promise.all([worker(), worker()])
const seconds = (performance.now() - started) / 1000
clearInterval(watching)
await sandbox.close()
await rm(spoolDirectory, { recursive: true })

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`
const byCode = Object.groupBy(outcomes, ({ code }) => code)
console.log(`${outcomes.length} of ${names.length} documents ended, in ${Math.round(seconds)} s`)
for (const [code, ended = []] of Object.entries(byCode)) console.log(`${String(ended.length).padStart(5)}  ${code}`)
console.log(`peak of this process ${mebibytes(peak.parent)}, of an engine's ${mebibytes(peak.child)}`)
console.log('slowest:')
for (const { name, code, ms } of outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, 5)) {
  console.log(`${String(Math.round(ms)).padStart(8)} ms  ${code.padEnd(24)} ${name}`)
}
const remarkable = new Set([
  'engine_crashed',
  'out_of_memory',
  'timeout',
  'not an engine failure',
  'ok, empty without a warning',
])
for (const { name, code, message } of outcomes.filter(({ code }) => remarkable.has(code))) {
  console.log(`${code}: ${name}: ${message}`)
}
