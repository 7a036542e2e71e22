import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import type { Document } from '@polyparse/document'
import type { Sandbox } from '@polyparse/readers/sandbox'
import { encryptedPdf, pagesPdf } from '@polyparse/test-support/pdf'
import { loggable } from '../../src/lib/loggable.ts'
import { ProviderFailure, type ParseRequest, type RemoteProvider } from '../../src/providers/provider.ts'
import type { VendorAccess, VendorAdapter } from '../../src/providers/vendor.ts'
import { exerciseProvider, requestFor, type Sample } from '../conformance/provider.ts'
import { askProvider } from '../support/ask-provider.ts'
import type { FakeVendor, Step, Trouble } from '../support/vendors/fake.ts'
import { openSandbox, vendorAt } from '../support/vendors/open-vendor.ts'
import { samplePdf } from '../support/vendors/sample.ts'

export const never = new AbortController().signal

export const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

export type VendorTest = {
  readonly adapter: VendorAdapter
  readonly key: string
  readonly open: () => Promise<FakeVendor>
  /** The steps that the vendor has, in the order in which they are taken. */
  readonly steps: readonly Step[]
}

type Opened<Fake> = {
  readonly fake: Fake
  readonly provider: RemoteProvider
  /** Reads the sample document with the provider. */
  readonly read: (asked?: Partial<ParseRequest>) => Promise<Document>
}

/**
 * For the tests of one vendor, inside their `describe`: opens a fake that plays a script, and the provider over it. The
 * fake is closed after the test, the sandbox after the suite.
 */
export const vendorOpener = <Script, Fake extends FakeVendor>(
  adapter: VendorAdapter,
  key: string,
  openFake: (script?: Script) => Promise<Fake>,
): ((script?: Script, options?: Partial<VendorAccess> & { path?: string }) => Promise<Opened<Fake>>) => {
  let sandbox: Pick<Sandbox, 'run' | 'close'>
  before(async () => {
    sandbox = await openSandbox()
  })
  after(() => sandbox.close())
  return async (script, { path = '', ...access } = {}) => {
    const fake = await openFake(script)
    after(() => fake.close())
    const provider = vendorAt(adapter, `${fake.url}${path}`, { key, sandbox, ...access })
    const read = async (asked: Partial<ParseRequest> = {}) => reading(provider, pdf(await samplePdf()), asked)
    return { fake, provider, read }
  }
}

