import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { near } from '@polyparse/test-support/near'
import { importAzure } from '../../../test/peers/peers.ts'
import { azureDocumentIntelligence } from '../src/vendors/azure-document-intelligence/azure-document-intelligence.ts'
import { azureToAnswer } from '../src/vendors/azure-document-intelligence/azure-document-intelligence-to-answer.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { azureKey, openAzure } from './support/azure-document-intelligence.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, reading, vendorOpener } from './vendor-modes.ts'

const { default: createClient, getLongRunningPoller, isUnexpected } = await importAzure()

exerciseVendor({
  adapter: azureDocumentIntelligence,
  key: azureKey,
  open: openAzure,
  steps: ['submit', 'poll'],
})

describe('azure-document-intelligence', () => {
  const open = vendorOpener(azureDocumentIntelligence, azureKey, openAzure)

  it('puts paragraphs, tables and figures in order, each once, and inches into points', async () => {
    const { read } = await open()
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
        [3, 'caption', 0, 'Figure 1: where the ferries go.'],
        [3, 'paragraph', 0, 'route = "Holm" ferries = 2'],
        [3, 'paragraph', 0, 'And that was page 3.'],
      ],
    )
    near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
    near(document.tables[0]?.bbox, [60, 100, 700, 220])
    near(document.pictures[0]?.bbox, [100, 100, 300, 200])
    assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
    near(document.tables[0]?.cells.find(({ text }) => text === 'Holm')?.bbox, [60, 180, 60 + 640 / 3, 220])
    assert.deepEqual(
      document.tables[0]?.cells.filter(({ header }) => header).map(({ text }) => text),
      ['Route', '2024', '2025'],
    )
    assert.deepEqual(
      document.pages.map(({ quality }) => quality),
      [0.9, 0.8, 0.9],
    )
    assert.deepEqual(
      document.pages[1]?.blocks.map(({ confidence }) => confidence),
      [0.8, 0.8, 0.8],
    )
    assert.equal(document.quality?.scale, '0-1')
    assert.deepEqual(document.usage, { pages: 3 })
    assert.equal(document.model, 'prebuilt-layout 2024-11-30')
    assert.deepEqual(document.warnings, [])
    assert.match(JSON.stringify(document.raw), /"modelId":"prebuilt-layout"/)
  })

  it('downloads the result once', async () => {
    const { read, fake } = await open({ polls: 1 })
    await read()
    assert.equal(fake.count('poll'), 2)
  })

  it('asks for pages by their own numbers, and passes options on in the URL', async () => {
    const { read, fake } = await open()
    const options = { features: ['ocrHighResolution', 'formulas'], locale: 'en-GB' }
    const document = await read({ pages: [1, 3], outputs: ['text'], options })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [1, 'Annual report'],
        [3, 'Map of Page 3'],
      ],
    )
    assert.deepEqual(Object.fromEntries(fake.requests[0]?.query ?? []), {
      'api-version': '2024-11-30',
      features: 'ocrHighResolution,formulas',
      locale: 'en-GB',
      outputContentFormat: 'markdown',
      stringIndexType: 'utf16CodeUnit',
      pages: '1,3',
    })
    assert.equal(fake.requests[0]?.headers['content-type'], 'application/pdf')
    assert.equal(fake.count('part'), 0, 'no pictures where none are wanted')
    for (const refused of [{ pages: '1' }, { urlSource: 'https://example.org' }, { output: 'pdf' }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { features: ['telepathy'] } }), {
      code: 'unsupported_option',
      notAccepted: true,
    })
  })

  it('waits as long as it is asked to, and at least as long as suits the document', async () => {
    const { provider, fake } = await open()
    const location = { 'operation-location': `${fake.url}/documentintelligence/x/analyzeResults/abc?api-version=1` }
    fake.meet('submit', { status: 202, headers: { ...location, 'retry-after': '9' } })
    const request = requestFor(pdf(await samplePdf()), provider)
    const submitted = await provider.submit({ request, upload: null, token: 't' }, never)
    assert.deepEqual(submitted, { kind: 'submitted', reference: { result: 'abc', pageCount: 3 }, pollInSeconds: 9 })
    fake.meet('poll', { status: 200, json: { status: 'running' } })
    const polled = await provider.poll(
      { reference: { result: 'abc', pageCount: 3 }, request, answers: createPageAnswers() },
      never,
    )
    assert.deepEqual(polled, { kind: 'working', pollInSeconds: 2 })
  })

  it('gives content without places on the pages of its text, without boxes', async () => {
    const { provider } = await open({ withoutPlaces: true })
    const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const document = await reading(provider, { mediaType, bytes: await samplePdf() })
    assert.deepEqual(
      document.pages.map(({ number, width, blocks }) => [number, width, blocks.length]),
      [
        [1, null, 5],
        [2, null, 3],
        [3, null, 5],
      ],
    )
    assert.ok(blocksOfDocument(document).every(({ bbox }) => bbox === null))
    assert.equal(document.pictures.length, 1)
    assert.deepEqual(document.warnings, [])
  })

  it('warns of missing pages and of pictures that cannot be fetched', async () => {
    const { read } = await open({ failPages: [1], withoutFiles: true })
    const document = await read()
    assert.deepEqual(document.warnings, [
      { code: 'page_failed', message: 'Azure AI Document Intelligence returned nothing for page 1.', page: 1 },
      { code: 'image_omitted', message: 'An image of page 3 could not be fetched or read.', page: 3 },
    ])
  })

  it('says what was wrong with the document when the work has failed', async () => {
    for (const [inner, code] of [
      ['InvalidContent', 'document_damaged'],
      ['InvalidContentLength', 'document_too_large'],
      ['Unknown', 'provider_unavailable'],
    ] as const) {
      const { read } = await open({ fail: { code: 'InvalidRequest', inner } })
      await assert.rejects(read(), { code, transient: false, gone: false })
    }
  })

  it('has the result deleted, and accepts that it may be gone already', async () => {
    const { fake, provider } = await open()
    const request = requestFor(pdf(await samplePdf()), provider)
    const submitted = await provider.submit({ request, upload: null, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted')
    await provider.forget?.(submitted.reference, never)
    assert.equal(fake.results.size, 0)
    await provider.forget?.(submitted.reference, never)
    assert.equal(fake.count('forget'), 2)
  })

  it('puts captions, footnotes, formulas and ticked boxes where they belong', () => {
    const content = '| a |\n\nE is :formula:\n\nA note\n\n:selected: Paid'
    const span = (text: string) => ({ offset: content.indexOf(text), length: text.length })
    const { pages } = azureToAnswer(
      {
        content,
        pages: [
          {
            pageNumber: 4,
            spans: [{ offset: 0, length: content.length }],
            formulas: [{ kind: 'inline', value: 'mc^2', span: span(':formula:') }],
          },
        ],
        paragraphs: [
          { content: 'a', spans: [span('a')] },
          { content: 'E is :formula:', spans: [span('E is :formula:')] },
          { content: ':selected: Paid', spans: [span(':selected: Paid')] },
        ],
        tables: [
          {
            cells: [{ rowIndex: 0, columnIndex: 0, content: 'a :unselected:', elements: ['/paragraphs/0'] }],
            spans: [span('| a |')],
            caption: { content: 'Letters', spans: [] },
            footnotes: [{ content: 'A note', spans: [span('A note')] }],
          },
        ],
      },
      { vendor: 'Azure', raw: null, findFile: () => ({ data: null }) },
    )
    assert.deepEqual(
      pages[0]?.blocks.map(({ type, text, table }) => [type, text, table?.caption]),
      [
        ['table', 'a ☐', 'Letters'],
        ['caption', 'Letters', undefined],
        ['paragraph', 'E is $mc^2$', undefined],
        ['footnote', 'A note', undefined],
        ['paragraph', '☒ Paid', undefined],
      ],
    )
  })

  it("has a fake that the vendor's own SDK understands", async () => {
    const { fake } = await open({ polls: 1 })
    const insecure = { allowInsecureConnection: true }
    const client = createClient(fake.url, { key: azureKey }, insecure)
    const analyze = client.path('/documentModels/{modelId}:analyze', 'prebuilt-layout')
    const bytes = new Uint8Array(await samplePdf())
    const initial = await analyze.post({
      contentType: 'application/octet-stream',
      body: bytes,
      queryParameters: { outputContentFormat: 'markdown', output: ['figures'], pages: '2-3' },
    })
    assert.ok(!isUnexpected(initial))
    const poller = getLongRunningPoller(client, initial, { intervalInMs: 1 })
    const { body } = await poller.pollUntilDone()
    assert.match(JSON.stringify(body), /"status":"succeeded".*"pageNumber":3/)
    const id = String(fake.results.keys().next().value)
    const figure = client.path(
      '/documentModels/{modelId}/analyzeResults/{resultId}/figures/{figureId}',
      'prebuilt-layout',
      id,
      '3.1',
    )
    assert.equal((await figure.get()).status, '200')
    const result = client.path('/documentModels/{modelId}/analyzeResults/{resultId}', 'prebuilt-layout', id)
    assert.equal((await result.delete()).status, '204')
    const stranger = createClient(fake.url, { key: 'wrong' }, insecure)
    const refusal = await stranger.path('/documentModels/{modelId}:analyze', 'prebuilt-layout').post({
      contentType: 'application/json',
      body: { base64Source: Buffer.from(bytes).toString('base64') },
    })
    assert.ok(isUnexpected(refusal))
    assert.equal(refusal.status, '401')
    assert.equal(refusal.body.error.code, '401')
  })
})
