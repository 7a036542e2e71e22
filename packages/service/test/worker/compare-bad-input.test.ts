import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CompareResult } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { createSandbox, type Sandbox } from '@polyparse/sandbox'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'
import { Value } from '@polyparse/document/typebox/value'
import { createLocalProvider } from '@polyparse/providers/composition'
import { ProviderFailure, type Provider } from '@polyparse/providers/port'
import { testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const text = 'The committee heard that the fee for the second year is 1,250 euros, to be paid in March.'

/** What two working providers make of the document; the second reads one figure differently. */
const one = testProvider('one', async () => documentWith([[paragraphBlock(text)]]))
const two = testProvider('two', async () => documentWith([[paragraphBlock(text.replace('1,250', '1,280'))]]))

describe('a compare in which one provider', () => {
  let folder: string
  let sandbox: Sandbox
  const harnesses: WorkerHarness[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-compare-'))
    sandbox = createSandbox({
      size: 1,
      spoolDirectory: folder,
      ...troublesomeModule,
      limits: { timeoutMs: 2_000 },
    })
  })
  after(async () => {
    await Promise.all(harnesses.map((harness) => harness.close()))
    await sandbox.close()
    await rm(folder, { recursive: true })
  })

  /** A provider of this machine whose engine does what a hostile document might make it do. */
  const troubled = (engine: string): Provider =>
    createLocalProvider(
      {
        id: 'troubled',
        name: 'Troubled provider',
        capabilities: { execution: 'sync', features: ['page-selection'], outputs: ['markdown', 'text'] },
        engines: { 'text/plain': engine },
        options: Type.Object({}, { additionalProperties: false }),
      },
      { sandbox },
    )

  const compare = async (providers: readonly Provider[]): Promise<CompareResult> => {
    const harness = await openWorkerHarness(providers)
    harnesses.push(harness)
    const ids = providers.map(({ id }) => id)
    const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ids }, text)
    await harness.deliverAll()
    assert.equal((await harness.read(job.id)).job.status, 'complete')
    const body: unknown = await harness.body(job.id)
    assert.ok(typeof body === 'object' && body !== null && 'result' in body)
    assert.ok(Value.Check(CompareResult, body.result), JSON.stringify([...Value.Errors(CompareResult, body.result)]))
    assert.deepEqual(
      body.result.providers.map(({ provider }) => provider),
      ids,
    )
    return body.result
  }

  /** The entries of the others are whole, and their contradictions are found. */
  const isWhole = ({ providers, agreement }: CompareResult): void => {
    for (const id of ['one', 'two'])
      assert.partialDeepStrictEqual(
        providers.find(({ provider }) => provider === id),
        { status: 'parsed', result: { provider: id, pageCount: 1 } },
      )
    const pair = agreement?.pairs.find(({ providers: of }) => of.join(' ') === 'one two')
    assert.ok((pair?.overall ?? 0) > 0.9)
    assert.ok(agreement?.disputes.some(({ kind, message }) => kind === 'number' && message.includes('1,280')))
  }

  for (const [does, engine, code, message] of [
    ['crashes', 'abort', 'engine_crashed', /./],
    ['hangs', 'loop', 'timeout', /2 seconds/],
    ['has a bug', 'fail', 'engine_crashed', /./],
  ] as const)
    it(`${does} keeps the results of the others whole, and the entry of that provider says what happened`, async () => {
      const result = await compare([troubled(engine), one, two])
      isWhole(result)
      const [entry] = result.providers
      assert.equal(entry?.status, 'failed')
      assert.equal(entry.error.code, code)
      assert.match(entry.error.message, message)
      assert.ok(!entry.error.message.includes(text), 'no contents in errors')
      assert.deepEqual(result.agreement?.pairs.length, 1)
    })

  it('finds nothing in the document has that as a dispute, and does not recommend that provider', async () => {
    const empty = testProvider('empty', async () => documentWith([[]]))
    const result = await compare([empty, one, two])
    isWhole(result)
    assert.partialDeepStrictEqual(result.providers[0], { status: 'parsed', result: { outputs: { text: '' } } })
    assert.match(result.agreement?.disputes[0]?.message ?? '', /empty has no text on page 1, where one and two have/)
    assert.notEqual(result.agreement?.recommendation?.provider, 'empty')
  })

  it('finds text, and the others none, gives no recommendation, and the note says why', async () => {
    const { agreement } = await compare([testProvider('empty', async () => documentWith([[]])), one])
    assert.equal(agreement?.recommendation, undefined)
    assert.match(agreement?.recommendationNote ?? '', /Only one found text/)
  })

  const long = (pages: number) =>
    documentWith(
      Array.from({ length: pages }, (_, index) => [paragraphBlock(`${paragraphText(randomFrom(index))} ${text}`)]),
    )

  it('reads one page of five hundred has that as one dispute, and compares the others on all pages', async () => {
    const result = await compare([
      testProvider('short', async () => long(1)),
      testProvider('one', async () => long(500)),
      testProvider('two', async () => long(500)),
    ])
    const { agreement } = result
    assert.equal(agreement?.pages.length, 500)
    assert.equal(agreement?.pairs.find(({ providers }) => providers.join(' ') === 'one two')?.overall, 1)
    assert.deepEqual(
      agreement?.disputes.map(({ message }) => message),
      ['short has no text on page 2 and 498 other pages, where one and two have some.'],
    )
    assert.notEqual(agreement?.recommendation?.provider, 'short')
  })

  it('refuses a document of so many pages says so in the entry of that provider', async () => {
    const strict = testProvider('strict', async () => {
      throw new ProviderFailure('too_many_pages', 'The document has 500 pages; at most 1 is read.')
    })
    const result = await compare([one, strict, two])
    isWhole(result)
    assert.partialDeepStrictEqual(result.providers[1], {
      status: 'failed',
      error: { code: 'too_many_pages', message: 'The document has 500 pages; at most 1 is read.' },
    })
  })

  it('cannot read the document, nor can any other, is complete, with no recommendation and the reason', async () => {
    const unable = ['one', 'two'].map((id) =>
      testProvider(id, async () => documentWith([[]]), { mediaTypes: ['image/png'] }),
    )
    const { providers, agreement } = await compare(unable)
    assert.deepEqual(
      providers.map(({ status, durationMs }) => [status, durationMs]),
      [
        ['unsupported', 0],
        ['unsupported', 0],
      ],
    )
    assert.deepEqual([agreement?.pairs, agreement?.disputes], [[], []])
    assert.equal(agreement?.recommendation, undefined)
    assert.match(agreement?.recommendationNote ?? '', /No provider parsed/)
  })
})
