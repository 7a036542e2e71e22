import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { near } from '@polyparse/test-support/near'
import { importDocumentAi, importGoogleAuth } from '../../../test/peers/peers.ts'
import { mistakesIn, readValues } from '../src/setting.ts'
import { googleDocumentAiDeclaration as declaration } from '../src/vendors/google-document-ai/declaration.ts'
import { googleDocumentAi } from '../src/vendors/google-document-ai/google-document-ai.ts'
import { exerciseVendor } from '../src/testing/exercise-vendor.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { plainPng } from '../src/testing/png.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { accounts, keyOfAccount, privateKeyLine } from './support/google-account.ts'
import { documentAiAccess, documentAiKey, openDocumentAi } from './support/google-document-ai.ts'
import { jsonOfRequest } from './support/fake.ts'
import { vendorAt } from './support/open-vendor.ts'
import { longPdf, samplePdf } from './support/sample.ts'
import { never, pdf, reading, vendorOpener } from './vendor-modes.ts'

const documentai = await importDocumentAi()
const { OAuth2Client } = await importGoogleAuth()

exerciseVendor({
  name: googleDocumentAi.declaration.name,
  // What is secret of a key; any other stands for an account that may not use the processor.
  key: privateKeyLine,
  openFake: openDocumentAi,
  openProvider: (url, { key, sandbox }) =>
    vendorAt(googleDocumentAi, url, {
      sandbox,
      key: key === privateKeyLine ? documentAiKey : keyOfAccount(accounts.stranger),
      ...documentAiAccess(url),
    }),
  steps: ['submit'],
})

