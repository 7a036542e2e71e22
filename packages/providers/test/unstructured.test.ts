import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { near } from '@polyparse/test-support/near'
import { importUnstructured } from '../../../test/peers/peers.ts'
import { unstructured } from '../src/vendors/unstructured/unstructured.ts'
import { blocksOfDocument } from './conformance.ts'
import { samplePdf } from './support/sample.ts'
import { openUnstructured, unstructuredKey } from './support/unstructured.ts'
import { exerciseVendor, vendorOpener } from './vendor-modes.ts'

const { UnstructuredClient, SDKError, Strategy } = await importUnstructured()

exerciseVendor({
  adapter: unstructured,
  key: unstructuredKey,
  open: openUnstructured,
  steps: ['submit'],
})

describe('unstructured', () => {
  const open = vendorOpener(unstructured, unstructuredKey, openUnstructured)

  it('turns elements into blocks, and pixels or points from the bottom left into points', async () => {
    for (const pointSpace of [false, true]) {
      const { read } = await open({ pointSpace })
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
          [3, 'caption', 0, 'Figure 1: where the ferries go.'],
          [3, 'code', 0, 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 0, 'And that was page 3.'],
        ],
      )
      near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
      near(document.tables[0]?.bbox, [60, 100, 700, 220])
      near(document.pictures[0]?.bbox, [100, 100, 300, 200])
      assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
      assert.deepEqual(document.quality, { score: 0.9, scale: '0-1' })
      assert.deepEqual(document.warnings, [])
      assert.match(JSON.stringify(document.raw), /"detection_class_prob":0.9/)
    }
  })

  it('is sent a PDF of the selected pages, and its pages get back their own numbers', async () => {
    const { read, fake } = await open()
    const options = { languages: ['eng', 'deu'], pdf_infer_table_structure: true }
    const document = await read({ pages: [2, 3], outputs: ['text'], options })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
    near(document.tables[0]?.bbox, [60, 100, 700, 220])
    assert.deepEqual(Object.fromEntries(fake.form()), {
      strategy: ['hi_res'],
      languages: ['eng', 'deu'],
      pdf_infer_table_structure: ['true'],
      coordinates: ['true'],
      output_format: ['application/json'],
    })
    for (const refused of [{ chunking_strategy: 'by_title' }, { coordinates: false }, { split_pdf_page_range: [1, 2] }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { strategy: 'best' } }), { code: 'unsupported_option', notAccepted: true })
  })

  it('takes a page without elements for a blank one', async () => {
    const { read } = await open({ blankPages: [2] })
    const document = await read()
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks.length]),
      [
        [1, 5],
        [2, 0],
        [3, 5],
      ],
    )
    assert.deepEqual(document.warnings, [])
  })

  it('warns of pictures that it has found but not returned', async () => {
    const { read } = await open({ withoutFiles: true })
    assert.deepEqual((await read()).warnings, [
      { code: 'image_omitted', message: 'An image of page 3 could not be fetched or read.', page: 3 },
    ])
  })

  it('distinguishes an unreadable document from a bad form and from overload', async () => {
    const failing = async (status: number, detail: unknown) =>
      (await open({ fail: { status, json: { detail } } })).read()
    await assert.rejects(failing(422, 'File does not appear to be a valid PDF'), {
      code: 'document_damaged',
      notAccepted: true,
    })
    await assert.rejects(failing(422, [{ loc: ['body', 'overlap'], msg: 'Input should be a number' }]), {
      code: 'unsupported_option',
      notAccepted: true,
    })
    await assert.rejects(failing(503, 'Server is under heavy load. Please try again later.'), {
      code: 'provider_unavailable',
      transient: true,
      notAccepted: true,
    })
  })

  it('accepts a base URL that includes the path of the vendor', async () => {
    const { read } = await open({}, { path: '/general/v0/general' })
    assert.equal((await read()).pages.length, 3)
  })

  it("has a fake that the vendor's own SDK understands", async () => {
    const { fake } = await open()
    const clientWith = (key: string) =>
      new UnstructuredClient({ serverURL: fake.url, security: { apiKeyAuth: key }, retryConfig: { strategy: 'none' } })
    const partitionParameters = {
      files: { content: await samplePdf(), fileName: 'a.pdf' },
      strategy: Strategy.HiRes,
      languages: ['eng', 'deu'],
      coordinates: true,
      extractImageBlockTypes: ['Image'],
      splitPdfPage: false,
    }
    const elements = await clientWith(unstructuredKey).general.partition({ partitionParameters })
    assert.ok(Array.isArray(elements))
    assert.match(JSON.stringify(elements), /"type":"Image".*"image_base64"/)
    assert.deepEqual(fake.form().get('languages'), ['eng,deu'])
    await assert.rejects(
      clientWith('wrong').general.partition({ partitionParameters }),
      (error) => error instanceof SDKError && error.statusCode === 401,
    )
  })
})
