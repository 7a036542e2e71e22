import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { PNG } from 'pngjs'
import { ProviderFailure, type RemoteProvider } from '../src/provider.ts'
import type { VendorAccess, VendorAdapter } from '../src/vendor.ts'
import { anthropic } from '../src/vendors/vision/anthropic/anthropic.ts'
import { createPageMarks, dividedByMarks, markOf } from '../src/vendors/vision/documents/page-marks.ts'
import { gemini } from '../src/vendors/vision/gemini/gemini.ts'
import { pdfSamples } from '../src/testing/exercise-vendor.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { blocksOfDocument, exerciseProvider, requestFor } from './conformance.ts'
import { anthropicKey, openAnthropic } from './support/anthropic.ts'
import type { DocumentModelScript, Question } from './support/document-model.ts'
import type { FakeVendor } from './support/fake.ts'
import { geminiKey, openGemini } from './support/gemini.ts'
import { vendorAt } from './support/open-vendor.ts'
import { encryptedSamplePdf, samplePdf } from './support/sample.ts'
import { never, pdf, reading, vendorOpener } from './vendor-modes.ts'

type Tested = {
  readonly adapter: VendorAdapter
  readonly key: string
  readonly model: string
  readonly open: (script?: DocumentModelScript) => Promise<FakeVendor & { readonly questions: readonly Question[] }>
}

const all: readonly Tested[] = [
  { adapter: anthropic, key: anthropicKey, model: 'tiny-claude', open: openAnthropic },
  { adapter: gemini, key: geminiKey, model: 'tiny-gemini', open: openGemini },
]

