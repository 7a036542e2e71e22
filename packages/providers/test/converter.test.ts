import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { auto } from '../src/local/auto/auto.ts'
import { convertibleMediaTypes, type ConverterKind } from '../src/converter/convertible.ts'
import { createConverter } from '../src/converter/converter.ts'
import { withConverter } from '../src/converter/with-converter.ts'
import { createLocalProvider } from '../src/local-provider.ts'
import { documentOf } from '../src/parsed-document.ts'
import { providerB } from '../src/local/provider-b/provider-b.ts'
import type { DirectProvider, ParseRequest } from '../src/provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { requestFor, type Sample } from './conformance.ts'
import { openConverterFake, type ConverterFake } from './support/converter.ts'

const slides: Sample = { mediaType: 'application/vnd.apple.keynote', bytes: Buffer.from('slides of a presentation') }
const never = new AbortController().signal

describe('a converter', () => {
  const sandbox = suiteSandbox()
  const best = createLocalProvider(auto, { sandbox })
  const optical = createLocalProvider(providerB, { sandbox })
  let fake: ConverterFake
  before(async () => {
    fake = await openConverterFake({ pdf: await pagesPdf(2), html: '<h1>Slides</h1><p>first</p>' })
  })
  after(() => fake.close())
  beforeEach(() => fake.reset())

  const providerWith = (kind: ConverterKind, limits: { seconds?: number; maxBytes?: number } = {}): DirectProvider => {
    const converter = createConverter({ kind, baseUrl: fake.url, seconds: 10, maxBytes: 1_000_000, ...limits })
    return withConverter(best, converter)
  }
  const parse = async (
    provider: DirectProvider,
    sample: Sample,
    asked: Partial<ParseRequest> = {},
    signal = never,
  ): Promise<Document> => documentOf(await provider.parse({ ...requestFor(sample, provider), ...asked }, signal))
  const fails = (provider: DirectProvider, expected: Readonly<Record<string, unknown>>) =>
    assert.rejects(parse(provider, slides), expected)

  it('of Gotenberg makes a PDF, which is read with a warning and under its own type', async () => {
    const document = await parse(providerWith('gotenberg'), slides, { pages: [2] })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [2],
    )
    assert.equal(document.metadata.mimeType, slides.mediaType)
    assert.deepEqual(document.warnings, [
      { code: 'converted', message: 'The document was converted by Gotenberg to application/pdf and read as that.' },
    ])
    const [asked] = fake.asked()
    assert.deepEqual(asked, {
      method: 'POST',
      path: '/forms/libreoffice/convert',
      accept: 'application/pdf',
      filename: 'document.key',
      content: Buffer.from(slides.bytes),
    })
  })

  it('of Tika writes HTML, which is read', async () => {
    const document = await parse(providerWith('tika'), slides)
    assert.deepEqual(
      document.pages[0]?.blocks.map(({ type, text }) => [type, text]),
      [
        ['heading', 'Slides'],
        ['paragraph', 'first'],
      ],
    )
    assert.partialDeepStrictEqual(fake.asked()[0], { method: 'PUT', path: '/tika', accept: 'text/html' })
    assert.deepEqual(fake.asked()[0]?.content, Buffer.from(slides.bytes))
  })

  it('is asked only for what nothing reads here', async () => {
    const provider = providerWith('gotenberg')
    await parse(provider, { mediaType: 'text/plain', bytes: Buffer.from('text') })
    assert.equal(fake.asked().length, 0)
    assert.ok(convertibleMediaTypes.some((mediaType) => !best.mediaTypes.includes(mediaType)))
    assert.equal(new Set(provider.mediaTypes).size, provider.mediaTypes.length)
    const tika = createConverter({ kind: 'tika', baseUrl: fake.url, seconds: 1, maxBytes: 1 })
    assert.deepEqual(withConverter(optical, tika).mediaTypes, optical.mediaTypes)
  })

  it('that is not set leaves everything as it is, but for what it would make readable', () => {
    const provider = withConverter(best, null)
    assert.deepEqual(provider.mediaTypes, best.mediaTypes)
    assert.ok(provider.convertible?.includes(slides.mediaType))
  })

  it('that cannot read a document fails it, and one that is busy or broken is asked again later', async () => {
    for (const status of [400, 415, 422]) {
      fake.answer({ status })
      await fails(providerWith('gotenberg'), {
        code: 'document_damaged',
        transient: false,
        message: `Gotenberg cannot read the document. It answered with the status ${status}.`,
      })
    }
    for (const status of [429, 500, 503]) {
      fake.answer({ status })
      await fails(providerWith('tika'), { transient: true })
    }
    fake.answer({ status: 200, bytes: Buffer.alloc(0) })
    await fails(providerWith('tika'), { code: 'document_damaged' })
    fake.answer({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    await fails(providerWith('tika'), { code: 'provider_unavailable' })
  })

  it('whose answer is too large, or comes too slowly or never, fails the run', async () => {
    fake.answer({ status: 200, bytes: Buffer.alloc(5000) })
    await fails(providerWith('gotenberg', { maxBytes: 1000 }), { code: 'provider_unavailable', transient: false })
    for (const trouble of ['stall', 'trickle', 'reset'] as const) {
      fake.answer(trouble)
      await fails(providerWith('gotenberg', { seconds: 1 }), { code: 'provider_unavailable', transient: true })
    }
  })

  it('that returns something else than it promised makes the document damaged', async () => {
    fake.answer({ status: 200, bytes: Buffer.from('<html>login</html>') })
    await fails(providerWith('gotenberg'), { code: 'document_damaged' })
  })

  it('is left when the run is stopped', async () => {
    fake.answer('stall')
    const reason = new Error('stopped')
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 200)
    await assert.rejects(parse(providerWith('gotenberg'), slides, {}, controller.signal), reason)
  })
})
