import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { ModelAnswer } from '@polyparse/providers/port'
import { ProviderFailure } from '@polyparse/providers/port'
import type { ResolvedRequest } from '../../src/jobs/job.ts'
import { boatsReader, fillingProvider, invoiceReader, invoiceSchema, wholeAnswer } from '../support/filling.ts'
import { openWorkerHarness } from '../support/worker.ts'

let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
})

type Asked = Pick<ResolvedRequest, 'outputs' | 'extraction' | 'classification'>

const labels = [{ name: 'claim', description: 'Damage that is reported' }, { name: 'invoice' }]

const open = async (answer: Parameters<typeof fillingProvider>[0], reader = invoiceReader()) => {
  const { provider, questions } = fillingProvider(answer)
  const harness = await openWorkerHarness([reader, provider])
  opened.push(harness)
  const classify = async (
    classification: Partial<NonNullable<Asked['classification']>> = {},
    more: Pick<Asked, 'outputs' | 'extraction'> = { outputs: ['classification'], extraction: null },
  ) => {
    const asked = { provider: 'auto', ...more, classification: { labels, model: 'model', ...classification } }
    const { id } = await harness.upload(asked, '%PDF-1.7\nTwo pages.')
    await harness.deliverAll()
    const { job, runs } = await harness.read(id)
    assert.equal(job.status, 'complete')
    return { runs, ...said(await harness.body(id)) }
  }
  return { questions, classify }
}

/** What a result says of its labels. */
const said = (body: unknown) => {
  assert.ok(typeof body === 'object' && body !== null && 'result' in body)
  const result: unknown = body.result
  assert.ok(typeof result === 'object' && result !== null && 'outputs' in result && 'warnings' in result)
  const { outputs } = result
  assert.ok(typeof outputs === 'object' && outputs !== null && 'classification' in outputs)
  const { classification } = outputs
  assert.ok(typeof classification === 'object' && classification !== null && 'ranges' in classification)
  const ranges: unknown[] = Array.isArray(classification.ranges) ? classification.ranges : []
  const warnings = Array.isArray(result.warnings) ? result.warnings : []
  return {
    outputs,
    classification,
    labels: ranges.map((range) => Object(range).label),
    codes: warnings.map(({ code }) => String(code)).filter((code) => code.startsWith('classification')),
    messages: warnings.map(({ message }) => String(message)).join('\n'),
  }
}

const answering =
  (answer: unknown, more: Partial<ModelAnswer> = {}) =>
  async (): Promise<ModelAnswer> => ({
    ...wholeAnswer,
    text: typeof answer === 'string' ? answer : JSON.stringify(answer),
    ...more,
  })

describe('A model that is asked for the label of a document', () => {
  it('is shown the text and the labels, and words that it shows are looked for', async () => {
    const { classify, questions } = await open(answering({ label: 'invoice', words: ['Invoice no.'] }))
    const { classification, codes } = await classify({ instructions: 'Be terse.' })
    assert.match(questions[0]?.prompt ?? '', /"name":"claim"[^]*The caller adds: Be terse\.[^]*Invoice no\.: A-17/)
    assert.partialDeepStrictEqual(classification, {
      ranges: [{ label: 'invoice', pages: [1, 2], evidence: [{ page: 1, text: 'Invoice no.:' }] }],
      model: 'tiny-1',
      usage: { tokens: { input: 1000, output: 100 }, cost: 0.002 },
    })
    assert.deepEqual(codes, [])
  })

  it('gives none where it names another label, or shows what is not there', async () => {
    for (const answer of [
      { label: 'contract', words: ['Invoice no.'] },
      { label: 'claim', words: ['a tree fell'] },
    ]) {
      const { classify } = await open(answering(answer))
      const { labels: given, codes } = await classify()
      assert.deepEqual([given, codes], [[null], ['classification_incomplete']])
    }
  })

  it('is doubted where the words of the document speak for another', async () => {
    const { classify } = await open(answering({ label: 'claim', words: ['Acme Tools'] }), invoiceReader())
    const { labels: given, codes } = await classify({
      labels: [{ name: 'claim' }, { name: 'bill', description: '("Invoice no")' }],
    })
    assert.deepEqual([given, codes], [['claim'], ['classification_disputed']])
  })

  it('that answers in prose, declines or fails leaves it to the service', async () => {
    for (const [answer, why] of [
      [answering('It is an invoice.'), /did not answer with JSON/],
      [answering({ label: 'claim' }, { isDeclined: true }), /the model declined/],
      [
        async () => {
          throw new ProviderFailure('provider_unavailable', 'It is out.')
        },
        /It is out/,
      ],
    ] as const) {
      const { classify } = await open(answer)
      const { classification, codes, messages } = await classify()
      assert.partialDeepStrictEqual(classification, { model: 'local', ranges: [{ pages: [1, 2] }] })
      assert.deepEqual(codes, ['classification_failed'])
      assert.match(messages, why)
    }
  })

  it('is asked about the beginning of a long one, and about all of it where its pages are to have labels', async () => {
    const { classify, questions } = await open(answering({ label: null, words: [] }), boatsReader(6))
    assert.deepEqual((await classify()).labels, [null])
    assert.equal(questions.length, 1)
    const pages = await open(
      async ({ prompt }) =>
        answering({
          pages: Array.from(prompt.matchAll(/=PAGE (\d+) /g), ([, number]) => ({
            page: Number(number),
            label: 'claim',
            begins: number === '3',
            words: [`Boat ${number}-1 has`],
          })),
        })(),
      boatsReader(6),
    )
    const { classification, labels: given } = await pages.classify({ by: 'pages' })
    assert.ok(pages.questions.length > 1)
    assert.deepEqual(given, ['claim', 'claim'])
    assert.partialDeepStrictEqual(classification, { ranges: [{ pages: [1, 2] }, { pages: [3, 4, 5, 6] }] })
  })

  it('fills a schema too, with a question of its own', async () => {
    const { classify, questions } = await open(async ({ prompt }) =>
      /Fill this JSON Schema/.test(prompt) ? wholeAnswer : answering({ label: 'invoice', words: ['Invoice no.'] })(),
    )
    const both = {
      outputs: ['extraction', 'classification'] as const,
      extraction: { schema: invoiceSchema, model: 'model' },
    }
    const { labels: given, outputs, runs } = await classify({}, both)
    assert.deepEqual([given, questions.length, runs.length], [['invoice'], 2, 2])
    assert.partialDeepStrictEqual(outputs, { extraction: { data: { invoiceNumber: 'A-17' }, usage: { cost: 0.002 } } })
    const labelled = await open(answering({ label: 'invoice', words: ['Invoice no.'] }))
    const local = await labelled.classify({}, { ...both, extraction: { schema: invoiceSchema } })
    assert.equal(labelled.questions.length, 1)
    assert.partialDeepStrictEqual(local.outputs, { extraction: { model: 'local', data: { invoiceNumber: 'A-17' } } })
  })
})