describe('google-document-ai', () => {
  const open = vendorOpener(googleDocumentAi, documentAiKey, openDocumentAi, documentAiAccess)
  const image = { mediaType: 'image/png', bytes: plainPng(40, 20) }

  it('puts the tree of the Layout Parser in order, with its boxes, tables, lists and pictures', async () => {
    const { read } = await open()
    const document = await read({ includeRaw: true })
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
        [3, 'paragraph', 0, 'route = "Holm"\nferries = 2'],
        [3, 'paragraph', 0, 'And that was page 3.'],
      ],
    )
    near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
    const [table] = document.tables
    near(table?.bbox, [60, 100, 700, 220])
    assert.equal(table?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
    assert.equal(table?.cells.filter(({ header }) => header).length, 3)
    assert.deepEqual(
      document.pictures.map(({ page, width, height }) => [page, width, height]),
      [[3, 40, 20]],
    )
    assert.deepEqual([document.usage, document.warnings], [{ pages: 3 }, []])
    assert.match(JSON.stringify(document.raw), /"documentLayout"/)
  })

  it('finds text, confidence and language by OCR, each text once', async () => {
    const { read, provider } = await open({ type: 'ocr' }, { processorType: 'ocr' })
    const document = await read()
    assert.deepEqual(
      document.pages.map(({ blocks }) => blocks.map(({ text }) => text)),
      [
        ['Annual report', 'Ferries of Page 1', 'A calm year, said on page 1.', 'Weather', 'Waiting for trains'],
        ['Passengers of Page 2', 'Route', '2024', '2025', 'Ellery', 'closed', 'Holm', '341', '349', 'Page 2 of 3'],
        [
          'Map of Page 3',
          'The routes',
          'Figure 1: where the ferries go.',
          'route = "Holm" ferries = 2',
          'And that was page 3.',
        ],
      ],
    )
    near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
    assert.deepEqual(
      document.pages.map(({ quality, blocks }) => [quality, blocks[0]?.confidence]),
      [
        [0.9, 0.9],
        [0.8, 0.8],
        [0.9, 0.9],
      ],
    )
    assert.deepEqual([document.metadata.language, document.model], ['en', 'pretrained-v1'])
    const { outputs } = provider.capabilities
    assert.ok(!outputs.includes('tables') && !outputs.includes('images') && !outputs.includes('fields'))
    assert.deepEqual(provider.mediaTypes.includes('image/png'), true)
  })

  it('finds tables and the values of forms', async () => {
    const { read } = await open({ type: 'form' }, { processorType: 'form' })
    const document = await read()
    const [table, ...others] = document.tables
    assert.deepEqual(others, [])
    near(table?.bbox, [60, 100, 700, 220])
    assert.deepEqual(
      table?.cells.map(({ row, column, columnSpan, text, header }) => [row, column, columnSpan, text, header]),
      [
        [0, 0, 1, 'Route', true],
        [0, 1, 1, '2024', true],
        [0, 2, 1, '2025', true],
        [1, 0, 1, 'Ellery', false],
        [1, 1, 2, 'closed', false],
        [2, 0, 1, 'Holm', false],
        [2, 1, 1, '341', false],
        [2, 2, 1, '349', false],
      ],
    )
    assert.deepEqual(
      document.pages[1]?.blocks.map(({ type }) => type),
      ['paragraph', 'table', 'paragraph'],
    )
    const { fields: [field] = [] } = document
    assert.deepEqual(field && { ...field, bbox: null }, {
      label: 'Page',
      value: '2 of 3',
      kind: 'pair',
      page: 2,
      bbox: null,
    })
    near(field?.bbox, [60, 560, 140, 572])
  })

  it('asks about portions of a PDF, at the same time, and puts the pages together', async () => {
    const { fake, read } = await open({}, { pagesPerRequest: 2, requestsAtOnce: 2 })
    const progress: number[] = []
    const document = await read({ onProgress: ({ done }) => progress.push(done) })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks.length]),
      [
        [1, 5],
        [2, 3],
        [3, 5],
      ],
    )
    assert.equal(fake.requests.length, 2)
    assert.deepEqual([progress[0], progress.at(-1)], [0, 3])
    const selected = await read({ pages: [1, 3] })
    assert.deepEqual(
      selected.pages.map(({ number, blocks }) => [number, blocks.at(-1)?.text]),
      [
        [1, 'Waiting for trains'],
        [3, 'And that was page 3.'],
      ],
    )
    assert.equal(fake.requests.length, 3)
  })

  it('asks again only about portions without an answer', async () => {
    const { fake, provider } = await open({}, { pagesPerRequest: 1, requestsAtOnce: 1 })
    const request = requestFor(pdf(await samplePdf()), provider)
    const submitted = await provider.submit({ request, upload: null, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted')
    const work = { reference: submitted.reference, request, answers: createPageAnswers() }
    fake.meet('submit', { status: 200, json: { document: { documentLayout: { blocks: [] } } } }, 'reset-after')
    await assert.rejects(provider.poll(work, never), { code: 'provider_unavailable', notAccepted: false })
    assert.deepEqual([...(await work.answers.pages())], [1])
    assert.deepEqual(await provider.poll(work, never), { kind: 'ready' })
    assert.equal(fake.requests.length, 4)
    assert.deepEqual(await provider.poll(work, never), { kind: 'ready' })
    assert.equal(fake.requests.length, 4)
  })

  it('warns of pages that were refused, and fails if all were', async () => {
    const { fake, read } = await open({}, { pagesPerRequest: 1, requestsAtOnce: 1 })
    const refusal = {
      status: 400,
      json: { error: { code: 400, message: 'Unsupported input file format.', status: 'INVALID_ARGUMENT' } },
    }
    fake.meet('submit', refusal)
    const document = await read()
    assert.deepEqual(
      document.warnings.map(({ code, page }) => [code, page]),
      [['page_failed', 1]],
    )
    assert.match(document.warnings[0]?.message ?? '', /Unsupported input file format/)
    assert.deepEqual(document.usage, { pages: 2 })
    fake.meet('submit', refusal, refusal, refusal)
    await assert.rejects(read(), { code: 'document_damaged', transient: false, message: /Unsupported input/ })
    const few = await open({ mostPages: [2, 2] })
    await assert.rejects(few.read(), { code: 'document_too_large', message: /exceed the limit: 2 got 3/ })
  })

  it('sends half of a portion whose pages are too large together, and refuses a page that is', async () => {
    const { fake, provider } = await open()
    const bytes = Buffer.concat([longPdf(3), Buffer.alloc(21 * 1024 * 1024)])
    const sizes = () => fake.requests.map(({ body }) => body.length < 1024 * 1024)
    // Zeros after the end of a PDF are no part of its pages: it shrinks where it is cut.
    const document = await reading(provider, pdf(bytes))
    assert.deepEqual([document.pages.length, document.warnings], [3, []])
    assert.deepEqual(sizes(), [true, true])
    const html = { mediaType: 'text/html', bytes: Buffer.alloc(21 * 1024 * 1024, ' ') }
    await assert.rejects(reading(provider, html), { code: 'document_too_large' })
    assert.equal(fake.requests.length, 2)
  })

  it('reads images, and office documents as one', async () => {
    const ocr = await open({ type: 'ocr' }, { processorType: 'ocr' })
    assert.equal((await reading(ocr.provider, image)).pages.length, 1)
    const { provider, fake } = await open()
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const document = await reading(provider, { mediaType: docx, bytes: await samplePdf() })
    assert.deepEqual(
      document.pages.map(({ number, width }) => [number, width]),
      [
        [1, null],
        [2, null],
        [3, null],
      ],
    )
    assert.equal(fake.requests.length, 1)
  })

  it('sends what each processor takes, and passes options on', async () => {
    const { fake, read } = await open()
    await read({
      outputs: ['markdown'],
      options: { labels: { team: 'a' }, processOptions: { layoutConfig: { enableTableAnnotation: true } } },
    })
    assert.deepEqual(fake.bodies, [
      {
        labels: { team: 'a' },
        processOptions: {
          layoutConfig: { returnBoundingBoxes: true, returnImages: false, enableTableAnnotation: true },
        },
        skipHumanReview: true,
      },
    ])
    const form = await open({ type: 'form' }, { processorType: 'form', processorVersion: 'pretrained-v1' })
    await form.read({ options: { processOptions: { ocrConfig: { hints: { languageHints: ['de'] } } } } })
    assert.deepEqual(
      form.fake.bodies.map(({ fieldMask, ...body }) => [String(fieldMask).slice(0, 5), body]),
      [
        [
          'text,',
          {
            imagelessMode: true,
            skipHumanReview: true,
            processOptions: { ocrConfig: { hints: { languageHints: ['de'] } } },
          },
        ],
      ],
    )
    assert.match(form.fake.requests[0]?.path ?? '', /\/processorVersions\/pretrained-v1:process$/)
    const refused = [
      { gcsDocument: { gcsUri: 'gs://a/b' } },
      { raw_document: {} },
      { processOptions: { fromStart: 1 } },
      { process_options: { from_start: 1 } },
      { skipHumanReview: false },
    ]
    const asked = fake.requests.length
    for (const options of refused) await assert.rejects(read({ options }), { code: 'unsupported_option' })
    assert.equal(fake.requests.length, asked)
    const unknown = { processOptions: { ocrConfig: { enableSymbol: true } } }
    await assert.rejects(read({ options: unknown }), { code: 'unsupported_option', message: /Not for this processor/ })
  })

  it('fetches one token for all requests, and another shortly before it expires or once it is rejected', async () => {
    const { fake, read } = await open({}, { pagesPerRequest: 1, requestsAtOnce: 3 })
    await read()
    assert.deepEqual([fake.tokensAsked(), fake.requests.length], [1, 3])
    await read()
    assert.deepEqual([fake.tokensAsked(), fake.requests.length], [1, 6])
    fake.revokeTokens()
    await read({ pages: [2] })
    assert.deepEqual([fake.tokensAsked(), fake.requests.length], [2, 8])
    const short = await open({ tokenSeconds: 100 })
    await short.read()
    await short.read()
    assert.equal(short.fake.tokensAsked(), 2)
  })

  it('says when the key is not that of the account, and has nothing secret in its errors', async () => {
    const { provider, fake } = await open({}, { key: keyOfAccount('nobody@fake-project.iam.gserviceaccount.com') })
    const shown = async (attempt: Promise<unknown>, code: string): Promise<void> => {
      await assert.rejects(attempt, (error: unknown) => {
        const text = inspect(error, { depth: 10 })
        return text.includes(code) && !text.includes('ya29.') && !text.includes(privateKeyLine)
      })
    }
    await shown(reading(provider, pdf(await samplePdf())), 'provider_unauthorized')
    assert.equal(fake.requests.length, 1)
    for (const [trouble, code, transient] of [
      [
        { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid JWT' } },
        'provider_unauthorized',
        false,
      ],
      [{ status: 500, json: { error: 'internal_failure' } }, 'provider_unavailable', true],
      ['reset-before', 'provider_unavailable', true],
      [{ status: 200, json: { access_token: 'a b' } }, 'provider_unavailable', false],
    ] as const) {
      const other = await open()
      other.fake.meet('download', trouble)
      await assert.rejects(other.read(), { code, transient, notAccepted: true })
      assert.deepEqual(other.fake.requests, [])
    }
  })

  it('says by the code and the reason of an error what went wrong', async () => {
    const { fake, read } = await open()
    const reason = (name: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: name }]
    for (const [status, error, code] of [
      [403, { status: 'PERMISSION_DENIED' }, 'provider_unauthorized'],
      [403, { status: 'PERMISSION_DENIED', details: reason('BILLING_DISABLED') }, 'provider_quota'],
      [403, { status: 'PERMISSION_DENIED', details: reason('SERVICE_DISABLED') }, 'provider_unavailable'],
      [404, { status: 'NOT_FOUND' }, 'provider_unavailable'],
      [400, { status: 'FAILED_PRECONDITION' }, 'provider_unavailable'],
      [429, { status: 'RESOURCE_EXHAUSTED' }, 'provider_rate_limited'],
      [504, { status: 'DEADLINE_EXCEEDED' }, 'provider_unavailable'],
    ] as const) {
      fake.meet('submit', { status, json: { error: { code: status, message: 'No.', ...error } } })
      await assert.rejects(read(), { code, transient: status === 429 || status === 504, notAccepted: status !== 504 })
    }
  })

  it('is checked by looking at the processor, or else by a request without a document', async () => {
    const { provider, fake } = await open()
    assert.equal(await provider.check?.(never), 'pretrained-v1')
    assert.deepEqual(
      fake.requests.map(({ method, path }) => [method, path]),
      [['GET', '/v1/projects/fake-project/locations/eu/processors/abc123']],
    )
    const shy = await open({ hidesProcessors: true })
    assert.equal(await shy.provider.check?.(never), null)
    assert.deepEqual(
      shy.fake.requests.map(({ method, body }) => [method, body.toString()]),
      [
        ['GET', ''],
        ['POST', '{}'],
      ],
    )
    const failing = async (...given: Parameters<typeof open>) =>
      (await open(...given)).provider.check?.(never) ?? Promise.resolve()
    await assert.rejects(failing({ type: 'ocr' }), /is a OCR_PROCESSOR.*GOOGLE_DOCUMENT_AI_PROCESSOR_TYPE/)
    await assert.rejects(failing({ state: 'DISABLED' }), /is not set up properly/)
    await assert.rejects(failing({}, { processor: 'other' }), /is not set up properly/)
    await assert.rejects(failing({}, { key: keyOfAccount(accounts.stranger) }), { code: 'provider_unauthorized' })
  })

  it('takes its key as JSON or as a file, and names what is wrong in its settings', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-key-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'key.json')
    await writeFile(file, documentAiKey)
    for (const given of [documentAiKey, file]) {
      const { key } = readValues(declaration.settings, { GOOGLE_DOCUMENT_AI_CREDENTIALS: given })
      assert.equal(key, documentAiKey)
    }
    const other = JSON.stringify({ ...JSON.parse(documentAiKey), private_key: 'no key' })
    for (const given of [join(folder, 'none.json'), '{}', '{', other, '{"type":"authorized_user"}'])
      assert.equal(
        mistakesIn(Object.values(declaration.settings), {
          GOOGLE_DOCUMENT_AI_CREDENTIALS: given,
          GOOGLE_DOCUMENT_AI_LOCATION: 'Europe!',
          GOOGLE_DOCUMENT_AI_PROCESSOR: 'projects/a',
          GOOGLE_DOCUMENT_AI_PROCESSOR_TYPE: 'invoice',
          GOOGLE_DOCUMENT_AI_PAGES_PER_REQUEST: '31',
        }).length,
        5,
      )
  })

  it("has a fake that Google's own SDK understands, and sends what that would send", async () => {
    for (const type of ['layout', 'form'] as const) {
      const { fake, read } = await open({ type }, { processorType: type })
      await read()
      const [own] = fake.requests
      const asked = jsonOfRequest(own ?? assert.fail('nothing was asked'))
      const { DocumentProcessorServiceClient, protos } = documentai
      // A member that the protocol does not have would be left out.
      const { ProcessRequest } = protos.google.cloud.documentai.v1
      const { fieldMask, ...rest } = asked
      const known = ProcessRequest.toObject(ProcessRequest.fromObject(rest), { bytes: String, enums: String })
      assert.deepEqual(known, rest)
      const members = Object.keys(protos.google.cloud.documentai.v1.Document.Page.prototype)
      for (const member of (typeof fieldMask === 'string' ? fieldMask : '').matchAll(/pages\.(\w+)/g))
        assert.ok(members.includes(member[1] ?? ''))

      const auth = new OAuth2Client()
      auth.setCredentials({ access_token: /\S+$/.exec(own?.headers.authorization ?? '')?.[0] ?? '' })
      const { hostname, port } = new URL(fake.url)
      const client = new DocumentProcessorServiceClient({
        fallback: true,
        protocol: 'http',
        apiEndpoint: hostname,
        port: Number(port),
        authClient: auth,
      })
      const processor = client.processorPath('fake-project', 'eu', 'abc123')
      const [{ type: typeName, state }] = await client.getProcessor({ name: processor })
      assert.deepEqual(
        [typeName, state],
        [type === 'layout' ? 'LAYOUT_PARSER_PROCESSOR' : 'FORM_PARSER_PROCESSOR', 'ENABLED'],
      )
      const rawDocument = { content: await samplePdf(), mimeType: 'application/pdf' }
      const [{ document }] = await client.processDocument({ name: processor, rawDocument })
      if (type === 'layout') assert.equal(document?.documentLayout?.blocks?.length, 4)
      else {
        assert.equal(document?.pages?.[1]?.tables?.[0]?.bodyRows?.[0]?.cells?.[1]?.colSpan, 2)
        assert.equal(document?.pages?.[1]?.formFields?.[0]?.fieldValue?.textAnchor?.content, '2 of 3')
      }
      assert.equal(fake.requests.at(-1)?.path, own?.path)
      await assert.rejects(client.processDocument({ name: processor, processOptions: { fromStart: 1 } }), { code: 400 })
      await client.close()
    }
  })
})
