import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { agreeInThread, type StoredReading } from '@polyparse/compare/thread'
import type { Document } from '@polyparse/document'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { pdfOf } from '@polyparse/test-support/pdf'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { type Measurement, medianOfSamples, timed } from '@polyparse/test-support/statistics'
import { pino } from 'pino'
import { openDiskBlobs } from '../src/blobs/disk.ts'
import { createLocalProvider, type LocalProvider } from '@polyparse/providers/composition'
import { providerA } from '@polyparse/providers/local'
import { providerB } from '@polyparse/providers/local'
import { providerC } from '@polyparse/providers/local'
import { readReading, storeReading } from '../src/worker/readings.ts'
import { documentOf as openParsed } from '@polyparse/providers/port'
import { compress } from '../src/worker/rendering/compress.ts'
import { jsonPieces } from '../src/worker/rendering/json-pieces.ts'
import { readingOf } from '@polyparse/compare'

const pages = 100
/** Reading from the image takes seconds per page: a few pages are as telling as all. */
const recognizedPages = [1, 26, 51, 76]
const rounds = 5

/**
 * The time that comparing adds to the runs: every reading is stored and read back as by the worker, and then they are
 * compared. The third reading is that of the second with one word of fifty misread, as recognition would.
 */
export const measureCompare = async (folder: string): Promise<Measurement[]> => {
  const bytes = await report()
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory: join(folder, 'spool-compare') })
  const signal = AbortSignal.timeout(600_000)
  const read = async (local: LocalProvider, only: readonly number[] | null) => {
    const provider = createLocalProvider(local, { sandbox })
    const source = {
      owner: 'account',
      mediaType: 'application/pdf',
      filename: 'a.pdf',
      size: bytes.length,
      open: async () => Readable.from([bytes]),
    }
    let document: Document | null = null
    const durationMs = await timed(async () => {
      document = openParsed(
        await provider.parse(
          { source, pages: only, maxPages: pages, options: {}, outputs: ['markdown'], includeRaw: false },
          signal,
        ),
      )
    })
    return { document: theDocument(document), durationMs }
  }
  try {
    await read(providerA, [1])
    await read(providerC, [1])
    const [a, c, b] = [await read(providerA, null), await read(providerC, null), await read(providerB, recognizedPages)]
    const recognition = (b.durationMs / recognizedPages.length) * pages
    const documents = [a.document, misread(c.document), c.document]
    const parts = { blobs: await openDiskBlobs(join(folder, 'blobs-compare')), logger: pino({ level: 'silent' }) }
    const spent: number[] = []
    const computing: number[] = []
    const pauses: number[] = []
    // The first rounds include compilation.
    for (let round = -2; round < rounds; round += 1) {
      const delays = monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      const before = process.cpuUsage()
      const time = await timed(() => compareAll(parts, documents, signal))
      const { user, system } = process.cpuUsage(before)
      delays.disable()
      if (round < 0) continue
      spent.push(time)
      computing.push((user + system) / 1_000)
      pauses.push(delays.max / 1e6)
    }
    const added = medianOfSamples(spent)
    const share = (added / (a.durationMs + recognition + c.durationMs)) * 100
    const pause = medianOfSamples(pauses)
    return [
      { name: 'compare: CPU a page, three readings', value: medianOfSamples(computing) / pages, unit: 'ms' },
      { name: 'compare: of the time of three runs', value: share, unit: '%', aim: '≤ 10', holds: share <= 10 },
      {
        name: 'compare: of the two without recognition',
        value: (added / (a.durationMs + c.durationMs)) * 100,
        unit: '%',
      },
      { name: 'compare: longest pause', value: pause, unit: 'ms', aim: '≤ 50', holds: pause <= 50 },
    ]
  } finally {
    await sandbox.close()
  }
}

type ReadingParts = Parameters<typeof storeReading>[0]

const compareAll = async (
  parts: Pick<ReadingParts, 'blobs' | 'logger'>,
  documents: readonly Document[],
  signal: AbortSignal,
): Promise<void> => {
  const readings: StoredReading[] = []
  for (const [index, document] of documents.entries()) {
    const path = await storeReading(parts, 'bench', compress(jsonPieces(readingOf(document))), signal)
    if (path === null) throw new Error('a reading was not stored')
    readings.push({ provider: `provider-${index}`, json: await readReading(parts.blobs, path), durationMs: 1_000 })
    await parts.blobs.delete(path)
  }
  await agreeInThread(readings, signal)
}

const theDocument = (document: Document | null): Document => {
  if (document === null) throw new Error('the provider gave no document')
  return document
}

const misread = (document: Document): Document => {
  const random = randomFrom(2)
  const spell = (text: string): string =>
    text.replaceAll(/[a-z]{4,}/g, (word) => (random.chance(0.02) ? `${word.slice(0, -1)}1` : word))
  return {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      blocks: page.blocks.map((block) => ({ ...block, text: spell(block.text) })),
    })),
  }
}

/** A hundred full pages of prose and tables. */
const report = (): Promise<Buffer> =>
  pdfOf(
    (pdf) => {
      const random = randomFrom(1)
      for (let number = 1; number <= pages; number += 1) {
        pdf.addPage()
        pdf.fontSize(16).text(`Chapter ${number}`, 60, 60)
        pdf.fontSize(10)
        for (let paragraph = 0; paragraph < 7; paragraph += 1) pdf.text(`${paragraphText(random)} `).moveDown(0.6)
        const top = pdf.y + 8
        for (let row = 0; row < 8; row += 1)
          for (let column = 0; column < 4; column += 1)
            pdf.text(String(random.whole(1_000, 99_999)), 60 + column * 120, top + row * 14, { lineBreak: false })
      }
    },
    { autoFirstPage: false },
  )
