import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, describe, it } from 'node:test'
import type { ModelAnswer } from '@polyparse/providers/port'
import { ProviderFailure } from '@polyparse/providers/port'
import { cancelJob } from '../../src/jobs/cancel.ts'
import {
  askedOfModel,
  boatsIn,
  boatsReader,
  boatsSchema,
  everyBoat,
  fillingProvider,
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
  answer: Answering,
  reader = invoiceReader(),
  ...more: [spending?: Parameters<typeof openWorkerHarness>[3]]
) => {
  const { provider, questions } = fillingProvider(answer)
  const harness = await openWorkerHarness([reader, provider], undefined, undefined, ...more)
  opened.push(harness)
  const extract = async (asked: object = {}) => {
    const { id } = await harness.upload({ ...askedOfModel(), ...asked }, '%PDF-1.7\nTwo pages.')
    await harness.deliverAll()
    const { job, runs } = await harness.read(id)
    return { id, job, runs, body: job.status === 'complete' ? await harness.body(id) : null }
  }
  return { ...harness, questions, extract }
}

const saying = (answer: Partial<ModelAnswer>) => async (): Promise<ModelAnswer> => ({ ...wholeAnswer, ...answer })
const failing =
  (...details: ConstructorParameters<typeof ProviderFailure>) =>
  async (): Promise<ModelAnswer> => {
    throw new ProviderFailure(...details)
  }

/** What a result says of its extraction. */
const said = (body: unknown) => {
  assert.ok(typeof body === 'object' && body !== null && 'result' in body)
  const result: unknown = body.result
  assert.ok(typeof result === 'object' && result !== null && 'outputs' in result && 'warnings' in result)
  assert.ok(typeof result.outputs === 'object' && result.outputs !== null && 'extraction' in result.outputs)
  const { extraction } = result.outputs
  assert.ok(typeof extraction === 'object' && extraction !== null && 'data' in extraction && 'model' in extraction)
  const warnings = Array.isArray(result.warnings) ? result.warnings : []
  return {
    data: extraction.data,
    model: extraction.model,
    codes: warnings.map(({ code }) => String(code)).filter((code) => code.startsWith('extraction')),
    messages: warnings.map(({ message }) => String(message)).join('\n'),
  }
}

const local = { invoiceNumber: 'A-17', customer: 'Acme Tools', total: 85 }

