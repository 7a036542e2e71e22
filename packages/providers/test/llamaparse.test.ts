import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importLlamaCloud } from '../../../test/peers/peers.ts'
import { llamaparse } from '../src/vendors/llamaparse/llamaparse.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { formOf, jsonOfRequest } from './support/fake.ts'
import { llamaKey, openLlamaparse } from './support/llamaparse.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, vendorOpener } from './vendor-modes.ts'

const { default: LlamaCloud } = await importLlamaCloud()

exerciseVendor({
  adapter: llamaparse,
  key: llamaKey,
  open: openLlamaparse,
  steps: ['upload', 'submit', 'poll'],
})

describe('llamaparse', () => {
  const open = vendorOpener(llamaparse, llamaKey, openLlamaparse)

  it('turns items into blocks with their places, lists, tables with spans, and running text', async () => {
    const { read } = await open()
    const document = await read()
    assert.deepEqual(
      blocksOfDocument(document).map(({ type, text, level, page }) => [page, type, level ?? 0, text]),
      [
        [1, 'page_header', 0, 'Annual report'],
        [1, 'heading', 1, 'Ferries of Page 1'],
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
    const [, , calm, weather] = document.pages[0]?.blocks ?? []
    assert.deepEqual(calm?.runs, [{ text: 'A ' }, { text: 'calm', bold: true }, { text: ' year, said on page 1.' }])
    assert.deepEqual(calm?.bbox, [60, 100, 500, 130])
    assert.deepEqual(weather?.bbox, [70, 140, 300, 180], 'somewhere in its list')
    const closed = document.tables[0]?.cells.find(({ text }) => text === 'closed')
    assert.deepEqual([closed?.row, closed?.column, closed?.columnSpan], [1, 1, 2])
    assert.deepEqual(
      document.pages.map(({ width, height }) => [width, height].map((side) => Math.round(side ?? 0))),
      [
        [595, 842],
        [842, 595],
        [612, 792],
      ],
    )
    assert.equal(document.metadata.title, 'Ferries')
  })

  it('fetches pictures, and passes on quality, credits and doubts', async () => {
    const { read, fake } = await open()
    const document = await read()
    const [picture] = document.pictures
    assert.deepEqual([picture?.width, picture?.height, picture?.alt, picture?.page], [40, 20, 'The routes', 3])
    assert.deepEqual(picture?.bbox, [100, 100, 300, 200])
    assert.equal(fake.count('download'), 1)
    assert.deepEqual(document.quality, { score: 0.9, scale: '0-1' })
    assert.deepEqual(document.usage, { pages: 3, credits: 6 })
    assert.equal(document.model, 'cost_effective')
    assert.deepEqual(document.warnings, [
      {
        code: 'table_doubtful',
        message: 'LlamaParse has doubts about a table on page 2: inconsistent_row_cell_count row 2',
        page: 2,
      },
    ])
    assert.deepEqual((await (await open({ credits: null })).read()).usage, { pages: 3 })
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
    fake.meet('poll', { status: 200, json: { items: [{ id: 'pjb-9', user_metadata: null }] } })
    assert.equal(await provider.find?.({ ...submission, secondsAgo: 60 }, never), null)
    assert.equal(fake.count('submit'), 6)
  })

  it('asks for pages by their own numbers, and for nothing that was not requested', async () => {
    const { read, fake } = await open()
    const options = { tier: 'agentic', output_options: { a: 1 }, user_metadata: { invoice: '7' } }
    await read({ pages: [1, 3, 7], outputs: ['markdown'], options })
    const submit = fake.requests.find(({ step }) => step === 'submit')
    assert.ok(submit !== undefined)
    const { user_metadata: labels, ...body } = jsonOfRequest(submit)
    assert.match(JSON.stringify(labels), /^{"invoice":"7","polyparse_submit":"[\da-f-]{36}"}$/)
    assert.deepEqual(body, {
      tier: 'agentic',
      version: 'latest',
      output_options: { images_to_save: [], a: 1 },
      file_id: 'f1',
      page_ranges: { target_pages: '1,3' },
    })
    assert.equal(fake.count('download'), 0)
    const upload = fake.requests.find(({ step }) => step === 'upload')
    assert.deepEqual(upload && formOf(upload).map(({ name, filename }) => [name, filename]), [
      ['file', 'document.pdf'],
      ['purpose', null],
    ])
    const results = fake.requests.filter(({ query }) => query.has('expand')).map(({ query }) => query.getAll('expand'))
    assert.deepEqual(results, [['items', 'metadata', 'usage']])
  })

  it('restores the numbers of pages that the vendor renumbered', async () => {
    for (const renumber of [true, false]) {
      const document = await (await open({ renumber })).read({ pages: [2, 3] })
      assert.deepEqual(
        document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
        [
          [2, 'Passengers of Page 2'],
          [3, 'Map of Page 3'],
        ],
      )
    }
  })

  it('warns of failed pages, and of missing places and pictures', async () => {
    const failed = await (await open({ failPages: [2] })).read()
    assert.deepEqual(
      failed.pages.map(({ number }) => number),
      [1, 3],
    )
    assert.deepEqual(failed.warnings, [
      { code: 'page_failed', message: 'LlamaParse could not read page 2: page failed', page: 2 },
    ])
    const unplaced = await (await open({ withoutBoxes: true })).read()
    assert.deepEqual(unplaced.pages[0]?.blocks[1]?.bbox, [0, 0, 595.28, 841.89])
    assert.equal(unplaced.warnings.filter(({ code }) => code === 'blocks_unplaced').length, 3)
    const expired = await (await open({ expiredUrls: true })).read()
    assert.deepEqual(
      expired.warnings.filter(({ code }) => code === 'image_omitted').map(({ page }) => page),
      [3],
    )
    assert.equal(blocksOfDocument(expired).find(({ type }) => type === 'picture')?.picture, undefined)
  })

  it('reads the Markdown of a tier that gives no items', async () => {
    const { read } = await open({ withoutItems: true })
    const document = await read()
    assert.ok(blocksOfDocument(document).some(({ type, text }) => type === 'heading' && text === 'Map of Page 3'))
    assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
  })

  it('fails when no page could be read, and when the work has failed', async () => {
    await assert.rejects((await open({ failPages: [1, 2, 3] })).read(), { code: 'document_damaged' })
    await assert.rejects((await open({ fail: 'Out of luck' })).read(), {
      code: 'provider_unavailable',
      transient: false,
      gone: false,
    })
  })

  it('refuses options that would take the document or its result elsewhere', async () => {
    const { read, fake } = await open()
    for (const options of [{ source_url: 'https://example.org' }, { webhook_configurations: [] }, { file_id: 'f9' }])
      await assert.rejects(read({ options }), { code: 'unsupported_option', notAccepted: true })
    assert.deepEqual(fake.requests, [])
    await assert.rejects(read({ options: { tier: 'cheap' } }), { code: 'unsupported_option', notAccepted: true })
  })

  it('is forgotten when it has ended, and cancelled first when it has not', async () => {
    const { fake, provider } = await open({ polls: 100 })
    const request = requestFor(pdf(await samplePdf()), provider)
    const upload = (await provider.upload?.(request, never)) ?? null
    const submitted = await provider.submit({ request, upload, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted' && upload !== null)
    assert.deepEqual(fake.kept(), ['f1', 'pjb-1'])
    for (const reference of [submitted.reference, upload, submitted.reference, upload])
      await provider.forget?.(reference, never)
    assert.deepEqual(fake.kept(), [])
    assert.ok(fake.requests.some(({ path }) => path.endsWith('/cancel')))
  })

  it("has a fake that the vendor's own SDK understands", async () => {
    const { fake } = await open({ polls: 2 })
    const client = new LlamaCloud({ apiKey: llamaKey, baseURL: fake.url })
    const file = await client.files.create({
      file: new File([new Uint8Array(await samplePdf())], 'a.pdf', { type: 'application/pdf' }),
      purpose: 'parse',
    })
    const job = await client.parsing.create({
      tier: 'fast',
      version: 'latest',
      file_id: file.id,
      page_ranges: { target_pages: '2-3' },
    })
    assert.equal(job.status, 'PENDING')
    const result = await client.parsing.waitForCompletion(job.id, { expand: ['items', 'images_content_metadata'] })
    assert.deepEqual(
      result.items?.pages.map(({ page_number, success }) => [page_number, success]),
      [
        [2, true],
        [3, true],
      ],
    )
    assert.equal(result.images_content_metadata?.images[0]?.content_type, 'image/png')
    await client.parsing.delete(job.id)
    await client.files.delete(file.id)
    await assert.rejects(client.parsing.get(job.id), LlamaCloud.NotFoundError)
    await assert.rejects(
      new LlamaCloud({ apiKey: 'wrong', baseURL: fake.url }).parsing.get('x'),
      LlamaCloud.AuthenticationError,
    )
  })
})
