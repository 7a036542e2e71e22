import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWorker, type WorkerOrder } from './crash-everywhere.ts'
import { createEmptyDatabase } from './database.ts'
import type { FakeVendor } from '../../../providers/test/support/fake.ts'
import { documentAiPortions, openDocumentAi } from '../../../providers/test/support/google-document-ai.ts'
import { openVision, visionPages } from '../../../providers/test/support/vision.ts'

type PagedVendor = {
  readonly open: () => Promise<FakeVendor>
  /** How many pages have one answer, and how many requests are made at the same time. */
  readonly pagesTogether: number
  readonly requestsAtOnce: number
  /** What a request asks about: the job, by an option, and the pages. */
  readonly askedBy: (body: Buffer) => string
}

/** PDFium writes into the PDF of some pages when it was made, so that the same pages are other bytes a second later. */
const withoutDates = (body: Buffer): string =>
  body.toString().replace(/(?<="content":")[^"]+/, (pdf) =>
    Buffer.from(pdf, 'base64')
      .toString('latin1')
      .replaceAll(/\(D:\d+\)/g, ''),
  )

const pagedVendors = {
  vision: {
    open: openVision,
    pagesTogether: 1,
    requestsAtOnce: visionPages.pagesAtOnce,
    askedBy: (body) => body.toString(),
  },
  'google-document-ai': {
    open: openDocumentAi,
    pagesTogether: documentAiPortions.pagesPerRequest,
    requestsAtOnce: documentAiPortions.requestsAtOnce,
    askedBy: withoutDates,
  },
} satisfies Record<string, PagedVendor>

type Crashes = {
  readonly vendor: keyof typeof pagedVendors
  /** Of the document. */
  readonly pages: number
  /** After so many calls each worker dies, until one of them ends its job before that. */
  readonly dieAfter: Iterable<number>
  /** Whether all workers go on with one job, or each has a new one. */
  readonly resumes: boolean
}

/**
 * Kills workers that have a vendor asked about a document page by page, or some pages at a time. Every job has to be complete in the end,
 * and no page may have been asked about after its answer was stored. Resolves to how many workers were killed.
 */
export const crashPageByPage = async ({ vendor, pages, dieAfter: moments, resumes }: Crashes): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-crash-'))
  const database = await createEmptyDatabase(join(folder, 'db'))
  const { open, pagesTogether, requestsAtOnce, askedBy } = pagedVendors[vendor]
  const fake = await open()
  const keptFile = join(folder, 'kept')
  const asked = () => fake.requests.map(({ body }) => createHash('sha256').update(askedBy(body)).digest('base64'))
  const work = async (dieAfter: number | null) => {
    const before = asked()
    const report = await runWorker({ ...plan, dieAfter })
    const stored = await storedAnswers(keptFile)
    const answered = new Set(stored.map((answer) => before[answer - 1]))
    assert.deepEqual(
      asked()
        .slice(before.length)
        .filter((page) => answered.has(page)),
      [],
      'a page was asked about again after its answer was stored',
    )
    return report
  }
  const plan: Omit<WorkerOrder, 'dieAfter'> = {
    vendor,
    vendorUrl: fake.url,
    databaseUrl: database.url,
    folder,
    submitsFile: join(folder, 'submits'),
    options: { limits: { answerSeconds: 2 } },
    pageByPage: { pages, resumes, keptFile },
  }
  try {
    let deaths = 0
    for (const dieAfter of moments) {
      if ((await work(dieAfter)) !== null) break
      deaths += 1
    }
    const report = await work(null)
    assert.ok(report !== null && deaths > 0)
    assert.deepEqual(new Set(report.jobs.map(({ status, error }) => [status, error].join(' '))), new Set(['complete ']))
    const portions = report.jobs.length * Math.ceil(pages / pagesTogether)
    assert.equal(new Set(asked()).size, portions, 'each page was asked about')
    // Only the answers that were under way when a worker died are asked for again.
    assert.ok(fake.requests.length <= portions + deaths * requestsAtOnce)
    assert.deepEqual([report.answersLeft, report.artifactsLeft], [0, 0])
    return deaths
  } finally {
    await fake.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The answers that were stored when the last worker started, by the numbers in which the fake answered. */
const storedAnswers = async (keptFile: string): Promise<number[]> => {
  const lines = (await readFile(keptFile, 'utf8')).trim().split('\n')
  const answers: unknown = JSON.parse(lines.at(-1) ?? '')
  assert.ok(Array.isArray(answers))
  return answers.map((answer) => Number(/^Answer (\d+)\.$/.exec(String(answer))?.[1]))
}