describe('A model that is asked to fill a schema', () => {
  it('is shown the text with marks and the pages that are doubted, and its values are proved', async () => {
    const { extract, questions, stored } = await open(saying({}))
    const { body, runs } = await extract({
      extraction: { schema: invoiceSchema, model: 'model', instructions: 'Be terse.' },
    })
    const [question] = questions
    assert.equal(questions.length, 1)
    assert.deepEqual(question?.pages, [2])
    assert.match(
      question?.prompt ?? '',
      /The caller adds: Be terse\.[^]*PAGE 1 \[[^]*Invoice no\.: A-17[^]*PAGE 2 \[[^]*85\.00/,
    )
    assert.partialDeepStrictEqual(body, {
      result: {
        provider: 'auto',
        outputs: {
          extraction: {
            data: local,
            evidence: [{ path: '/invoiceNumber', status: 'found', page: 1, text: 'A-17' }, {}, { page: 2 }],
            model: 'tiny-1',
            usage: { tokens: { input: 1000, output: 100 }, cost: 0.002, currency: 'USD' },
          },
        },
      },
    })
    assert.deepEqual(said(body).codes, [])
    assert.deepEqual(
      runs.map(({ provider, status, pages }) => [provider, status, pages]),
      [
        ['auto', 'parsed', null],
        ['model', 'parsed', []],
      ],
    )
    assert.equal((await stored()).length, 1, 'nothing is left but the result')
  })

  it('is not believed: rows that it invents are left out, and counted', async () => {
    const parties = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
    const text = JSON.stringify({ parties: [{ name: 'Fabrikam' }, { name: 'Acme Tools' }, { name: 'Contoso' }] })
    const { extract } = await open(saying({ text }))
    const schema = { type: 'object', properties: { parties } }
    const { data, codes, messages } = said((await extract({ extraction: { schema, model: 'model' } })).body)
    assert.deepEqual(data, { parties: [{ name: 'Acme Tools' }] })
    assert.deepEqual(codes, ['extraction_items_unproven'])
    assert.match(messages, /^2 items proposed for \/parties had no value/m)
  })

  it('is not believed: what it invents is null, what the schema does not name is left out', async () => {
    const answer = {
      invoiceNumber: 'B-99',
      customer: 'ACME TOOLS',
      total: '85.00',
      iban: 'DE00',
      evidence: [{ page: 7 }],
    }
    const { extract } = await open(saying({ text: JSON.stringify(answer) }))
    const { data } = said((await extract()).body)
    assert.deepEqual(data, { invoiceNumber: null, customer: 'ACME TOOLS', total: 85 })
  })

  for (const [what, answer, reason] of [
    ['answers in prose', { text: 'The total is 85 Euro, I believe.' }, 'it did not answer with JSON.'],
    [
      'answers twice, differently',
      { text: '{"total":85}\n{"total":86}' },
      'it answered several times, and differently.',
    ],
    ['answers nothing', { text: '' }, 'it did not answer with JSON.'],
    ['declines', { text: '', isDeclined: true }, 'the model declined.'],
    ['is cut off before its first value', { text: '{"tot', isCut: true }, 'it did not answer with JSON.'],
  ] as const)
    it(`${what}: the service fills the schema itself, and says why`, async () => {
      const { extract } = await open(saying(answer))
      const { data, model, codes, messages } = said((await extract()).body)
      assert.deepEqual([data, model, codes], [local, 'local', ['extraction_failed']])
      assert.ok(messages.includes(reason), messages)
    })

  it('refuses the question: the service fills the schema itself', async () => {
    const { extract, questions } = await open(failing('unsupported_option', 'Model refused the request.'))
    const { model, codes, messages } = said((await extract()).body)
    assert.deepEqual([model, codes, questions.length], ['local', ['extraction_failed'], 1])
    assert.ok(messages.includes('Model refused the request.'))
  })

  it('has no valid key: the job is complete all the same, and says so', async () => {
    const { extract } = await open(failing('provider_unauthorized', 'Model did not accept the key.'))
    const { runs, body } = await extract()
    assert.deepEqual(said(body).codes, ['extraction_failed'])
    assert.equal(runs[1]?.error?.code, 'provider_unauthorized')
  })

  it('fails for a while: it is asked again', async () => {
    const { extract, questions } = await open(async (_question, _signal, nth) => {
      if (nth < 3) throw new ProviderFailure('provider_unavailable', 'Model is overloaded.', { transient: true })
      return wholeAnswer
    })
    const { model, codes } = said((await extract()).body)
    assert.deepEqual([model, codes, questions.length], ['tiny-1', [], 3])
  })

  it('is cut off: what was whole counts, and the page is named', async () => {
    const { extract } = await open(
      saying({ text: '{"invoiceNumber":"A-17","customer":"Acme Tools","total":8', isCut: true }),
    )
    const { data, codes, messages } = said((await extract()).body)
    assert.deepEqual([data, codes], [{ ...local, total: null }, ['extraction_incomplete']])
    assert.match(messages, /pages 1 to 2[^]*cut off/)
  })

  it('is stopped when the job is cancelled, and nothing of its answer is stored', async () => {
    const stopped = Promise.withResolvers<void>()
    const harness = await open(async (_question, signal) => {
      const [job] = await harness.database.query<{ id: string }>('select id from jobs')
      assert.equal(await cancelJob(harness.parts, job?.id ?? ''), true)
      if (!signal.aborted) await once(signal, 'abort')
      stopped.resolve()
      throw signal.reason
    })
    const { job } = await harness.extract()
    await stopped.promise
    assert.deepEqual([job.status, job.error], ['failed', 'cancelled'])
    assert.deepEqual(await harness.stored(), [])
  })
})

describe('A long document', () => {
  const reader = () => boatsReader(6)
  const schema = boatsSchema

  it('is asked about in portions, whose arrays are joined in its order', async () => {
    const { extract, questions } = await open(
      async ({ prompt }) => ({ ...wholeAnswer, text: JSON.stringify({ boats: boatsIn(prompt) }) }),
      reader(),
    )
    const { data, codes } = said((await extract({ extraction: { schema, model: 'model' } })).body)
    assert.deepEqual(data, { boats: everyBoat(6) })
    assert.deepEqual(codes, [])
    assert.ok(questions.length > 1 && questions.every(({ prompt }) => prompt.includes('part of a longer document')))
  })

  it('is divided further where an answer is too long, and loses nothing', async () => {
    const { extract, questions } = await open(async ({ prompt }) => {
      const boats = boatsIn(prompt)
      const isCut = boats.length > 70
      return { ...wholeAnswer, isCut, text: JSON.stringify({ boats: isCut ? boats.slice(0, 5) : boats }) }
    }, reader())
    const { body, runs } = await extract({ extraction: { schema, model: 'model' } })
    const { data, codes } = said(body)
    assert.deepEqual([data, codes], [{ boats: everyBoat(6) }, []])
    assert.partialDeepStrictEqual(body, {
      result: { outputs: { extraction: { usage: { tokens: { input: 1000 * questions.length } } } } },
    })
    assert.equal(runs[1]?.status, 'parsed')
  })

  it('is filled by a model that often fails for a while, as long as it gets on', async () => {
    const { extract, questions } = await open(async ({ prompt }, _signal, nth) => {
      if (nth % 3 !== 0)
        throw new ProviderFailure('provider_rate_limited', 'Model has too much to do.', {
          transient: true,
          retryAfterSeconds: 1,
        })
      return { ...wholeAnswer, text: JSON.stringify({ boats: boatsIn(prompt) }) }
    }, boatsReader(30))
    const { body } = await extract({ extraction: { schema, model: 'model' } })
    const { data, codes, model } = said(body)
    assert.deepEqual([codes, model], [[], 'tiny-1'])
    assert.deepEqual(data, { boats: everyBoat(30) })
    assert.ok(questions.length > 20, String(questions.length))
  })

  it('of which one part cannot be answered has the values of the others, and names the pages', async () => {
    const { extract } = await open(async ({ prompt }) => {
      if (prompt.includes('Boat 3-0 ')) throw new ProviderFailure('unsupported_option', 'Too offensive.')
      return { ...wholeAnswer, text: JSON.stringify({ boats: boatsIn(prompt) }) }
    }, reader())
    const { data, codes, messages } = said((await extract({ extraction: { schema, model: 'model' } })).body)
    assert.deepEqual(codes, ['extraction_incomplete'])
    assert.match(messages, /Too offensive\./)
    assert.ok(JSON.stringify(data).includes('6-79') && !JSON.stringify(data).includes('"3-0"'))
  })

  it('costs no more than a job may: the rest is not asked about', async () => {
    const { extract, questions } = await open(
      async ({ prompt }) => ({ ...wholeAnswer, cost: 1, text: JSON.stringify({ boats: boatsIn(prompt) }) }),
      reader(),
      { pagesPerDay: null, costPerJob: 500_000 },
    )
    const { codes } = said((await extract({ extraction: { schema, model: 'model' } })).body)
    assert.ok(codes.length > 0 && codes.every((code) => code === 'extraction_incomplete'), codes.join())
    assert.ok(questions.length < 5, String(questions.length))
  })

  it('costs no more than a job may together with who has read it', async () => {
    const { questions, database, queue, deliverNext, upload, body } = await open(
      async ({ prompt }) => ({ ...wholeAnswer, cost: 0.1, text: JSON.stringify({ boats: boatsIn(prompt) }) }),
      reader(),
      { pagesPerDay: null, costPerJob: 500_000 },
    )
    const { id } = await upload({ ...askedOfModel(), extraction: { schema, model: 'model' } }, '%PDF-1.7\nPages.')
    await deliverNext()
    await database.query("update runs set cost = 500000 where provider = 'auto'")
    while (queue.messages.length > 0) await deliverNext()
    assert.match(said(await body(id)).messages, /the job has cost as much as one may\./)
    assert.equal(questions.length, 0)
  })

  it('keeps what it has answered when its process dies again and again, or its time is over', async () => {
    for (const [change, why] of [
      ["deaths = 4, status = 'working'", /The worker process died 5 times/],
      ["started_at = started_at - interval '2 days', status = 'waiting'", /did not answer about the document within/],
    ] as const) {
      const { upload, database, queue, deliverNext, body, read, questions } = await open(async ({ prompt }, _, nth) => {
        if (nth === 3) throw new ProviderFailure('provider_rate_limited', 'Too much.', { transient: true })
        return { ...wholeAnswer, text: JSON.stringify({ boats: boatsIn(prompt) }) }
      }, reader())
      const { id } = await upload({ ...askedOfModel(), extraction: { schema, model: 'model' } }, '%PDF-1.7\nPages.')
      await deliverNext()
      await deliverNext()
      await database.query(`update runs set ${change} where provider = 'model'`)
      const asked = questions.length
      while (queue.messages.length > 0) await deliverNext()
      const { data, messages, model, codes } = said(await body(id))
      assert.deepEqual([questions.length, model, [...new Set(codes)]], [asked, 'tiny-1', ['extraction_incomplete']])
      assert.match(messages, why)
      assert.notEqual(JSON.stringify(data), '{"boats":[]}')
      const run = (await read(id)).runs.find(({ provider }) => provider === 'model')
      assert.equal(run?.status, 'parsed')
    }
  })
})
