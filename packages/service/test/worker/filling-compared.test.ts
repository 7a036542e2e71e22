import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { CompareResult } from '@polyparse/contract'
import { ExtractionValue } from '@polyparse/document/schema'
import { Check } from '@polyparse/document/typebox/value'
import { type ModelAnswer, ProviderFailure } from '@polyparse/providers/port'
import { otherProvider } from '../support/escalation.ts'
import {
  boatsIn,
  boatsReader,
  boatsSchema,
  fillingProvider,
  invoicePages,
  invoiceReader,
  invoiceSchema,
  wholeAnswer,
} from '../support/filling.ts'
import { openWorkerHarness } from '../support/worker.ts'

let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
})

type Answering = Parameters<typeof fillingProvider>[0]

const open = async (
  models: Readonly<Record<string, Answering>>,
  reader = invoiceReader(),
  ...more: [spending?: Parameters<typeof openWorkerHarness>[3]]
) => {
  const filling = Object.entries(models).map(([id, answer]) => ({ id, ...fillingProvider(answer, id) }))
  const providers = filling.map(({ provider }) => provider)
  const harness = await openWorkerHarness([reader, ...providers], undefined, undefined, ...more)
  opened.push(harness)
  const extract = async (extraction: object) => {
    const request = { provider: 'auto', outputs: ['extraction'] as const }
    const { id } = await harness.upload(
      { ...request, extraction: { schema: invoiceSchema, ...extraction } },
      '%PDF-1.7\nTwo pages.',
    )
    await harness.deliverAll()
    const { job, runs } = await harness.read(id)
    assert.equal(job.status, 'complete', job.error ?? '')
    return { runs: runs.map(({ provider, status }) => `${provider}: ${status}`), ...said(await harness.body(id)) }
  }
  const asked = () => Object.fromEntries(filling.map(({ id, questions }) => [id, questions.length]))
  return { ...harness, asked, extract }
}

/** What a result says of its extraction. */
const said = (body: unknown) => {
  const { outputs, warnings } = Object(Object(body).result)
  const { extraction } = Object(outputs)
  assert.ok(Check(ExtractionValue, extraction))
  const { data, evidence, comparison = { models: [], fields: [], types: [] }, usage, model } = extraction
  const told: readonly { code: string; message: string }[] = Array.isArray(warnings) ? warnings : []
  return {
    data,
    evidence,
    usage,
    model,
    models: comparison.models,
    types: comparison.types,
    fields: comparison.fields.map(({ path, agreement, proved, values }) => [
      path,
      agreement,
      proved.join(),
      values.map(({ value }) => value),
    ]),
    warnings: told
      .filter(({ code }) => code.startsWith('extraction'))
      .map(({ code, message }) => `${code}: ${message}`),
  }
}

const answering =
  (data: object, more: Partial<ModelAnswer> = {}): Answering =>
  async () => ({ ...wholeAnswer, text: JSON.stringify(data), ...more })

const failing =
  (...details: ConstructorParameters<typeof ProviderFailure>): Answering =>
  async () => {
    throw new ProviderFailure(...details)
  }

const right = { invoiceNumber: 'A-17', customer: 'Acme Tools', total: 85 }