/** What holds for every vendor, whatever its name and format: the conformance suite of providers, and all troubles. */
export const exerciseVendor = ({ adapter, key, open, steps }: VendorTest): void => {
  const { name } = adapter.declaration
  let sandbox: Pick<Sandbox, 'run' | 'close'>
  before(async () => {
    sandbox = await openSandbox()
  })
  after(() => sandbox.close())

  exerciseProvider(
    name,
    async () => {
      const fake = await open()
      return { provider: vendorAt(adapter, fake.url, { key, sandbox }), close: () => fake.close() }
    },
    async () => ({
      paged: { ...pdf(await samplePdf()), pageCount: 3 },
      long: pdf(await pagesPdf(200)),
      failing: {
        document_damaged: pdf(Buffer.from('%PDF-1.7\nnothing of the kind follows\n%%EOF')),
        document_encrypted: pdf(await encryptedPdf()),
        document_empty: pdf(new Uint8Array()),
      },
    }),
  )

  describe(`${name}, when something goes wrong`, () => {
    type Attempt = { readonly fake: FakeVendor; readonly failure: ProviderFailure }
    const opened: FakeVendor[] = []
    after(async () => {
      for (const fake of opened) await fake.close()
    })

    const openWith = async (more: { key?: string } = {}) => {
      const fake = await open()
      opened.push(fake)
      return { fake, provider: vendorAt(adapter, fake.url, { key: more.key ?? key, sandbox }) }
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
      const request = { ...requestFor(pdf(await samplePdf()), provider), ...asked }
      try {
        await askProvider(provider, request, signal)
      } catch (error) {
        assert.doesNotMatch(inspect(error, { depth: 10 }), new RegExp(more.key ?? key), 'the key is in the error')
        assert.doesNotMatch(inspect(loggable(error), { depth: 10 }), new RegExp(more.key ?? key))
        assert.ok(error instanceof ProviderFailure, inspect(error))
        assert.match(error.message, /^[A-Z].*\.$/, 'a sentence for the caller')
        return { fake, failure: error }
      }
      return assert.fail('nothing went wrong')
    }
    const first = steps[0] ?? 'submit'
    const polls = steps.includes('poll')

    it('says when the key is rejected, and that nothing was accepted', async () => {
      const { failure, fake } = await failing(null, null, { key: 'wrong-key-0123456789' })
      assert.deepEqual([failure.code, failure.transient, failure.notAccepted], ['provider_unauthorized', false, true])
      assert.equal(fake.requests.length, 1)
    })

    it('sends nothing of a document that cannot be opened, has too many pages or none of the requested', async () => {
      for (const asked of [
        { maxPages: 1 },
        { pages: [9] },
        requestFor(pdf(await encryptedPdf()), (await openWith()).provider),
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
      ['half an answer', 'malformed'],
      ['a connection broken before it did anything', 'reset-before'],
      ['a connection broken after', 'reset-after'],
    ] as const satisfies readonly [string, Trouble][])
      it(`leaves open whether a submit was accepted after ${what}`, async () => {
        const { failure } = await failing('submit', trouble)
        assert.deepEqual([failure.code, failure.transient, failure.notAccepted], ['provider_unavailable', true, false])
      })

    it('ends a submit that is never answered with the reason of the signal', async () => {
      const reason = new Error('too late')
      const { fake, provider } = await openWith()
      fake.meet('submit', 'stall-after')
      const controller = new AbortController()
      const asking = askProvider(provider, requestFor(pdf(await samplePdf()), provider), controller.signal)
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

    it('fails on an answer of an unexpected form', async () => {
      for (const step of steps) {
        const { failure } = await failing(step, { status: 200, json: { something: 'else' } })
        assert.deepEqual([failure.code, failure.transient], ['provider_unavailable', false], step)
        assert.match(failure.message, /returned a response that cannot be used/)
      }
    })

    it('reveals neither its key nor the name of the document', async () => {
      const { fake, provider } = await openWith()
      const request = requestFor(pdf(await samplePdf()), provider)
      const source = { ...request.source, filename: 'secret-merger.pdf' }
      const document = await askProvider(provider, { ...request, source, includeRaw: true }, never)
      assert.doesNotMatch(inspect(document, { depth: 20 }), new RegExp(key))
      assert.doesNotMatch(inspect(provider, { depth: 20 }), new RegExp(key))
      for (const asked of fake.requests) {
        assert.doesNotMatch(asked.path, new RegExp(key))
        assert.doesNotMatch(asked.body.toString('latin1'), /secret-merger/)
        if (asked.step === 'download') assert.doesNotMatch(inspect(asked.headers), new RegExp(key))
      }
      assert.equal(first, fake.requests[0]?.step)
    })

    it('puts its URLs into no result, and makes those of its raw answer unusable', async () => {
      const { fake, provider } = await openWith()
      const request = requestFor(pdf(await samplePdf()), provider)
      const { raw, ...document } = await askProvider(provider, { ...request, includeRaw: true }, never)
      assert.doesNotMatch(inspect(document, { depth: 20 }), new RegExp(new URL(fake.url).host))
      assert.doesNotMatch(JSON.stringify(raw), /signature=/i)
    })
  })
}

/** What an adapter makes of a sample over a fake, with the fake. */
export const reading = (
  provider: RemoteProvider,
  sample: Sample,
  asked: Partial<ParseRequest> = {},
): ReturnType<typeof askProvider> => askProvider(provider, { ...requestFor(sample, provider), ...asked }, never)
