import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWorker } from './crash-everywhere.ts'
import type { CrashPlan } from './crashing-worker.ts'
import { createEmptyDatabase } from './database.ts'
import { everyVendor } from './vendors/every-vendor.ts'
import { openVision } from './vendors/vision.ts'

type Crashes = {
  /** Of the document. */
  readonly pages: number
  /** After so many calls each worker dies, until one of them ends its job before that. */
  readonly dieAfter: Iterable<number>
  /** Whether all workers go on with one job, or each has a new one. */
  readonly resumes: boolean
}

/**
 * Kills workers that have a vision model asked about each page of a document. Every job has to be complete in the end,
 * and no page may have been asked about after its answer was stored. Resolves to how many workers were killed.
 */
export const crashPageByPage = async ({ pages, dieAfter: moments, resumes }: Crashes): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-crash-'))
  const database = await createEmptyDatabase(join(folder, 'db'))
  const fake = await openVision()
  const keptFile = join(folder, 'kept')
  const { access } = await everyVendor.vision()
  /** What each request asked about: the job and the page. */
  const asked = () => fake.bodies.map(({ messages }) => hash(JSON.stringify(messages)))
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
  const plan: Omit<CrashPlan, 'dieAfter'> = {
    vendor: 'vision',
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
    assert.equal(new Set(asked()).size, report.jobs.length * pages, 'each page was asked about')
    // Only the answers that were under way when a worker died are asked for again.
    assert.ok(fake.bodies.length <= report.jobs.length * pages + deaths * access.pagesAtOnce)
    assert.deepEqual([report.answersLeft, report.artifactsLeft], [0, 0])
    return deaths
  } finally {
    await fake.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The answers that were stored when the last worker started, by the numbers in which the fake answered. */
const storedAnswers = async (keptFile: string): Promise<number[]> => {
  const lines = (await readFile(keptFile, 'utf8')).trim().split('\n')
  const answers: unknown = JSON.parse(lines.at(-1) ?? '')
  assert.ok(Array.isArray(answers))
  return answers.map((answer) => Number(/^Answer (\d+)\.$/.exec(String(answer))?.[1]))
}
