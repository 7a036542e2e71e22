import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { near } from '@polyparse/test-support/near'
import { encryptedPdf } from '@polyparse/test-support/pdf'
import { importReducto } from '../../../test/peers/peers.ts'
import { ProviderFailure, type Reference } from '../src/provider.ts'
import { reducto } from '../src/vendors/reducto/reducto.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { jsonOfRequest } from './support/fake.ts'
import { openReducto, reductoKey, type ReductoScript } from './support/reducto.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, reading, vendorOpener } from './vendor-modes.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'

const { Reducto } = await importReducto()

exerciseVendor({
  adapter: reducto,
  key: reductoKey,
  open: openReducto,
  steps: ['upload', 'submit', 'poll'],
})

describe('reducto', () => {
  const open = vendorOpener(reducto, reductoKey, openReducto)

  it('turns blocks into blocks and shares of the page into points, also when the result is behind a URL', async () => {
    for (const byUrl of [false, true]) {
      const { read, fake } = await open({ byUrl })
      const document = await read({ includeRaw: true })
      assert.deepEqual(
        blocksOfDocument(document).map(({ type, text, level, page }) => [page, type, level ?? 0, text]),
        [
          [1, 'page_header', 0, 'Annual report'],
          [1, 'title', 0, 'Ferries of Page 1'],
          [1, 'paragraph', 0, 'A calm year, said on page 1.'],
          [1, 'list_item', 1, 'Weather'],
          [1, 'list_item', 1, 'Waiting for trains'],
          [2, 'heading', 2, 'Passengers of Page 2'],
          [2, 'table', 0, 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349'],
          [2, 'page_footer', 0, 'Page 2 of 3'],
          [3, 'heading', 2, 'Map of Page 3'],
          [3, 'picture', 0, 'The routes'],
          [3, 'paragraph', 0, 'Figure 1: where the ferries go.'],
          [3, 'code', 0, 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 0, 'And that was page 3.'],
        ],
      )
      near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
      near(document.tables[0]?.bbox, [60, 100, 700, 220])
      near(document.pictures[0]?.bbox, [100, 100, 300, 200])
      assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
      assert.deepEqual(document.usage, { pages: 3, credits: 4.5 })
      assert.equal(document.quality, undefined)
      assert.equal(fake.count('download'), byUrl ? 2 : 1)
      assert.match(inspect(document.raw, { depth: 20 }), /A \*\*calm\*\* year/)
    }
  })

  it('downloads the result once', async () => {
    const { read, fake } = await open({ polls: 1 })
    await read()
    assert.equal(fake.count('poll'), 2)
  })

  it('says where it is unsure, and how sure it is where figures were requested', async () => {
    const { read } = await open({ granular: true })
    const document = await read()
    assert.deepEqual(document.warnings, [
      { code: 'low_confidence', message: 'Reducto reports low confidence in a block on page 2.', page: 2 },
    ])
    assert.deepEqual(document.quality, { score: 0.9, scale: '0-1' })
    assert.ok(blocksOfDocument(document).every(({ confidence }) => confidence === 0.9))
  })

  it('finds the work of a submit among all that it lists, and none that is not its own', async () => {
    const { fake, provider } = await open()
    const submitting = async (token: string) => {
      const request = requestFor(pdf(await samplePdf()), provider)
      const upload = (await provider.upload?.(request, never)) ?? null
      const submission = { request, upload, token }
      return { submission, submitted: await provider.submit(submission, never) }
    }
    const all = []
    for (const token of ['a', 'b', 'c', 'd', 'e']) all.push(await submitting(token))
    for (const { submission, submitted } of all)
      assert.deepEqual(await provider.find?.({ ...submission, secondsAgo: 60 }, never), submitted)
    const { submission } = await submitting('f')
    fake.meet('poll', { status: 200, json: { jobs: [{ job_id: 'r9', raw_config: '{}' }] } })
    assert.equal(await provider.find?.({ ...submission, secondsAgo: 60 }, never), null)
    assert.equal(fake.count('submit'), 6)
  })

  it('asks for pages by their own numbers, and for nothing that costs extra', async () => {
    const { read, fake } = await open()
    const options = { settings: { ocr_system: 'legacy' }, enhance: { agentic: [{ scope: 'table' }] } }
    const document = await read({ pages: [2, 3], outputs: ['text'], options })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
    const submit = fake.requests.find(({ step }) => step === 'submit')
    assert.deepEqual(submit && jsonOfRequest(submit), {
      enhance: { summarize_figures: false, agentic: [{ scope: 'table' }] },
      formatting: { table_output_format: 'html' },
      retrieval: { chunking: { chunk_mode: 'disabled' } },
      settings: { return_images: [], ocr_system: 'legacy', page_range: [{ start: 2, end: 3 }] },
      input: 'reducto://1.pdf',
    })
    for (const refused of [{ input: 'https://example.org' }, { async: {} }, { settings: { page_range: [1] } }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
  })

  it('takes the password for an encrypted document, and sends it along', async () => {
    const { provider, fake } = await open()
    const sample = pdf(await encryptedPdf())
    const options = { settings: { document_password: 'open sesame' } }
    assert.equal((await reading(provider, sample, { options })).pages.length, 1)
    const submit = fake.requests.find(({ step }) => step === 'submit')
    assert.match(submit?.body.toString() ?? '', /"document_password":"open sesame"/)
    const wrong = { settings: { document_password: 'wrong' } }
    await assert.rejects(reading(provider, sample, { options: wrong }), { code: 'document_encrypted' })
    fake.meet('submit', { status: 442, json: { detail: 'Password protected' } })
    await assert.rejects(reading(provider, sample, { options }), { code: 'document_encrypted', notAccepted: true })
  })

  it('takes a missing page that was charged for as blank, and warns of one that was not', async () => {
    const blank = await (await open({ blankPages: [2] })).read()
    assert.deepEqual(
      blank.pages.map(({ number, blocks }) => [number, blocks.length]),
      [
        [1, 5],
        [2, 0],
        [3, 5],
      ],
    )
    assert.deepEqual(blank.warnings, [])
    const document = await (await open({ failPages: [2] })).read()
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [1, 3],
    )
    assert.deepEqual(document.warnings, [
      { code: 'page_failed', message: 'Reducto returned nothing for page 2.', page: 2 },
    ])
  })

  it('fails when the work has failed, and when its result has gone', async () => {
    await assert.rejects((await open({ fail: 'Conversion error' })).read(), {
      code: 'provider_unavailable',
      transient: false,
      gone: false,
    })
    const { read } = await open({ byUrl: true, expiredUrls: true })
    await assert.rejects(read(), { code: 'provider_unavailable', transient: true })
    const withoutPictures = await (await open({ expiredUrls: true })).read()
    assert.deepEqual(
      withoutPictures.warnings.filter(({ code }) => code === 'image_omitted').map(({ page }) => page),
      [3],
    )
  })

  const submitting = async (script: ReductoScript) => {
    const { fake, provider } = await open(script)
    const request = requestFor(pdf(await samplePdf()), provider)
    const upload = (await provider.upload?.(request, never)) ?? null
    const submitted = await provider.submit({ request, upload, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted' && upload !== null)
    const work = { request, reference: submitted.reference, answers: createPageAnswers() }
    return { fake, provider, upload, work, forget: (reference: Reference) => provider.forget?.(reference, never) }
  }

  it('has the file and the work deleted, and it is no error when they are gone or about to be', async () => {
    const { fake, provider, upload, work, forget } = await submitting({ polls: 0 })
    await provider.poll(work, never)
    assert.equal(fake.kept().length, 2)
    await forget(upload)
    await forget(work.reference)
    assert.deepEqual(fake.kept(), [])
    // The vendor is still at it.
    await assert.rejects(async () => forget(work.reference), { code: 'provider_unavailable', transient: true })
    for (const reference of [work.reference, upload, { job: 'unknown' }]) await forget(reference)
    await assert.rejects(provider.poll(work, never), { gone: true })
  })

  it('has unfinished work cancelled before it is deleted', async () => {
    const { fake, work, forget } = await submitting({ polls: 100 })
    await forget(work.reference)
    assert.equal(fake.jobs.get('r1')?.cancelled, true)
    assert.deepEqual(fake.kept(), ['reducto://1.pdf'])
  })

  it('says why the work has failed, in terms of the document where the vendor does', async () => {
    const failing = async (failure: ReductoScript['failure']) => {
      const { read } = await open({ fail: 'Nothing to be done', ...(failure !== undefined && { failure }) })
      return read().then(
        () => assert.fail('it is read'),
        (error: unknown) => (error instanceof ProviderFailure ? [error.code, error.message] : error),
      )
    }
    assert.deepEqual(await failing({ code: 442, name: 'PASSWORD_PROTECTED' }), [
      'document_encrypted',
      'The document is encrypted, and Reducto cannot open it. It said: “PASSWORD_PROTECTED; Nothing to be done”.',
    ])
    assert.deepEqual(await failing({ code: 504, name: 'TIMEOUT' }), [
      'provider_unavailable',
      'Reducto accepted the document but failed to read it. It said: “TIMEOUT; Nothing to be done”.',
    ])
    assert.deepEqual(await failing(undefined), [
      'provider_unavailable',
      'Reducto accepted the document but failed to read it. It said: “Nothing to be done”.',
    ])
  })

  it('says how many of its pages are done, by the share that the vendor tells', async () => {
    const { provider } = await open({ polls: 1 })
    const request = requestFor(pdf(await samplePdf()), provider)
    const upload = (await provider.upload?.(request, never)) ?? null
    const submitted = await provider.submit({ request, upload, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted')
    const work = { request, reference: submitted.reference, answers: createPageAnswers() }
    assert.partialDeepStrictEqual(await provider.poll(work, never), {
      kind: 'working',
      progress: { done: 1, total: 3 },
    })
  })

  it("has a fake that the vendor's own SDK understands", async () => {
    const { fake } = await open({ polls: 1 })
    const client = new Reducto({ apiKey: reductoKey, baseURL: fake.url })
    const file = new File([new Uint8Array(await samplePdf())], 'a.pdf', { type: 'application/pdf' })
    const upload = await client.upload({ file })
    const { job_id: id } = await client.parse.runJob({ input: upload.file_id, settings: { page_range: [1, 3] } })
    assert.equal((await client.job.get(id)).status, 'Pending')
    const { status, result } = await client.job.get(id)
    assert.equal(status, 'Completed')
    assert.ok(result && 'usage' in result)
    assert.match(JSON.stringify(result), /"original_page":3/)
    await client.job.cancel(id)
    await assert.rejects(
      new Reducto({ apiKey: 'wrong', baseURL: fake.url, maxRetries: 0 }).job.get(id),
      Reducto.AuthenticationError,
    )
  })
})
