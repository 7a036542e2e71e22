import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFillingModel } from '../../../providers/test/support/filling-model.ts'
import { runWorker } from '../support/crash-everywhere.ts'
import { createEmptyDatabase } from '../support/database.ts'

/** Pages of the document, and calls between two deaths: a job makes about a hundred. */
const [pages, stride] = [8, 9]

test('wherever its worker is killed, a job whose schema several models fill is complete, and no portion is asked about again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-crash-'))
  const database = await createEmptyDatabase(join(folder, 'db'))
  const fake = await openFillingModel((_question, nth) => ({
    text: JSON.stringify({ boats: [], note: `Answer ${nth}.` }),
  }))
  const keptFile = join(folder, 'kept')
  const asked = () => fake.requests.map(({ body }) => createHash('sha256').update(body).digest('base64'))
  const work = async (dieAfter: number | null) => {
    const before = asked()
    const report = await runWorker({
      vendor: 'vision',
      vendorUrl: fake.url,
      databaseUrl: database.url,
      folder,
      submitsFile: join(folder, 'submits'),
      options: {},
      fills: true,
      pageByPage: { pages, resumes: false, keptFile },
      dieAfter,
    })
    const lines = (await readFile(keptFile, 'utf8')).trim().split('\n')
    const stored: unknown = JSON.parse(lines.at(-1) ?? '')
    assert.ok(Array.isArray(stored))
    const answered = new Set(stored.map((text) => before[Number(/\d+/.exec(String(text))?.[0]) - 1]))
    const again = asked().slice(before.length)
    assert.deepEqual(
      again.filter((portion) => answered.has(portion)),
      [],
      'a portion was asked about again',
    )
    return { report, stored }
  }
  try {
    let [deaths, resumed] = [0, 0]
    for (let dieAfter = stride; ; dieAfter += stride) {
      const { report, stored } = await work(dieAfter)
      if (stored.length > 0) resumed += 1
      if (report !== null) break
      deaths += 1
    }
    const { report } = await work(null)
    assert.ok(report !== null && deaths > 5 && resumed > 0, `${deaths} deaths, ${resumed} of them between answers`)
    assert.deepEqual(new Set(report.jobs.map(({ status, error }) => [status, error].join(' '))), new Set(['complete ']))
    const portions = new Set(asked()).size / report.jobs.length
    assert.ok(Number.isInteger(portions) && portions > 1, `${portions} portions`)
  } finally {
    await fake.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
