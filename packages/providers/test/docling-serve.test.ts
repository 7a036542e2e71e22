import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDocling, iterateDocumentItems } from '@docling/docling-core'
import { near } from '@polyparse/test-support/near'
import { doclingServe } from '../src/vendors/docling-serve/docling-serve.ts'
import { documentOf } from '../src/parsed-document.ts'
import { doclingServeToAnswer } from '../src/vendors/docling-serve/docling-serve-to-answer.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { doclingKey, openDocling, type DoclingScript } from './support/docling-serve.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, reading, vendorOpener } from './vendor-modes.ts'

exerciseVendor({
  adapter: doclingServe,
  key: doclingKey,
  open: openDocling,
  steps: ['submit', 'poll', 'part'],
})

describe('docling-serve', () => {
  const openWith = vendorOpener(doclingServe, doclingKey, openDocling)
  const open = (script: DoclingScript = {}, whenUnknown: 'retry' | 'fail' = 'retry') =>
    openWith(script, { whenUnknown, ...(script.keyless === true && { key: '' }) })

  it('walks the tree, and converts boxes that are measured from the bottom left', async () => {
    for (const fromTop of [false, true]) {
      const { read } = await open({ fromTop })
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
          [3, 'code', 0, 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 0, 'And that was page 3.'],
        ],
      )
      assert.deepEqual(document.pages[0]?.blocks[2]?.runs, [
        { text: 'A' },
        { text: ' calm', bold: true },
        { text: ' year, said on page 1.' },
      ])
      near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
      near(document.tables[0]?.bbox, [60, 100, 700, 220])
      near(document.pictures[0]?.bbox, [100, 100, 300, 200])
      assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
      assert.deepEqual(document.quality, { score: 0.94, scale: '0-1' })
      assert.deepEqual(document.warnings, [])
      assert.match(JSON.stringify(document.raw), /"mean_grade":"excellent"/)
    }
  })

  it('asks for one range of pages, and leaves out those in between that were not requested', async () => {
    const { read, fake } = await open()
    const options = { do_ocr: false, ocr_lang: ['en', 'de'] }
    const document = await read({ pages: [1, 3], outputs: ['text'], options })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [1, 3],
    )
    assert.deepEqual(Object.fromEntries(fake.form()), {
      abort_on_error: ['false'],
      do_ocr: ['false'],
      ocr_lang: ['en', 'de'],
      to_formats: ['json'],
      target_type: ['inbody'],
      image_export_mode: ['placeholder'],
      include_images: ['false'],
      page_range: ['1', '3'],
    })
    for (const refused of [{ page_range: [1, 2] }, { callbacks: [] }, { target_type: 'zip' }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { table_mode: 'slow' } }), { code: 'unsupported_option', notAccepted: true })
  })

  it('needs no key where none is required', async () => {
    const { read, fake } = await open({ keyless: true })
    assert.equal((await read()).pages.length, 3)
    assert.ok(fake.requests.every(({ headers }) => !('x-api-key' in headers)))
  })

  it('gives a format without layout as one page without places', async () => {
    const { provider } = await open({ withoutPages: true })
    const document = await reading(provider, { mediaType: 'text/html', bytes: await samplePdf() })
    assert.deepEqual(
      document.pages.map(({ number, width }) => [number, width]),
      [[1, null]],
    )
    assert.equal(blocksOfDocument(document).length, 13)
    assert.ok(blocksOfDocument(document).every(({ bbox }) => bbox === null))
  })

  it('warns of pages that could not be read', async () => {
    const { read } = await open({ failPages: [2] })
    const document = await read()
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [1, 3],
    )
    assert.deepEqual(document.warnings, [
      {
        code: 'page_failed',
        message: 'Docling Serve could not read page 2: The page could not be rasterised.',
        page: 2,
      },
    ])
  })

  it('fails when the task has failed; a transient failure counts as lost work if work may be repeated', async () => {
    for (const onlyInResult of [false, true])
      for (const retryable of [false, true])
        for (const whenUnknown of ['fail', 'retry'] as const) {
          const { read } = await open({ fail: { category: 'timeout', retryable, onlyInResult } }, whenUnknown)
          const gone = retryable && whenUnknown === 'retry'
          await assert.rejects(read(), { code: 'provider_unavailable', transient: false, gone })
        }
    const { read, fake } = await open()
    fake.meet('submit', { status: 429, json: { error: 'usage_limit_exceeded', message: 'No more this month.' } })
    await assert.rejects(read(), { code: 'provider_quota', notAccepted: true })
    fake.meet('submit', { status: 503, headers: { 'retry-after': '1' }, json: { detail: 'Server is busy.' } })
    await assert.rejects(read(), { code: 'provider_unavailable', transient: true, notAccepted: true })
  })

  it('says that the result is gone, which is kept briefly and for one reader', async () => {
    const { provider, fake } = await open({ polls: 0 })
    const request = requestFor(pdf(await samplePdf()), provider)
    const submitted = await provider.submit({ request, upload: null, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted')
    const work = { reference: submitted.reference, request, answers: createPageAnswers() }
    assert.equal(documentOf(await provider.fetch(work, never)).pages.length, 3)
    fake.expire()
    await assert.rejects(provider.fetch(work, never), { code: 'provider_unavailable', gone: true })
  })

  it('follows no cycles and no dangling references', () => {
    const text = { label: 'text', text: 'Once.', children: [{ $ref: '#/groups/0' }] }
    const document = {
      body: { children: [{ $ref: '#/groups/0' }, { $ref: '#/texts/9' }, { $ref: '#/body' }] },
      groups: [{ label: 'section', children: [{ $ref: '#/texts/0' }, { $ref: '#/texts/0' }] }],
      texts: [text],
    }
    const { pages } = doclingServeToAnswer(
      { document: { json_content: document } },
      { vendor: 'Docling Serve', raw: null, isPdf: true },
    )
    assert.deepEqual(
      pages.map(({ blocks }) => blocks.map((block) => block.text)),
      [['Once.']],
    )
  })

  it('joins the parts of a list item, and marks ticked boxes', () => {
    const refs = (...numbers: number[]) => numbers.map((number) => ({ $ref: `#/texts/${number}` }))
    const document = {
      body: { children: [{ $ref: '#/groups/0' }, ...refs(5)] },
      groups: [
        { label: 'list', children: refs(0, 1) },
        { label: 'inline', children: refs(2, 3) },
        { label: 'list', children: refs(4) },
      ],
      texts: [
        { label: 'list_item', text: '', children: [{ $ref: '#/groups/1' }, { $ref: '#/groups/2' }] },
        { label: 'list_item', text: 'Second', enumerated: true, marker: '2.' },
        { label: 'text', text: 'See' },
        { label: 'text', text: 'there', hyperlink: 'https://example.org/' },
        { label: 'list_item', text: 'Below' },
        { label: 'checkbox_selected', text: 'Agreed' },
      ],
    }
    const { pages } = doclingServeToAnswer(
      { document: { json_content: document } },
      { vendor: 'Docling Serve', raw: null, isPdf: true },
    )
    assert.deepEqual(
      pages[0]?.blocks.map(({ type, text, level, marker }) => [type, level, marker, text]),
      [
        ['list_item', 1, '•', 'See there'],
        ['list_item', 2, '•', 'Below'],
        ['list_item', 1, '2.', 'Second'],
        ['paragraph', undefined, undefined, '☒ Agreed'],
      ],
    )
    assert.deepEqual(pages[0]?.blocks[0]?.runs, [{ text: 'See' }, { text: ' there', href: 'https://example.org/' }])
  })

  it('follows the layer of something before its label', () => {
    const refs = (...names: string[]) => names.map((name) => ({ $ref: `#/${name}` }))
    const text = (words: string, content_layer: string, label = 'text') => ({ label, text: words, content_layer })
    const document = {
      body: { children: refs('groups/0', 'groups/1', 'groups/2', ...[5, 6, 7, 8, 9].map((each) => `texts/${each}`)) },
      groups: [
        { label: 'section', name: 'page header', content_layer: 'furniture', children: refs('texts/0', 'groups/3') },
        { label: 'section', name: 'page footer', content_layer: 'furniture', children: refs('texts/3', 'tables/0') },
        { label: 'comment_section', name: 'comment-1', content_layer: 'notes', children: refs('texts/4') },
        { label: 'inline', name: 'group', content_layer: 'furniture', children: refs('texts/1', 'texts/2') },
      ],
      tables: [
        {
          label: 'table',
          content_layer: 'furniture',
          data: { table_cells: [{ start_row_offset_idx: 0, start_col_offset_idx: 0, text: 'Page 1' }] },
        },
      ],
      texts: [
        text('Harbour board', 'furniture', 'section_header'),
        text('Draft', 'body'),
        text('two', 'body'),
        text('Confidential', 'body'),
        text('Check this.', 'body'),
        text('Ferries', 'furniture', 'title'),
        text('Say it slowly.', 'notes'),
        text('SAMPLE', 'background'),
        text('white on white', 'invisible'),
        text('First, see there.', 'furniture', 'footnote'),
      ],
    }
    const { pages, warnings } = doclingServeToAnswer(
      { document: { json_content: document } },
      { vendor: 'Docling Serve', raw: null, isPdf: false },
    )
    assert.deepEqual(
      pages[0]?.blocks.map((block) => [block.type, block.text]),
      [
        ['page_header', 'Harbour board'],
        ['page_header', 'Draft two'],
        ['page_footer', 'Confidential'],
        ['page_footer', 'Page 1'],
        ['note', 'Check this.'],
        ['page_header', 'Ferries'],
        ['note', 'Say it slowly.'],
        ['footnote', 'First, see there.'],
      ],
    )
    assert.deepEqual(
      warnings?.map(({ code, page }) => [code, page]),
      [['hidden_text', 1]],
    )
  })

  it('refuses models and addresses of the choice of callers, unless the operator allows them', async () => {
    const { read } = await open()
    for (const options of [
      { picture_description_api: { url: 'http://10.0.0.1/v1' } },
      { vlm_pipeline_model_local: '{"repo_id":"someone/model"}' },
      { layout_custom_config: {} },
      { something_new: { deep: [{ endpoint: 'http://10.0.0.1/' }] } },
    ])
      await assert.rejects(read({ options }), {
        code: 'unsupported_option',
        notAccepted: true,
        message: new RegExp(Object.keys(options)[0] ?? ''),
      })
    const allowed = await openWith({}, { modelOptions: 'allow' })
    await allowed.read({ options: { picture_description_api: { url: 'http://10.0.0.1/v1' } } })
    assert.deepEqual(allowed.fake.form().get('picture_description_api'), ['{"url":"http://10.0.0.1/v1"}'])
  })

  it("tells the caller the server's reason, and a damaged document from a failure of the server", async () => {
    const failed = await open({ errorMessage: 'No more documents today' })
    await assert.rejects(failed.read(), { code: 'provider_unavailable', message: /No more documents today/ })
    const broken = { onlyDocument: { component_type: 'user_input', error_message: 'Input document is not valid.' } }
    await assert.rejects((await open(broken)).read(), { code: 'document_damaged', message: /is not valid/ })
    await assert.rejects((await open({ onlyDocument: null })).read(), { code: 'document_damaged' })
    const ours = { onlyDocument: { component_type: 'model', error_message: 'Out of memory' } }
    await assert.rejects((await open(ours)).read(), { code: 'provider_unavailable', message: /Out of memory/ })
  })

  it("has a fake whose documents the project's own package understands", async () => {
    const { read, fake } = await open()
    await read()
    const document = fake.document()
    assert.ok(isDocling.Document(document))
    const labels = [...iterateDocumentItems(document)].flatMap(([item]) =>
      isDocling.DocItem(item) ? [item.label] : [],
    )
    assert.ok(
      ['title', 'section_header', 'list_item', 'table', 'picture', 'code'].every((each) =>
        labels.some((label) => label === each),
      ),
    )
  })
})
