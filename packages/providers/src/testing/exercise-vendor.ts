import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import type { Sandbox } from '@polyparse/sandbox'
import { ProviderFailure, type ParseRequest, type Provider } from '../provider.ts'
import { askProvider } from './ask-provider.ts'
import { exerciseProvider, requestFor, type Sample, type Samples } from './exercise-provider.ts'
import type { FakeVendor, Step, Trouble } from './fake.ts'
import { damagedPdf, encryptedSamplePdf, longPdf, samplePdf } from './sample.ts'
import { suiteSandbox } from './suite-sandbox.ts'

const never = new AbortController().signal

const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

/** A provider that asks a vendor, and a fake of that vendor. */
export type VendorTest = {
  /** The name of the provider. */
  readonly name: string
  /** The key that the fake accepts; null: the vendor has none. */
  readonly key: string | null
  /** A fake that answers properly until it is told to `meet` trouble. */
  readonly openFake: () => Promise<FakeVendor>
  readonly openProvider: (
    url: string,
    options: { readonly key: string; readonly sandbox: Pick<Sandbox, 'run'> },
  ) => Provider | Promise<Provider>
  /** The steps that the vendor has, in the order in which they are taken. */
  readonly steps: readonly Step[]
  /** The form of its answers; by default JSON. */
  readonly answers?: 'json' | 'text'
  /** If it reads no PDF: documents that it reads. */
  readonly samples?: () => Promise<Samples>
}

/** Makes what a provider of PDF is tried with. */
export const pdfSamples = async (): Promise<Samples> => ({
  paged: { ...pdf(await samplePdf()), pageCount: 3 },
  long: pdf(longPdf(200)),
  failing: {
    document_damaged: pdf(damagedPdf()),
    document_encrypted: pdf(encryptedSamplePdf()),
    document_empty: pdf(new Uint8Array()),
  },
})

/**
 * Tries what holds for every vendor, whatever its name and format: the suite of all providers, and all that can go wrong on
 * the way to a vendor and back.
 */