describe('Several models that fill one schema', () => {
  it('agree, and each says what it has cost', async () => {
    const { extract, stored } = await open({
      one: answering(right),
      two: answering({ ...right, total: '85.00' }, { model: 'big-2', cost: 0.04 }),
    })
    const { data, usage, model, models, fields, types, warnings, runs } = await extract({
      models: ['one', 'two', 'local'],
    })
    assert.deepEqual(data, right)
    assert.deepEqual(fields, [
      ['/invoiceNumber', 'agreed', 'one,two,local', ['A-17', 'A-17', 'A-17']],
      ['/customer', 'agreed', 'one,two,local', ['Acme Tools', 'Acme Tools', 'Acme Tools']],
      ['/total', 'agreed', 'one,two,local', [85, 85, 85]],
    ])
    assert.deepEqual(usage, { tokens: { input: 2000, output: 200 }, cost: 0.042, currency: 'USD' })
    assert.equal(model, undefined)
    assert.deepEqual(types, [
      { path: '/invoiceNumber', type: 'string' },
      { path: '/customer', type: 'string' },
      { path: '/total', type: 'number' },
    ])
    assert.partialDeepStrictEqual(models, [
      { id: 'one', status: 'filled', model: 'tiny-1', data: right, usage: { cost: 0.002 } },
      { id: 'two', status: 'filled', model: 'big-2', usage: { cost: 0.04 } },
      { id: 'local', status: 'filled', usage: {} },
    ])
    assert.deepEqual(warnings, [])
    assert.deepEqual(runs, ['auto: parsed', 'one: parsed', 'two: parsed'])
    assert.equal((await stored()).length, 1, 'nothing is left but the result')
  })

  it('are disputed where they say different things, and what stands on the page is told', async () => {
    const { extract } = await open({ one: answering({ ...right, invoiceNumber: 'B-99', customer: 'A-17' }) })
    const { data, fields, evidence, warnings } = await extract({ models: ['one', 'local'] })
    assert.deepEqual(fields, [
      ['/invoiceNumber', 'disputed', 'local', ['B-99', 'A-17']],
      ['/customer', 'disputed', 'one,local', ['A-17', 'Acme Tools']],
      ['/total', 'agreed', 'one,local', [85, 85]],
    ])
    assert.deepEqual(data, right)
    const sure = evidence.map(({ confidence }) => confidence >= 0.7)
    assert.deepEqual(sure, [true, false, evidence[2]?.confidence !== undefined && evidence[2].confidence >= 0.7])
    assert.equal(warnings.length, 1)
    assert.match(
      warnings.join(),
      /^extraction_disputed: one and local say different things about \/invoiceNumber, \/customer;/,
    )
  })

  it('lose nothing by one that fails: it is told, with why', async () => {
    const { extract } = await open({
      one: failing('provider_unauthorized', 'One did not accept the key.'),
      two: answering(right),
      three: answering({}, { text: 'I believe it is 85.' }),
    })
    const { data, models, fields, warnings, runs } = await extract({ models: ['one', 'two', 'three', 'local'] })
    assert.deepEqual(data, right)
    assert.partialDeepStrictEqual(models, [
      { id: 'one', status: 'failed', error: 'One did not accept the key.' },
      { id: 'two', status: 'filled' },
      { id: 'three', status: 'failed', error: 'it did not answer with JSON.', usage: { cost: 0.002 } },
      { id: 'local', status: 'filled' },
    ])
    assert.partialDeepStrictEqual(fields[2], ['/total', 'agreed', 'two,local'])
    assert.deepEqual(warnings, [
      'extraction_failed: one did not fill the schema, so the comparison lacks what it would say. One did not accept the key.',
      'extraction_failed: three did not fill the schema, so the comparison lacks what it would say. it did not answer with JSON.',
    ])
    assert.ok(runs.includes('one: failed') && runs.includes('two: parsed'))
  })

  it('that all fail leave it to the service itself', async () => {
    const { extract } = await open({
      one: failing('provider_unauthorized', 'No key.'),
      two: answering({}, { text: 'Prose.', isDeclined: true }),
    })
    const { data, models, fields, model, warnings } = await extract({ models: ['one', 'two'] })
    assert.deepEqual([data, model, fields], [right, 'local', []])
    assert.deepEqual(
      models.map(({ status }) => status),
      ['failed', 'failed'],
    )
    assert.equal(warnings.length, 2)
  })

  it('agree with nobody where only one of them has filled it', async () => {
    const { extract } = await open({ one: failing('provider_unauthorized', 'No key.'), two: answering(right) })
    const { fields } = await extract({ models: ['one', 'two'] })
    assert.ok(fields.length === 3 && fields.every(([, agreement]) => agreement === 'partial'))
  })

  it('are asked about a long document once a portion each, and one that passes a failure is asked again alone', async () => {
    const boats: Answering = async ({ prompt }) => ({
      ...wholeAnswer,
      text: JSON.stringify({ boats: boatsIn(prompt) }),
    })
    let failures = 0
    const { extract, asked } = await open(
      {
        one: boats,
        two: async (question, signal, nth) => {
          if (nth % 3 === 0) {
            failures += 1
            throw new ProviderFailure('provider_rate_limited', 'Too much.', { transient: true, retryAfterSeconds: 1 })
          }
          return boats(question, signal, nth)
        },
      },
      boatsReader(6),
    )
    const { models, fields, warnings } = await extract({ schema: boatsSchema, models: ['one', 'two'] })
    const { one = 0, two = 0 } = asked()
    assert.ok(one > 1 && failures > 0)
    assert.equal(two - failures, one)
    assert.deepEqual(models[0]?.data, models[1]?.data)
    assert.ok(fields.length === 960 && fields.every(([, agreement]) => agreement === 'agreed'), String(fields.length))
    assert.deepEqual(warnings, [])
  })

  it('cost together no more than a job may: who comes last is asked no more', async () => {
    const boats: Answering = async ({ prompt }) => ({
      ...wholeAnswer,
      cost: 1,
      text: JSON.stringify({ boats: boatsIn(prompt) }),
    })
    const { extract, asked } = await open({ one: boats, two: boats }, boatsReader(6), {
      pagesPerDay: null,
      costPerJob: 500_000,
    })
    const { models, usage } = await extract({ schema: boatsSchema, models: ['one', 'two', 'local'] })
    assert.deepEqual(asked(), { one: 1, two: 0 })
    assert.equal(usage.cost, 1)
    assert.partialDeepStrictEqual(models, [
      { id: 'one', status: 'filled' },
      { id: 'two', status: 'failed', error: 'the job has cost as much as one may.' },
      { id: 'local', status: 'filled' },
    ])
  })

  it('count what one has cost that failed after it had answered: its answers are used, and who comes next may cost the rest', async () => {
    const boats: Answering = async ({ prompt }) => ({
      ...wholeAnswer,
      cost: 0.4,
      text: JSON.stringify({ boats: boatsIn(prompt) }),
    })
    const { extract, asked } = await open(
      {
        one: async (question, signal, nth) => {
          if (nth === 2) throw new ProviderFailure('provider_unauthorized', 'One did not accept the key.')
          return boats(question, signal, nth)
        },
        two: boats,
      },
      boatsReader(6),
      { pagesPerDay: null, costPerJob: 500_000 },
    )
    const { models, usage, warnings, runs } = await extract({ schema: boatsSchema, models: ['one', 'two', 'local'] })
    assert.deepEqual(asked(), { one: 2, two: 1 })
    assert.equal(usage.cost, 0.8)
    assert.partialDeepStrictEqual(models, [
      { id: 'one', status: 'filled', usage: { cost: 0.4 } },
      { id: 'two', status: 'filled', usage: { cost: 0.4 } },
      { id: 'local', status: 'filled' },
    ])
    assert.match(warnings.join('\n'), /^extraction_incomplete: one: .* One did not accept the key\.$/m)
    assert.ok(runs.includes('one: parsed'), runs.join())
  })
})

