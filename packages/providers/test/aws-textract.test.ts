import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { near } from '@polyparse/test-support/near'
import { importTextract } from '../../../test/peers/peers.ts'
import { awsTextract } from '../src/vendors/aws-textract/aws-textract.ts'
import { signerFor } from '../src/vendors/aws-textract/signature.ts'
import { createStaging } from '../src/vendors/aws-textract/staging.ts'
import { plainPng } from '../src/testing/png.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { noS3Server, startS3Server } from '../../service/test/support/s3-server.ts'
import { openTextract, textractAccess, textractKey, textractNames } from './support/aws-textract.ts'
import { jsonOfRequest } from './support/fake.ts'
import { longPdf, samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, reading, vendorOpener } from './vendor-modes.ts'

const { AnalyzeDocumentCommand, GetDocumentAnalysisCommand, TextractClient } = await importTextract()

exerciseVendor({
  adapter: awsTextract,
  key: textractKey,
  open: openTextract,
  steps: ['upload', 'submit', 'poll'],
  access: textractAccess,
})

describe('aws-textract', () => {
  const open = vendorOpener(awsTextract, textractKey, openTextract, textractAccess)
  const image = { mediaType: 'image/png', bytes: plainPng(40, 20) }

  it('puts the layout with its tables in order, each once, and shares of pages into points', async () => {
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
        [3, 'paragraph', 0, 'Figure 1: where the ferries go.'],
        [3, 'paragraph', 0, 'route = "Holm" ferries = 2'],
        [3, 'paragraph', 0, 'And that was page 3.'],
      ],
    )
    near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
    const [table] = document.tables
    near(table?.bbox, [60, 100, 700, 220])
    assert.equal(table?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
    assert.deepEqual(
      table?.cells.filter(({ header }) => header).map(({ text, confidence }) => [text, confidence]),
      [
        ['Route', 0.8],
        ['2024', 0.8],
        ['2025', 0.8],
      ],
    )
    assert.deepEqual(
      document.pages.map(({ quality, blocks }) => [quality, blocks[0]?.confidence]),
      [
        [0.9, 0.9],
        [0.8, 0.8],
        [0.9, 0.9],
      ],
    )
    assert.equal(document.quality?.scale, '0-1')
    assert.deepEqual([document.usage, document.model, document.warnings], [{ pages: 3 }, '1.0', []])
    assert.match(JSON.stringify(document.raw), /"BlockType":"LAYOUT_TITLE"/)
  })

  it('stages only the selected pages of a PDF, under the token of the submit, and has them deleted', async () => {
    const { fake, provider } = await open({ polls: 1 })
    const request = { ...requestFor(pdf(await samplePdf()), provider), pages: [1, 3] }
    const upload = (await provider.upload?.(request, never)) ?? null
    assert.equal(fake.kept().length, 1)
    assert.match(String(fake.kept()[0]), /^\/fake-staging\/polyparse\/[\w-]{36}\/document\.pdf$/)
    const submitted = await provider.submit({ request, upload, token: 'token-1' }, never)
    const again = await provider.submit({ request, upload, token: 'token-1' }, never)
    assert.deepEqual(submitted, again, 'the same token is the same work')
    assert.ok(upload !== null && submitted.kind === 'submitted')
    assert.equal(submitted.reference['pageCount'], 2)
    await provider.forget?.(submitted.reference, never)
    assert.equal(fake.kept().length, 1)
    await provider.forget?.(upload, never)
    assert.deepEqual(fake.kept(), [])
    await provider.forget?.(upload, never)
    const { read } = await open()
    const document = await read({ pages: [1, 3] })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [1, 'Annual report'],
        [3, 'Map of Page 3'],
      ],
    )
  })

  it('sends a single page with the request, and stages nothing', async () => {
    const { fake, provider, read } = await open()
    const document = await read({ pages: [2] })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [[2, 'Passengers of Page 2']],
    )
    assert.equal((await reading(provider, image)).pages.length, 1)
    assert.deepEqual(
      fake.requests.map(({ headers }) => headers['x-amz-target']),
      ['Textract.AnalyzeDocument', 'Textract.AnalyzeDocument'],
    )
  })

  it('looks for forms only if their values are requested, and passes options on', async () => {
    const { fake, read } = await open()
    const features = () => fake.requests.filter(({ step }) => step === 'submit').map((asked) => jsonOfRequest(asked))
    await read({ outputs: ['markdown'] })
    const { fields: [field] = [] } = await read({ outputs: ['fields'] })
    assert.deepEqual(field && { ...field, bbox: null }, {
      label: 'Page',
      value: '2 of 3',
      kind: 'pair',
      page: 2,
      bbox: null,
    })
    near(field?.bbox, [60, 560, 140, 572])
    const { fields } = await read({
      outputs: ['markdown'],
      options: { FeatureTypes: ['TABLES', 'QUERIES'], QueriesConfig: { Queries: [{ Text: 'When?' }] } },
    })
    assert.deepEqual(fields, [])
    assert.deepEqual(
      features().map(({ FeatureTypes, QueriesConfig }) => [FeatureTypes, QueriesConfig !== undefined]),
      [
        [['LAYOUT', 'TABLES'], false],
        [['LAYOUT', 'TABLES', 'FORMS'], false],
        [['TABLES', 'QUERIES'], true],
      ],
    )
    const places = [{ Document: {} }, { OutputConfig: { S3Bucket: 'mine' } }, { NotificationChannel: {} }]
    for (const options of [...places, { FeatureTypes: ['TELEPATHY'] }])
      await assert.rejects(read({ options }), { code: 'unsupported_option', notAccepted: true })
  })

  it('without a bucket reads single pages, and says of others what is missing', async () => {
    const { fake, provider, read } = await open({}, { bucket: null })
    await assert.rejects(read(), { code: 'too_many_pages', notAccepted: true, message: /AWS_TEXTRACT_BUCKET/ })
    assert.deepEqual(fake.requests, [])
    assert.deepEqual(
      (await read({ pages: [3] })).pages.map(({ number }) => number),
      [3],
    )
    for (const [trouble, code, notAccepted] of [
      [{ status: 429, json: {} }, 'provider_rate_limited', true],
      [{ status: 500, json: {} }, 'provider_unavailable', false],
      ['malformed', 'provider_unavailable', false],
      ['reset-after', 'provider_unavailable', false],
      [{ status: 200, json: { something: 'else' } }, 'provider_unavailable', true],
    ] as const) {
      fake.meet('submit', trouble)
      await assert.rejects(reading(provider, image), { code, notAccepted })
    }
  })

  it('gathers the parts of a result, and waits where one comes too soon', async () => {
    const { fake, read, provider } = await open({ polls: 0, blocksEach: 20 })
    const whole = await (await open()).read()
    assert.deepEqual(blocksOfDocument(await read()), blocksOfDocument(whole))
    assert.ok(fake.count('poll') > 5)
    const request = requestFor(pdf(await samplePdf()), provider)
    const upload = (await provider.upload?.(request, never)) ?? null
    const submitted = await provider.submit({ request, upload, token: 'token-2' }, never)
    assert.ok(submitted.kind === 'submitted')
    const before = fake.count('poll')
    fake.meet('poll', { status: 400, json: { __type: 'ThrottlingException' } })
    const answers = {
      pages: async () => new Set<number>(),
      has: async () => false,
      keep: async () => {},
      all: async () => [],
    }
    await provider.fetch({ reference: submitted.reference, request, answers }, never)
    assert.ok(fake.count('poll') > before + 5)
  })

  it('warns of pages that failed, under their own numbers', async () => {
    const { read } = await open({ failPages: [2] })
    const document = await read({ pages: [1, 3] })
    assert.deepEqual(document.warnings, [
      { code: 'page_failed', message: 'AWS Textract could not read page 3: INTERNAL_ERROR', page: 3 },
    ])
  })

  it('fails with what the vendor says of the work', async () => {
    const { read } = await open({ fail: 'INVALID_IMAGE_TYPE' })
    await assert.rejects(read(), { code: 'provider_unavailable', transient: false, message: /INVALID_IMAGE_TYPE/ })
  })

  it('says by the name of an exception what went wrong', async () => {
    const { fake, provider } = await open()
    for (const [type, code, details] of [
      ['AccessDeniedException', 'provider_unauthorized', { transient: false }],
      ['com.amazonaws.textract#ProvisionedThroughputExceededException', 'provider_rate_limited', { transient: true }],
      ['BadDocumentException', 'document_damaged', {}],
      ['DocumentTooLargeException', 'document_too_large', {}],
      ['InvalidParameterException', 'unsupported_option', {}],
    ] as const) {
      fake.meet('submit', { status: 400, json: { __type: type, message: 'No.' } })
      await assert.rejects(reading(provider, image), { code, notAccepted: true, ...details })
    }
    fake.meet('submit', { status: 400, headers: { 'x-amzn-errortype': 'ThrottlingException:http://aws/' } })
    await assert.rejects(reading(provider, image), { code: 'provider_rate_limited' })
    const long = pdf(longPdf(2))
    fake.meet('poll', { status: 400, json: { __type: 'InvalidJobIdException' } })
    await assert.rejects(reading(provider, long), { code: 'provider_unavailable', gone: true })
    const elsewhere = await open({}, { bucket: 'another-bucket' })
    await assert.rejects(reading(elsewhere.provider, long), { message: /is not set up properly/, notAccepted: true })
  })

  it('is checked without a document: credentials, address and bucket', async () => {
    const { provider, fake } = await open()
    assert.equal(await provider.check?.(never), null)
    assert.deepEqual(
      fake.requests.map(({ method, body }) => [method, body.toString()]),
      [
        ['POST', '{}'],
        ['DELETE', ''],
      ],
    )
    const elsewhere = await open({}, { bucket: 'another-bucket' })
    await assert.rejects(elsewhere.provider.check?.(never) ?? Promise.resolve(), /is not set up properly/)
  })

  it('stages where a real S3 server accepts its signatures', { skip: noS3Server }, async (t) => {
    const server = await startS3Server()
    t.after(() => server.close())
    const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = server.environment
    const sign = signerFor({ accessKeyId, secretAccessKey }, { region: 'us-east-1', service: 's3' })
    const staging = createStaging({ name: 'S3', baseUrl: server.endpoint, secrets: [], sign })
    const { source } = requestFor({ mediaType: 'application/pdf', bytes: await samplePdf() }, (await open()).provider)
    const staged = await staging.put(server.bucket, source, never)
    const keys = async () =>
      ((await server.client.send(new ListObjectsV2Command({ Bucket: server.bucket }))).Contents ?? []).map(
        ({ Key }) => Key,
      )
    assert.deepEqual(await keys(), [staged.object])
    await staging.check(server.bucket, never)
    await staging.remove(staged, never)
    await staging.remove(staged, never)
    assert.deepEqual(await keys(), [])
    await assert.rejects(staging.check('no-such-bucket', never), /is not set up properly/)
    const changed = { ...source, open: async () => Readable.from([Buffer.alloc(source.size)]) }
    let reads = 0
    const twofold = { ...source, open: () => (reads++ === 0 ? source.open() : changed.open()) }
    await assert.rejects(staging.put(server.bucket, twofold, never), { notAccepted: true })
  })

  it("has a fake that the vendor's own SDK understands, with signatures like its own", async () => {
    const { fake, read } = await open()
    await read()
    const client = new TextractClient({
      endpoint: fake.url,
      region: textractNames.region,
      credentials: { accessKeyId: textractNames.accessKeyId, secretAccessKey: textractKey },
      maxAttempts: 1,
    })
    const Document = { Bytes: image.bytes }
    const { Blocks: blocks } = await client.send(new AnalyzeDocumentCommand({ Document, FeatureTypes: ['LAYOUT'] }))
    assert.ok(blocks?.some(({ BlockType }) => BlockType === 'LAYOUT_TITLE'))
    const JobId = '1'.padStart(64, '0')
    const { JobStatus, DocumentMetadata } = await client.send(new GetDocumentAnalysisCommand({ JobId }))
    assert.deepEqual([JobStatus, DocumentMetadata?.Pages], ['SUCCEEDED', 3])
    await assert.rejects(client.send(new GetDocumentAnalysisCommand({ JobId: 'x' })), { name: 'InvalidJobIdException' })
    client.destroy()
  })
})
