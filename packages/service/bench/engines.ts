import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { LiteParse } from '@polyparse/pages/layout-library'
import { defaultRequest, type Engine } from '@polyparse/engine'
import { engines, readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { type Measurement, medianOfSamples, timed } from '@polyparse/test-support/statistics'

/*
 * What reading a page costs. The yardstick is the layout library alone, without text recognition: it reads the same
 * documents in the same process, in turn with the engines, so that other load on the machine affects all alike.
 */

type Read = (bytes: Buffer) => Promise<unknown>

const request = { ...defaultRequest, mediaType: 'application/pdf' }
const rounds = 5
/** A multiple of the layout library's cost; seconds for an engine that recognises text. */
const aims: Readonly<Record<string, { readonly ratio?: number; readonly milliseconds?: number }>> = {
  pdf: { ratio: 2 },
  structure: { milliseconds: 30 },
  optical: { milliseconds: 4000 },
}

const library: Read = (bytes) =>
  new LiteParse({
    ocrEnabled: false,
    quiet: true,
    maxPages: Number.MAX_SAFE_INTEGER,
    continueOnPageError: true,
    extractBlocks: true,
    outputFormat: 'markdown',
    imageMode: 'off',
  }).parse(bytes)

/**
 * Measures the PDFs in a folder; without one, the sample and documents of a hundred generated pages, several times
 * each.
 */
export const measureEngines = async (folder: string | null): Promise<Measurement[]> => {
  const documents = await documentsOf(folder)
  const pages = await countPages(documents)
  const readers = new Map<string, Read>([['library', library]])
  for (const name of ['pdf', 'structure'] as const) {
    const engine = await engines[name]()
    readers.set(name, (bytes) => engine.read(bytes, request))
  }
  const costs = await inTurn(readers, documents)
  const cost = (name: string): number[] => (costs.get(name) ?? []).map((milliseconds) => milliseconds / pages)
  const measurements: Measurement[] = []
  for (const name of readers.keys()) {
    const own = medianOfSamples(cost(name))
    measurements.push(judged(`${name}: CPU a page`, own, 'ms', aims[name]?.milliseconds))
    if (name === 'library') continue
    const ratio = medianOfSamples(cost(name).map((value, round) => value / (cost('library')[round] ?? value)))
    measurements.push(judged(`${name}: CPU against the library`, ratio, '×', aims[name]?.ratio))
  }
  return [...measurements, ...(await measureRecognition()), await measurePool(documents)]
}

const judged = (name: string, value: number, unit: string, max: number | undefined): Measurement =>
  max === undefined ? { name, value, unit } : { name, value, unit, aim: `≤ ${max}`, holds: value <= max }

const sample = new URL('../../../examples/sample.pdf', import.meta.url)

const documentsOf = async (folder: string | null): Promise<Buffer[]> => {
  if (folder === null) {
    const small = await readFile(sample)
    const long = Buffer.from(await pagesPdf(100))
    return [...Array.from({ length: 40 }, () => small), long, long, long, long]
  }
  const documents: Buffer[] = []
  for await (const name of glob('**/*.pdf', { cwd: folder })) documents.push(await readFile(join(folder, name)))
  return documents
}

const countPages = async (documents: readonly Buffer[]): Promise<number> => {
  let pages = 0
  for (const bytes of documents) {
    const { totalPages } = await new LiteParse({ ocrEnabled: false, quiet: true }).parse(bytes)
    pages += totalPages
  }
  return pages
}

/** CPU milliseconds of each reader over all documents, by round; a first round, which compiles, is not counted. */
const inTurn = async (
  readers: ReadonlyMap<string, Read>,
  documents: readonly Buffer[],
): Promise<Map<string, number[]>> => {
  const costs = new Map([...readers.keys()].map((name) => [name, Array.from({ length: rounds }, () => 0)]))
  for (let round = -1; round < rounds; round += 1) {
    for (const bytes of documents) {
      for (const [name, read] of readers) {
        const spent = await cpuOf(() => read(bytes))
        const own = costs.get(name)
        if (own !== undefined && round >= 0) own[round] = (own[round] ?? 0) + spent
      }
    }
  }
  return costs
}

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Reading from the image takes seconds per page: three pages are enough. */
const measureRecognition = async (): Promise<Measurement[]> => {
  const optical: Engine | undefined = await engines['optical']?.()
  if (optical === undefined) return []
  const bytes = await readFile(sample)
  await optical.read(bytes, { ...request, pages: [1] })
  const spent = await cpuOf(() => optical.read(bytes, request))
  return [judged('optical: CPU a page', spent / 3, 'ms', aims['optical']?.milliseconds)]
}

/** Measures how much faster two processes get through the documents than one, the two measured in turn. */
const measurePool = async (documents: readonly Buffer[]): Promise<Measurement> => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-bench-spool-'))
  const pools = [1, 2].map((size) =>
    createSandbox({ ...readerEngines, size, spoolDirectory: join(spoolDirectory, String(size)) }),
  )
  const signal = AbortSignal.timeout(600_000)
  const durations: number[][] = []
  try {
    for (let round = -1; round < rounds; round += 1) {
      const both: number[] = []
      for (const pool of pools) {
        const readOne = (bytes: Buffer) =>
          pool.run('pdf', { open: async () => Readable.from([bytes]), request }, signal)
        both.push(await timed(() => Promise.all(documents.map(readOne))))
      }
      if (round >= 0) durations.push(both)
    }
  } finally {
    for (const pool of pools) await pool.close()
    await rm(spoolDirectory, { recursive: true, force: true })
  }
  const value = medianOfSamples(durations.map(([one = 0, two = 1]) => one / two))
  return { name: 'pool of two against one', value, unit: '×', aim: '≥ 1.6', holds: value >= 1.6 }
}