describe('A comparison of readings that asks for an extraction', () => {
  it('says value by value where the readings agree, and what each has cost', async () => {
    const other = otherProvider({ ...invoicePages, 2: [['Total: 86.00 EUR']] })
    const reader = { ...other, capabilities: invoiceReader().capabilities }
    const harness = await openWorkerHarness([invoiceReader(), reader])
    opened.push(harness)
    const { id } = await harness.upload(
      {
        operation: 'compare',
        providers: ['auto', 'other'],
        outputs: ['extraction'],
        extraction: {
          schema: {
            ...invoiceSchema,
            properties: { ...invoiceSchema.properties, currency: { type: 'string', enum: ['EUR', 'USD'] } },
          },
        },
      },
      '%PDF-1.7\nTwo pages.',
    )
    await harness.deliverAll()
    const { result } = Object(await harness.body(id))
    assert.ok(Check(CompareResult, result), JSON.stringify(result))
    const { fields = [], types = [], omittedFieldCount } = result.agreement?.extraction ?? {}
    assert.deepEqual(
      fields.map(({ path, agreement, proved, values }) => [path, agreement, proved, values.map(({ value }) => value)]),
      [
        ['/invoiceNumber', 'agreed', ['auto', 'other'], ['A-17', 'A-17']],
        ['/customer', 'agreed', ['auto', 'other'], ['Acme Tools', 'Acme Tools']],
        ['/total', 'disputed', ['auto', 'other'], [85, 86]],
        ['/currency', 'empty', [], [null, null]],
      ],
    )
    assert.deepEqual(types.at(-1), { path: '/currency', type: 'string', enum: ['EUR', 'USD'] })
    assert.equal(omittedFieldCount, 0)
  })
})
