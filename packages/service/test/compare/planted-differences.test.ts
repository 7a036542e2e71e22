import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { agree, readingOf } from '@polyparse/compare'
import { type Agreement, CompareResult, type Dispute } from '@polyparse/contract'
import type { Document } from '@polyparse/document'
import { randomFrom } from '@polyparse/test-support/random'
import { sampleDocuments } from '@polyparse/test-support/sample-documents'
import { Value } from '@polyparse/document/typebox/value'
import { testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'
import { disguise, disguises } from './disguise.ts'
import { plants, type Planted } from './plants.ts'

const documents = sampleDocuments()

/** The document that a provider reads, and the disguise of its reading. */
type Read = { readonly document: Document; readonly disguise: number }

/** Correct readings of a document that differ as those of different providers do. */
const disguised = (reads: readonly Read[], seed: number): Document[] =>
  reads.map(({ document, disguise: number }, index) => {
    const how = disguises[number % disguises.length]
    assert.ok(how)
    return disguise(document, how, randomFrom(seed + index))
  })

const agreementOf = (reads: readonly Read[], seed: number): Promise<Agreement> =>
  agree(
    disguised(reads, seed).map((document, index) => ({
      provider: `provider-${index}`,
      reading: readingOf(document),
      durationMs: 100,
    })),
  )

/** The documents that the test's providers return. */
let found: readonly Document[] = []

const providers = Array.from({ length: 3 }, (_, index) =>
  testProvider(`provider-${index}`, async () => {
    const document = found[index]
    assert.ok(document)
    return document
  }),
)

/** The agreement as a caller reads it: from a separate job, run by run through the worker. */
const comparedByJob = async (harness: WorkerHarness, reads: readonly Read[], seed: number): Promise<Agreement> => {
  found = disguised(reads, seed)
  const job = await harness.upload({
    operation: 'compare',
    outputs: ['text'],
    providers: providers.slice(0, reads.length).map(({ id }) => id),
  })
  await harness.deliverAll()
  const body: unknown = await harness.body(job.id)
  assert.ok(typeof body === 'object' && body !== null && 'result' in body)
  assert.ok(Value.Check(CompareResult, body.result))
  assert.ok(body.result.agreement)
  return body.result.agreement
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

const shows = ({ page, kinds, shows: texts }: Planted, { kind, page: at, sides }: Dispute): boolean =>
  at === page &&
  kinds.includes(kind) &&
  sides.some(({ before: left, text, after: right }) =>
    texts.some((shown) => plain(text).includes(plain(shown)) || plain(left + text + right).includes(plain(shown))),
  )

type Trial = { readonly name: string; readonly rank: number; readonly outlier: boolean | null }

type Compare = (reads: readonly Read[], seed: number) => Promise<Agreement>

/** Plants one error in one of two or three readings, and looks for a dispute that was not there before. */
const attempt = async (compare: Compare, document: Document, kind: string, seed: number): Promise<Trial | null> => {
  const planted = plants[kind]?.(document, randomFrom(seed)) ?? null
  if (planted === null) return null
  const count = 2 + (seed % 2)
  const wrong = seed % count
  const readings = (of: Document) =>
    Array.from({ length: count }, (_, index) => ({ document: index === wrong ? of : document, disguise: index + seed }))
  const harmless = new Set(
    (await agreementOf(readings(document), seed)).disputes.map(({ message, page }) => `${page} ${message}`),
  )
  const { disputes } = await compare(readings(planted.document), seed)
  const rank = disputes.findIndex(
    (dispute) => shows(planted, dispute) && !harmless.has(`${dispute.page} ${dispute.message}`),
  )
  const outlier = count < 3 || rank < 0 ? null : disputes[rank]?.outlier === `provider-${wrong}`
  return { name: kind, rank, outlier }
}

describe('An error in one reading of a document', () => {
  let harness: WorkerHarness
  let trials: Trial[]
  after(() => harness.close())
  before(async () => {
    harness = await openWorkerHarness(providers)
    trials = []
    for (const [number, { document }] of documents.entries())
      for (const [order, kind] of Object.keys(plants).entries())
        for (let turn = 0; turn < 3; turn += 1) {
          // One in three goes through the API as for a caller; jobs for all of them would take minutes.
          const compare: Compare = turn === 0 ? (...of) => comparedByJob(harness, ...of) : agreementOf
          const trial = await attempt(compare, document, kind, number * 1000 + order * 50 + turn * 7)
          if (trial !== null) trials.push(trial)
        }
  })

  it('is planted in at least ten documents, two hundred times and in every way', () => {
    assert.ok(documents.length >= 10)
    assert.ok(trials.length >= 200, `${trials.length}`)
    assert.deepEqual(new Set(trials.map(({ name }) => name)), new Set(Object.keys(plants)))
  })

  it('is always found', (t) => {
    t.diagnostic(`${trials.length} errors planted in ${documents.length} documents`)
    assert.deepEqual(
      trials.filter(({ rank }) => rank < 0),
      [],
    )
  })

  it('is among the first three disputes, nineteen times of twenty', (t) => {
    const early = trials.filter(({ rank }) => rank >= 0 && rank < 3).length
    t.diagnostic(`${early} of ${trials.length} are among the first three disputes`)
    assert.ok(early >= 0.95 * trials.length)
  })

  it('is attributed to the provider that made it, nine times of ten, when there are three readings', (t) => {
    const judged = trials.filter(({ outlier }) => outlier !== null)
    const right = judged.filter(({ outlier }) => outlier === true).length
    t.diagnostic(`${right} of ${judged.length} are attributed to the right provider`)
    assert.ok(right >= 0.9 * judged.length)
  })
})

describe('Correct readings of a document', () => {
  it('have hardly any disputes, and no serious ones', async (t) => {
    let [disputes, serious, pages] = [0, 0, 0]
    for (const [number, { document }] of documents.entries())
      for (const [one, other] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        const both = [one, other].map((index) => ({ document, disguise: index }))
        const agreement = await agreementOf(both, number)
        disputes += agreement.disputes.length
        serious += agreement.disputes.filter(({ severity }) => severity > 0.5).length
        pages += document.pages.length
        assert.ok((agreement.pairs[0]?.text ?? 0) > 0.98)
      }
    t.diagnostic(`${disputes} disputes on ${pages} pages: ${(disputes / pages).toFixed(2)} a page`)
    assert.ok(disputes <= 0.2 * pages)
    assert.equal(serious, 0)
  })
})