for (const { adapter, key, model, open: openFake } of all)
  describe(adapter.declaration.id, () => {
    const sandbox = suiteSandbox()

    exerciseProvider(
      adapter.declaration.name,
      async () => {
        const fake = await openFake()
        return { provider: vendorAt(adapter, fake.url, { key, sandbox, model }), close: () => fake.close() }
      },
      pdfSamples,
    )

    const openWith = vendorOpener(adapter, key, openFake)
    const open = (script?: DocumentModelScript, access: Partial<VendorAccess> = {}) =>
      openWith(script, { model, ...access })
    const asked = ({ questions }: { readonly questions: readonly Question[] }) => questions.map(({ pages }) => pages)

    it('sends pages as a PDF, and divides the answer by its marks', async () => {
      const { read, fake } = await open({}, { pagesPerRequest: 2, requestsAtOnce: 1, inputPrice: 1, outputPrice: 10 })
      const document = await read({ includeRaw: true })
      assert.deepEqual(asked(fake), [[1, 2], [3]])
      assert.ok(fake.questions.every(({ mediaType }) => mediaType === 'application/pdf'))
      assert.deepEqual(
        blocksOfDocument(document).map(({ type, text, page }) => [page, type, text]),
        [
          [1, 'heading', 'Ferries of Page 1'],
          [1, 'paragraph', 'A calm year, said on page 1.'],
          [1, 'list_item', 'Weather'],
          [1, 'list_item', 'Waiting for trains'],
          [2, 'heading', 'Passengers of Page 2'],
          [2, 'table', 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349'],
          [3, 'heading', 'Map of Page 3'],
          [3, 'paragraph', 'The routes'],
          [3, 'paragraph', 'Figure 1: where the ferries go.'],
          [3, 'code', 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 'And that was page 3.'],
        ],
      )
      assert.deepEqual(document.usage, {
        pages: 3,
        tokens: { input: 2000, output: 200 },
        cost: 2 * (0.001 + 0.001),
        currency: 'USD',
      })
      assert.match(document.model ?? '', /^tiny-\w+-\d+$/)
      assert.deepEqual(
        document.warnings.map(({ code }) => code),
        ['blocks_unplaced'],
      )
    })

    it('asks alone about a page in which an answer was cut off, and about those after it', async () => {
      const { read, fake } = await open({ cutIn: [2] })
      const document = await read()
      assert.deepEqual(asked(fake), [[1, 2, 3], [2], [3]])
      assert.equal(document.usage?.tokens?.input, 3000)
      assert.deepEqual(
        document.warnings.map(({ code }) => code),
        ['blocks_unplaced'],
      )
      assert.match(JSON.stringify(document.pages[2]), /And that was page 3/)
    })

    it('believes no marks that are out of order, and none that are printed', async () => {
      const { read, fake } = await open({ mark: (told) => told.replace(/\d OF/, '2 OF') })
      await read()
      assert.deepEqual(asked(fake), [[1, 2, 3], [1], [2], [3]])
      const printed = 'As it was.\n\n=====PAGE 2 OF 3 [00000000]=====\n\nAs it was not.'
      const other = await open({ say: { 1: printed } })
      assert.deepEqual(
        (await other.read()).pages.map(({ blocks }) => blocks.at(-1)?.text),
        ['As it was not.', 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349', 'And that was page 3.'],
      )
      assert.deepEqual(asked(other.fake), [[1, 2, 3]])
    })

    it('goes on with the other pages where it is declined or refused', async () => {
      const { read, fake } = await open({ declines: [2] })
      const failed = async () =>
        (await read()).warnings.filter(({ code }) => code === 'page_failed').map(({ page }) => page)
      assert.deepEqual(await failed(), [2])
      assert.deepEqual(asked(fake), [[1, 2, 3], [1], [2], [3]])
      fake.meet('poll', { status: 413, json: { error: { message: 'Request exceeds the maximum size' } } })
      assert.deepEqual(await failed(), [2])
    })

    it('doubts answers that run in circles or decline in words', async () => {
      const circles = `Ferries. ${'The ferry goes to Holm and back. '.repeat(60)}`
      const { read } = await open({ say: { 1: circles, 2: "I'm sorry, but I can't help with that." } })
      assert.deepEqual(
        (await read()).warnings.map(({ code, page }) => [code, page]),
        [
          ['answer_repeats', 1],
          ['page_failed', 2],
          ['blocks_unplaced', undefined],
        ],
      )
    })

    it('reads a scan as a picture, and tells the model what the caller says', async () => {
      const { provider, fake } = await open()
      const bytes = PNG.sync.write(new PNG({ width: 300, height: 400, fill: true }))
      await reading(provider, { mediaType: 'image/png', bytes }, { options: { prompt: 'Read it.' } })
      assert.deepEqual(fake.questions, [{ pages: [1], prompt: 'Read it.', mediaType: 'image/png' }])
    })

    const askingOf = async (provider: RemoteProvider) => {
      const request = requestFor(pdf(await samplePdf()), provider)
      const submitted = await provider.submit({ request, upload: null, token: 'a' }, never)
      assert.ok(submitted.kind === 'submitted')
      return { request, reference: submitted.reference, answers: createPageAnswers() }
    }

    it('asks again only about pages that have no answer, whatever happened in between', async () => {
      const { fake, provider } = await open({}, { pagesPerRequest: 2, requestsAtOnce: 1 })
      const work = await askingOf(provider)
      const answers = { ...work.answers, keep: () => Promise.reject(new Error('the process dies')) }
      await assert.rejects(provider.poll({ ...work, answers }, never), /the process dies/)
      assert.deepEqual(await provider.poll(work, never), { kind: 'ready' })
      assert.deepEqual(asked(fake), [[1, 2], [1, 2], [3]])
      fake.meet('poll', { status: 503, json: {} })
      const again = await askingOf(provider)
      await again.answers.keep(1, 'kept')
      await assert.rejects(provider.poll(again, never), { code: 'provider_unavailable', transient: true })
      assert.deepEqual(await provider.poll(again, never), { kind: 'ready' })
      assert.deepEqual(asked(fake).slice(3), [[2, 3]])
    })

    it('names a wrong key or model at once, and is checked by its model', async () => {
      const { provider } = await open()
      assert.equal(await provider.check?.(never), model)
      const other = await open({}, { model: 'another' })
      await assert.rejects(other.read(), { code: 'provider_unavailable', transient: false, message: /not set up/ })
      await assert.rejects(async () => other.provider.check?.(never), { message: /not set up/ })
      const wrong = await open({}, { key: 'wrong-key-0123456789' })
      await assert.rejects(wrong.read(), { code: 'provider_unauthorized', transient: false })
    })

    it('sends nothing of a document that cannot be opened, and reveals no key', async () => {
      const { fake, provider, read } = await open()
      await assert.rejects(reading(provider, pdf(encryptedSamplePdf())), { code: 'document_encrypted' })
      assert.equal(fake.requests.length, 0)
      const document = await read({ includeRaw: true })
      assert.doesNotMatch(inspect({ document, provider }, { depth: 20 }), new RegExp(key))
      fake.meet('poll', { status: 401, json: { error: { message: `${key} is not valid` } } })
      await assert.rejects(read(), (error) => {
        assert.ok(error instanceof ProviderFailure)
        assert.doesNotMatch(inspect(error, { depth: 10 }), new RegExp(key))
        return true
      })
    })
  })

describe('an answer about several pages', () => {
  it('is divided only by marks of its own request, in order', () => {
    const marks = createPageMarks(3)
    const [one, two, three] = [1, 2, 3].map((position) => markOf(marks, position))
    const divided = (...lines: (string | undefined)[]) => [...dividedByMarks(lines.join('\n'), marks)]
    const pages = [
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ]
    assert.deepEqual(divided('Here it is:', one, 'a', two, three, 'b'), pages)
    assert.deepEqual(divided('```markdown', one, 'a', two, three, 'b', '```'), pages)
    assert.deepEqual(divided(one, 'a', three, 'b'), [
      [1, 'a'],
      [3, 'b'],
    ])
    const foreign = markOf(createPageMarks(3), 2)
    assert.deepEqual(divided(one, 'a', foreign, 'b'), [[1, `a\n${foreign}\nb`]])
    for (const unordered of [
      [two, one],
      [one, one],
      [three, two],
    ])
      assert.deepEqual(divided(...unordered), [])
  })
})