export const exerciseVendor = ({
  name,
  key,
  openFake,
  openProvider,
  steps,
  answers = 'json',
  samples = pdfSamples,
}: VendorTest): void => {
  const sandbox = suiteSandbox()
  const rightKey = key ?? ''

  exerciseProvider(
    name,
    async () => {
      const fake = await openFake()
      return { provider: await openProvider(fake.url, { key: rightKey, sandbox }), close: () => fake.close() }
    },
    samples,
  )

  describe(`${name}, when something goes wrong`, () => {
    let paged: Sample
    let encrypted: Sample | undefined
    before(async () => {
      const made = await samples()
      paged = made.paged
      encrypted = made.failing.document_encrypted
    })
    type Attempt = { readonly fake: FakeVendor; readonly failure: ProviderFailure }
    const opened: FakeVendor[] = []
    after(async () => {
      for (const fake of opened) await fake.close()
    })

    const openWith = async (more: { key?: string } = {}) => {
      const fake = await openFake()
      opened.push(fake)
      return { fake, provider: await openProvider(fake.url, { key: more.key ?? rightKey, sandbox }) }
    }
    const failing = async (
      step: Step | null,
      trouble: Trouble | null,
      {
        signal = never,
        asked = {},
        ...more
      }: { signal?: AbortSignal; asked?: Partial<ParseRequest>; key?: string } = {},
    ): Promise<Attempt> => {
      const { fake, provider } = await openWith(more)
      if (step !== null && trouble !== null) fake.meet(step, trouble)
      const request = { ...requestFor(paged, provider), ...asked }
      try {
        await askProvider(provider, request, signal)
      } catch (error) {
        assertHides(more.key ?? rightKey, inspect(error, { depth: 10 }))
        assert.ok(error instanceof ProviderFailure, inspect(error))
        assert.match(error.message, /^[A-Z].*\.$/, 'a sentence for the caller')
        return { fake, failure: error }
      }
      return assert.fail('nothing went wrong')
    }
    const first = steps[0] ?? 'submit'
    const polls = steps.includes('poll')

    it('says when the key is rejected, and that nothing was accepted', async (test) => {
      if (key === null) return test.skip('it has no key')
      const { failure, fake } = await failing(null, null, { key: 'wrong-key-0123456789' })
      assert.deepEqual([failure.code, failure.transient, failure.notAccepted], ['provider_unauthorized', false, true])
      assert.equal(fake.requests.length, 1)
    })

    it('sends nothing of a document that cannot be opened, has too many pages or none of the requested', async () => {
      for (const asked of [
        { maxPages: 1 },
        { pages: [9] },
        ...(encrypted === undefined ? [] : [requestFor(encrypted, (await openWith()).provider)]),
      ]) {
        const { failure, fake } = await failing(null, null, { asked })
        assert.equal(failure.notAccepted, true)
        assert.deepEqual(fake.requests, [])
      }
    })

    for (const step of steps.filter((each) => each !== 'poll')) {
      it(`passes on how long to wait when it is rate-limited (${step}), and that nothing was accepted`, async () => {
        const trouble = { status: 429, headers: { 'retry-after': '7' }, json: { detail: 'Rate limit exceeded' } }
        const { failure } = await failing(step, trouble)
        assert.deepEqual(
          [failure.code, failure.transient, failure.notAccepted, failure.retryAfterSeconds],
          ['provider_rate_limited', true, true, 7],
        )
      })
    }

    for (const [what, trouble] of [
      ['an error of its own', { status: 500, json: { detail: 'Internal error' } }],
      ['a gateway that has given up', { status: 502, bytes: Buffer.from('Bad Gateway') }],
      ...(answers === 'json' ? [['half an answer', 'malformed'] as const] : []),
      ['a connection broken before it did anything', 'reset-before'],
      ['a connection broken after', 'reset-after'],
    ] satisfies readonly (readonly [string, Trouble])[])
      it(`leaves open whether a submit was accepted after ${what}`, async () => {
        const { failure } = await failing('submit', trouble)
        assert.deepEqual([failure.code, failure.transient, failure.notAccepted], ['provider_unavailable', true, false])
      })

    it('ends a submit that is never answered with the reason of the signal', async () => {
      const reason = new Error('too late')
      const { fake, provider } = await openWith()
      fake.meet('submit', 'stall-after')
      const controller = new AbortController()
      const asking = askProvider(provider, requestFor(paged, provider), controller.signal)
      const stop = setInterval(() => {
        if (fake.count('submit') > 0) controller.abort(reason)
      }, 10)
      await assert.rejects(asking, reason)
      clearInterval(stop)
    })

    if (polls) {
      for (const trouble of [
        { status: 500, json: { detail: 'oops' } },
        { status: 503, json: {} },
        'reset-before',
        'malformed',
      ] as const satisfies readonly Trouble[])
        it(`can be asked again how far it is after ${inspect(trouble)}`, async () => {
          const { failure } = await failing('poll', trouble)
          assert.deepEqual([failure.code, failure.transient, failure.gone], ['provider_unavailable', true, false])
        })

      it('says when it no longer has the work or its result', async () => {
        for (const status of [404, 410]) {
          const { failure } = await failing('poll', { status, json: { detail: 'Not found' } })
          assert.deepEqual([failure.code, failure.transient, failure.gone], ['provider_unavailable', false, true])
        }
      })
    }

    it('fails on an answer of an unexpected form', async (test) => {
      if (answers === 'text') return test.skip('its answers are text of any kind')
      for (const step of steps) {
        const { failure } = await failing(step, { status: 200, json: { something: 'else' } })
        assert.deepEqual([failure.code, failure.transient], ['provider_unavailable', false], step)
        assert.match(failure.message, /returned a response that cannot be used/)
      }
    })

    it('reveals neither its key nor the name of the document', async () => {
      const { fake, provider } = await openWith()
      const request = requestFor(paged, provider)
      const source = { ...request.source, filename: 'secret-merger.pdf' }
      const document = await askProvider(provider, { ...request, source, includeRaw: true }, never)
      assertHides(rightKey, inspect(document, { depth: 20 }))
      assertHides(rightKey, inspect(provider, { depth: 20 }))
      for (const asked of fake.requests) {
        assertHides(rightKey, asked.path)
        assert.doesNotMatch(asked.body.toString('latin1'), /secret-merger/)
        if (asked.step === 'download') assertHides(rightKey, inspect(asked.headers))
      }
      assert.equal(first, fake.requests[0]?.step)
    })

    it('puts its URLs into no result, and makes those of its raw answer unusable', async () => {
      const { fake, provider } = await openWith()
      const request = requestFor(paged, provider)
      const { raw, ...document } = await askProvider(provider, { ...request, includeRaw: true }, never)
      assert.doesNotMatch(inspect(document, { depth: 20 }), new RegExp(new URL(fake.url).host))
      assert.doesNotMatch(JSON.stringify(raw), /signature=/i)
    })
  })
}

const assertHides = (key: string, text: string): void => {
  assert.ok(key === '' || !text.includes(key), 'the key is in it')
}
