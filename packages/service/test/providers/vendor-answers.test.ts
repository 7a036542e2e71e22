import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gather, type SharedBytes } from '@polyparse/providers/composition'
import { documentOf } from '@polyparse/providers/port'
import { createAnswerThreads, type AnswerThreads } from '@polyparse/providers/composition'
import { keptOrder, orderKept, UnreadAnswer } from '@polyparse/providers/port'
import { openSleepyReader } from '../support/sleepy-plugin.ts'
import { plainText } from '../../../providers/test/support/plain-text.ts'

const never = new AbortController().signal
const unstructured = { id: 'unstructured', name: 'Unstructured' }
const azure = { id: 'azure-document-intelligence', name: 'Azure AI Document Intelligence' }
const reducto = { id: 'reducto', name: 'Reducto' }

const bytesOf = (text: string): Promise<SharedBytes> => gather(Readable.from([Buffer.from(text)]))
const elements = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      type: 'NarrativeText',
      element_id: `e${index}`,
      text: `Sentence ${index} of a long answer.`,
      metadata: { page_number: 1 },
    })),
  )

describe('Answers of vendors', { timeout: 300_000 }, () => {
  const threads = createAnswerThreads({ maxMebibytes: 512 })
  after(() => threads.close())
  const limited = (context: TestContext, maxMebibytes: number): AnswerThreads => {
    const made = createAnswerThreads({ maxMebibytes })
    context.after(() => made.close())
    return made
  }

  it('become documents while the event loop goes on, however long they are', async (context) => {
    const bodies = [await bytesOf(elements(100_000))]
    let turns = 0
    const turning = setInterval(() => (turns += 1), 10)
    context.after(() => clearInterval(turning))
    const document = documentOf(await threads.of(unstructured).read({ bodies, ...plainText }, never))
    assert.ok(turns > 5, `${turns} turns of the event loop`)
    assert.equal(document.pages[0]?.blocks.length, 100_000)
  })

  it('fail when they take too much memory, and the next one is read', async (context) => {
    const answers = limited(context, 48).of(unstructured)
    const long = { bodies: [await bytesOf(elements(300_000))], ...plainText }
    await assert.rejects(answers.read(long, never), {
      name: 'ProviderFailure',
      code: 'out_of_memory',
      message: 'Reading the answer of Unstructured took more than the 48 MiB of memory allowed.',
      transient: false,
    })
    const short = { bodies: [await bytesOf(elements(3))], ...plainText }
    assert.ok(await answers.read(short, never))
  })

  const answer = JSON.stringify({ pages: [{ markdown: 'Read at last.' }] })
  const openSleepy = async (
    context: TestContext,
    limits: { seconds: number; clockSeconds?: number },
    then?: 'loop',
  ) => {
    const sleepy = await openSleepyReader(then)
    context.after(() => sleepy.remove())
    const made = createAnswerThreads({ maxMebibytes: 512, ...limits })
    context.after(() => made.close())
    return {
      ...sleepy,
      answers: made.of(sleepy.vendor, sleepy.reader),
      given: { bodies: [await bytesOf(answer)], ...plainText },
    }
  }

  it('fail when they take too much CPU time', async (context) => {
    const { answers, given } = await openSleepy(context, { seconds: 2 }, 'loop')
    await assert.rejects(answers.read(given, never), {
      code: 'timeout',
      message: 'Reading the answer of My Parser took more than the 2 seconds of CPU time allowed.',
      transient: false,
    })
  })

  it('may wait for the machine for longer than they may use it', async (context) => {
    const { answers, given, goOn, hasBegun } = await openSleepy(context, { seconds: 4 })
    const reading = answers.read(given, never)
    while (!hasBegun()) await setTimeout(20)
    await setTimeout(5000)
    await goOn()
    assert.equal(documentOf(await reading).pages.length, 1)
  })

  it('can be read later when only the clock has ended that', async (context) => {
    const { answers, given, goOn } = await openSleepy(context, { seconds: 60, clockSeconds: 1 })
    const error = await answers.read(given, never).catch((reason: unknown) => reason)
    assert.ok(error instanceof UnreadAnswer)
    await goOn()
    const document = documentOf(await threads.read(orderKept(keptOrder(error.order)), never))
    assert.equal(document.pages[0]?.blocks[0]?.text, 'Read at last.')
  })

  it('may be asked for again when they are not JSON, but not the files that they refer to', async () => {
    const [answer, garbage] = [await bytesOf('{"status":"x"}'), await bytesOf('<html>Bad Gateway</html>')]
    await assert.rejects(threads.of(azure).look('operation', garbage, never), { transient: true })
    await assert.rejects(threads.of(reducto).look('file', garbage, never), { transient: false })
    const upstage = { id: 'upstage', name: 'Upstage' }
    const given = { bodies: [answer, garbage], ...plainText }
    await assert.rejects(threads.of(upstage).read(given, never), { code: 'provider_unavailable', transient: false })
  })

  it('are refused when an adapter would be told more than it can use', async () => {
    const figures = Array.from({ length: 300_000 }, (_, index) => ({ id: `${index}`.padStart(40, '0') }))
    const body = await bytesOf(
      JSON.stringify({ status: 'succeeded', analyzeResult: { content: '', pages: [], figures } }),
    )
    await assert.rejects(threads.of(azure).look('figures', body, never), { code: 'provider_unavailable' })
  })

  it('explain what went wrong in the words of the vendor', async () => {
    const error = {
      code: 'InvalidRequest',
      message: 'Bad.',
      innererror: { code: 'InvalidContent', message: 'Corrupt.' },
    }
    assert.deepEqual(
      await threads.of(azure).look('operation', await bytesOf(JSON.stringify({ status: 'failed', error })), never),
      {
        status: 'failed',
        problem: 'invalid_document',
        explanations: ['InvalidRequest', 'Bad.', 'InvalidContent', 'Corrupt.'],
      },
    )
  })

  it('are no longer read when the signal is aborted', async () => {
    const controller = new AbortController()
    const bodies = [await bytesOf(elements(100_000))]
    const reading = threads.of(unstructured).read({ bodies, ...plainText }, controller.signal)
    const ended = new Error('the job has ended')
    controller.abort(ended)
    await assert.rejects(reading, (error) => error instanceof UnreadAnswer && error.cause === ended)
  })

  it('fail as an internal error, without any of their content, when their reader has a bug', async () => {
    const body = await bytesOf('[]')
    await assert.rejects(threads.of(unstructured).look('nothing', body, never), {
      code: 'internal_error',
      message: 'The answer of Unstructured could not be read.',
    })
  })
})
