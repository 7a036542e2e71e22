import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { encryptedPdf, pagesPdf } from '@polyparse/test-support/pdf'
import { ProviderFailure, type RemoteProvider } from '../src/provider.ts'
import { documentOf } from '../src/parsed-document.ts'
import type { VendorAccess } from '../src/vendor.ts'
import { blocksOfAnswer } from '../src/vendors/vision/vision-blocks.ts'
import { inventedNumbers, isModelRefusal, withoutRepetition } from '../src/vendors/vision/faults.ts'
import { otslToHtml } from '../src/vendors/vision/otsl.ts'
import { vision } from '../src/vendors/vision/vision.ts'
import { blocksOfDocument, exerciseProvider, requestFor } from './conformance.ts'
import { vendorAt } from './support/open-vendor.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { samplePdf } from './support/sample.ts'
import { openVision, visionKey as key, type VisionScript } from './support/vision.ts'
import { never, pdf, reading, vendorOpener } from './vendor-modes.ts'

const model = 'tiny-vision'

describe('vision', () => {
  const sandbox = suiteSandbox()

  exerciseProvider(
    'vision',
    async () => {
      const fake = await openVision()
      return { provider: vendorAt(vision, fake.url, { key, sandbox, model }), close: () => fake.close() }
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

  const openWith = vendorOpener(vision, key, openVision)
  const open = (script?: VisionScript, access: Partial<VendorAccess> = {}) => openWith(script, { model, ...access })

  it('reads the answers of each family of models', async () => {
    const families = [
      ['markdown', 'general'],
      ['front-matter', 'olmocr'],
      ['layout', 'dots-ocr'],
      ['grounded', 'deepseek-ocr'],
      ['boxed', 'mineru'],
      ['labelled', 'chandra'],
    ] as const
    for (const [kind, profile] of families) {
      const placed = kind !== 'markdown' && kind !== 'front-matter'
      const { read } = await open({ kind }, { profile })
      const document = await read()
      const texts = blocksOfDocument(document)
        .filter(({ type }) => type !== 'page_header' && type !== 'page_footer')
        .map(({ type, text, page }) => [page, type, text])
      assert.deepEqual(
        texts,
        [
          [1, 'heading', 'Ferries of Page 1'],
          [1, 'paragraph', 'A calm year, said on page 1.'],
          [1, 'list_item', 'Weather'],
          [1, 'list_item', 'Waiting for trains'],
          [2, 'heading', 'Passengers of Page 2'],
          [2, 'table', 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349'],
          [3, 'heading', 'Map of Page 3'],
          placed ? [3, 'picture', kind === 'labelled' ? 'A map' : ''] : [3, 'paragraph', 'The routes'],
          [3, placed ? 'caption' : 'paragraph', 'Figure 1: where the ferries go.'],
          [3, 'code', 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 'And that was page 3.'],
        ],
        kind,
      )
      if (placed) {
        assert.deepEqual(document.tables[0]?.bbox?.map(Math.round), [60, 100, 700, 220])
        assert.equal(document.warnings.length, 0)
      }
    }
  })

  it('asks about each page once, with a picture of it, as the profile says', async () => {
    const { read, fake } = await open({}, { profile: 'olmocr', inputPrice: 1, outputPrice: 10 })
    const document = await read({ pages: [1, 3] })
    assert.deepEqual(
      fake.asked.toSorted((a, b) => a - b),
      [1, 3],
    )
    assert.deepEqual(document.usage, {
      pages: 2,
      tokens: { input: 2000, output: 200 },
      cost: 2 * (0.001 + 0.001),
      currency: 'USD',
    })
    assert.equal(document.model, 'tiny-vision')
    const [body] = fake.bodies
    assert.equal(body?.['temperature'], 0.1)
    assert.match(JSON.stringify(body), /front matter section/)
  })

  it('adds up what pages cost without the dust of binary fractions', async () => {
    const { read } = await open({}, { inputPrice: 0.2, outputPrice: 0.6 })
    assert.equal((await read()).usage?.cost, 0.00078)
  })

  it('says nothing of tokens and cost where the endpoint does not count them', async () => {
    const { read, fake } = await open({}, { inputPrice: 1, outputPrice: 10 })
    const { usage: _usage, ...uncounted } = completion('A page.')
    fake.meet('poll', { status: 200, json: uncounted })
    assert.deepEqual((await read({ pages: [1, 3] })).usage, { pages: 2 })
  })

  it('takes a prompt and a profile of the caller, and refuses other options', async () => {
    const { read, fake } = await open()
    await read({ pages: [1], options: { prompt: 'Read it.', profile: 'nanonets-ocr' } })
    assert.match(JSON.stringify(fake.bodies[0]), /"text":"Read it\."/)
    await assert.rejects(read({ options: { model: 'other' } }), { code: 'unsupported_option', notAccepted: true })
  })

  describe('doubts', () => {
    const codes = async (script: VisionScript) => {
      const { read } = await open(script)
      const document = await read()
      return document.warnings.filter(({ page }) => page !== undefined).map(({ code, page }) => [code, page])
    }

    it('answers that run in circles, were cut off, or have numbers that the page has not', async () => {
      const circles = `Ferries. ${'The ferry goes to Holm and back. '.repeat(60)}`
      assert.deepEqual(await codes({ say: { 1: { content: circles } } }), [['answer_repeats', 1]])
      assert.deepEqual(await codes({ say: { 2: { finish: 'length' } } }), [['answer_truncated', 2]])
    })

    it('pages that the model declines, or about which it writes nothing', async () => {
      for (const said of [
        { content: "I'm sorry, but I can't help with that." },
        { content: null, refusal: 'No.' },
        { content: '', finish: 'content_filter' },
      ])
        assert.deepEqual(await codes({ say: { 2: said } }), [['page_failed', 2]], inspect(said))
    })
  })

  const askingOf = async (provider: RemoteProvider) => {
    const request = requestFor(pdf(await samplePdf()), provider)
    const submitted = await provider.submit({ request, upload: null, token: 'a' }, never)
    assert.ok(submitted.kind === 'submitted')
    return { request, reference: submitted.reference, answers: createPageAnswers() }
  }

  it('asks again only about pages that have no answer, whatever happened in between', async () => {
    const { fake, provider } = await open({}, { pagesAtOnce: 1 })
    const work = await askingOf(provider)
    fake.meet('poll', { status: 200, json: completion('The first page.') }, { status: 503, json: {} })
    await assert.rejects(provider.poll(work, never), { code: 'provider_unavailable', transient: true })
    assert.deepEqual([...(await work.answers.pages())], [1])
    assert.deepEqual(await provider.poll(work, never), { kind: 'ready' })
    assert.deepEqual(fake.asked, [2, 3])
    const document = documentOf(await provider.fetch(work, never))
    assert.equal(blocksOfDocument(document)[0]?.text, 'The first page.')
  })

  it('does not ask about a page that another worker has asked about meanwhile', async () => {
    const { fake, provider } = await open({}, { pagesAtOnce: 1 })
    const work = await askingOf(provider)
    const { answers } = work
    const keep = async (page: number, answer: string) => {
      await answers.keep(page, answer)
      if (page === 1) await answers.keep(2, answer)
    }
    assert.deepEqual(await provider.poll({ ...work, answers: { ...answers, keep } }, never), { kind: 'ready' })
    assert.deepEqual(fake.asked, [1, 3])
  })

  it('asks about as many pages at once as it is set to, and no more', async () => {
    const { fake, provider } = await open({ takes: 30 }, { pagesAtOnce: 3 })
    await reading(provider, pdf(await pagesPdf(10, { size: [400, 500] })))
    assert.equal(fake.mostAtOnce(), 3)
  })

  it('goes on where one page is refused, and fails where all are', async () => {
    const tooLong = { status: 400, json: { error: { message: 'The decoder prompt is too long' } } }
    const { fake, read } = await open({}, { pagesAtOnce: 1 })
    fake.meet('poll', tooLong)
    const document = await read()
    assert.deepEqual(
      document.warnings.filter(({ code }) => code === 'page_failed').map(({ page }) => page),
      [1],
    )
    fake.meet('poll', tooLong, tooLong, tooLong)
    await assert.rejects(read(), { code: 'provider_unavailable', transient: false })
  })

  it('names a wrong address, model or key at once', async () => {
    const { read } = await open({}, { model: 'another' })
    await assert.rejects(read(), (error) => {
      assert.ok(error instanceof ProviderFailure)
      assert.deepEqual([error.code, error.transient, error.gone], ['provider_unavailable', false, false])
      assert.match(error.message, /not set up properly/)
      return true
    })
    const { fake } = await open()
    const wrong = vendorAt(vision, fake.url, { key: 'wrong-key-0123456789', sandbox, model })
    await assert.rejects(reading(wrong, pdf(await samplePdf())), { code: 'provider_unauthorized', transient: false })
  })

  it('sends nothing of a document that cannot be opened, and reveals no key', async () => {
    const { fake, provider } = await open()
    await assert.rejects(reading(provider, pdf(await encryptedPdf())), { code: 'document_encrypted' })
    assert.equal(fake.requests.length, 0)
    const document = await reading(provider, pdf(await samplePdf()), { includeRaw: true })
    assert.doesNotMatch(inspect({ document, provider }, { depth: 20 }), new RegExp(key))
  })
})

describe('an answer of a model', () => {
  it('is read without what the model has thought before', () => {
    const size = { width: 100, height: 100 }
    for (const content of [
      '<think>It has 3 lines, or 4.</think>\n\nA page.',
      'It has 3 lines, or 4.\n</think>\nA page.',
    ])
      assert.deepEqual(
        blocksOfAnswer('markdown', content, size).map(({ text }) => text),
        ['A page.'],
      )
  })

  it('is cut where it runs in circles, and not where a table repeats itself', () => {
    assert.equal(withoutRepetition(`Start ${'abcde '.repeat(100)}`), 'Start abcde')
    assert.equal(withoutRepetition(`| a |\n${'| 0 |\n'.repeat(20)}`), null)
    assert.equal(withoutRepetition(`Name ${'_'.repeat(500)}`), null)
    assert.equal(withoutRepetition('An ordinary text that ends well.'), null)
  })

  it('is a refusal only where it is short and says so', () => {
    assert.ok(isModelRefusal("I'm sorry, I cannot assist with that request."))
    assert.ok(!isModelRefusal('I cannot recommend this ferry, says the report. '.repeat(20)))
    assert.ok(!isModelRefusal('The crew was sorry.'))
  })

  it('may have tables in OTSL, whose cells go on to the right, down or both', () => {
    assert.equal(
      otslToHtml('<ched>Route<lcel><ched>Year<nl><fcel>Ellery<lcel><fcel>1<nl><ucel><xcel><ecel><nl>'),
      '<table><tr><th colspan="2">Route</th><th>Year</th></tr><tr><td colspan="2" rowspan="2">Ellery</td><td>1</td></tr><tr><td></td></tr></table>',
    )
  })

  it('has numbers that its page has not', () => {
    const page = 'Sales were 48,317 in 2024 and 51 290 in 2025, as the table of the annual report says.'
    assert.equal(inventedNumbers('48 317 and 51.290 in 2024', page), 0)
    assert.equal(inventedNumbers('48,371 in 2024', page), 1)
    assert.equal(inventedNumbers('48,371', 'scanned'), 0)
  })
})

const completion = (content: string) => ({
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
})
