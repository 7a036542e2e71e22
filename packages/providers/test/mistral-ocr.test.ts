import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Box } from '@polyparse/document'
import { importMistral } from '../../../test/peers/peers.ts'
import { mistralBlocksOfPage } from '../src/vendors/mistral-ocr/mistral-ocr-blocks.ts'
import { mistralOcr } from '../src/vendors/mistral-ocr/mistral-ocr.ts'
import { blocksOfDocument } from './conformance.ts'
import { jsonOfRequest } from './support/fake.ts'
import { mistralKey, openMistralOcr } from './support/mistral-ocr.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, vendorOpener } from './vendor-modes.ts'

const { Mistral } = await importMistral()

exerciseVendor({ adapter: mistralOcr, key: mistralKey, open: openMistralOcr, steps: ['upload', 'submit'] })

describe('mistral-ocr', () => {
  const open = vendorOpener(mistralOcr, mistralKey, openMistralOcr)

  it('turns blocks into blocks, pixels into points and pages from 0 into pages from 1', async () => {
    const document = await (await open()).read()
    assert.deepEqual(
      blocksOfDocument(document).map(({ type, text, level, page, confidence }) => [
        page,
        type,
        level ?? 0,
        text,
        confidence,
      ]),
      [
        [1, 'page_header', 0, 'Annual report', 0.95],
        [1, 'heading', 1, 'Ferries of Page 1', 0.95],
        [1, 'paragraph', 0, 'A calm year, said on page 1.', 0.95],
        [1, 'list_item', 1, 'Weather', 0.95],
        [1, 'list_item', 1, 'Waiting for trains', 0.95],
        [2, 'heading', 2, 'Passengers of Page 2', 0.95],
        [2, 'table', 0, 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349', 0.95],
        [2, 'page_footer', 0, 'Page 2 of 3', 0.95],
        [3, 'heading', 2, 'Map of Page 3', 0.95],
        [3, 'picture', 0, '', 0.999],
        [3, 'caption', 0, 'Figure 1: where the ferries go.', 0.95],
        [3, 'code', 0, 'route = "Holm"\nferries = 2', 0.95],
        [3, 'paragraph', 0, 'And that was page 3.', 0.95],
      ],
    )
    // A pixel is a third of a point.
    near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
    near(document.tables[0]?.bbox, [60, 100, 700, 220])
    near(document.pictures[0]?.bbox, [100, 100, 300, 200])
    assert.equal(Math.round(document.pages[1]?.width ?? 0), 842)
    assert.deepEqual(document.quality, { score: 0.99, scale: '0-1' })
    assert.deepEqual(document.usage, { pages: 3 })
    assert.equal(document.model, 'mistral-ocr-4-1')
    assert.deepEqual(document.warnings, [])
  })

  it('asks for pages from 0, and for files of pictures only where they are requested', async () => {
    const { read, fake } = await open()
    const document = await read({ pages: [2, 3], outputs: ['markdown'], options: { image_limit: 3 } })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
    const submit = fake.requests.find(({ step }) => step === 'submit')
    assert.deepEqual(submit && jsonOfRequest(submit), {
      model: 'mistral-ocr-latest',
      table_format: 'html',
      extract_header: true,
      extract_footer: true,
      include_blocks: true,
      confidence_scores_granularity: 'block',
      image_limit: 3,
      document: { type: 'file', file_id: '00000000-0000-0000-0000-000000000001' },
      include_image_base64: false,
      pages: [1, 2],
    })
    assert.deepEqual(document.pictures, [])
  })

  it('restores the numbers of pages that the vendor renumbered', async () => {
    const document = await (await open({ renumber: true })).read({ pages: [2, 3] })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
  })

  it('reads the Markdown of models that give no blocks, with its tables and pictures', async () => {
    const document = await (await open({ withoutBlocks: true })).read()
    const types = blocksOfDocument(document).map(({ type, page }) => `${page} ${type}`)
    assert.deepEqual(types.slice(0, 3), ['1 page_header', '1 heading', '1 paragraph'])
    assert.ok(types.includes('2 table') && types.includes('2 page_footer') && types.includes('3 picture'))
    assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
    assert.equal(document.pictures[0]?.width, 40)
    assert.ok(blocksOfDocument(document).every(({ confidence, bbox }) => confidence === 0.99 && bbox?.[0] === 0))
    assert.equal(document.warnings.filter(({ code }) => code === 'blocks_unplaced').length, 3)
  })

  it('keeps a header and a footer that are not among the blocks, and gives none twice', () => {
    const blocks = [
      { type: 'text', content: 'Hello.', top_left_x: 0, top_left_y: 0, bottom_right_x: 9, bottom_right_y: 9 },
      { type: 'footer', content: 'Page 1', top_left_x: 0, top_left_y: 9, bottom_right_x: 9, bottom_right_y: 10 },
    ]
    const read = mistralBlocksOfPage({ index: 0, markdown: 'Hello.', blocks, header: 'Report', footer: 'Page 1' })
    assert.deepEqual(
      read.map(({ type, text }) => [type, text]),
      [
        ['page_header', 'Report'],
        ['paragraph', 'Hello.'],
        ['page_footer', 'Page 1'],
      ],
    )
  })

  it('warns of a page that is not in the answer, and fails when none is', async () => {
    const document = await (await open({ failPages: [2] })).read()
    assert.deepEqual(document.warnings, [
      { code: 'page_failed', message: 'Mistral OCR returned nothing for page 2.', page: 2 },
    ])
    await assert.rejects((await open({ failPages: [1, 2, 3] })).read(), {
      code: 'document_damaged',
      // Its outcome is known, so it is neither submitted again nor called unknown.
      notAccepted: true,
      transient: false,
    })
  })

  it('distinguishes an error about a document from one about an option', async () => {
    await assert.rejects((await open({ invalid: true })).read(), { code: 'document_damaged', notAccepted: true })
    const { read, fake } = await open()
    await assert.rejects(read({ options: { no_such_option: 1 } }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { document: {} } }), { code: 'unsupported_option', notAccepted: true })
    assert.equal(fake.count('submit'), 1)
  })

  it('has the file deleted afterwards', async () => {
    const { fake, provider, read } = await open()
    await read()
    const [file] = fake.kept()
    for (let times = 0; times < 2; times += 1) await provider.forget?.({ file }, never)
    assert.deepEqual(fake.kept(), [])
  })

  it("has a fake that the vendor's own SDK understands", async () => {
    const { fake } = await open()
    const client = new Mistral({ apiKey: mistralKey, serverURL: fake.url })
    const content = new Blob([new Uint8Array(await samplePdf())], { type: 'application/pdf' })
    const file = await client.files.upload({ file: { fileName: 'a.pdf', content }, purpose: 'ocr' })
    const result = await client.ocr.process({
      model: 'mistral-ocr-latest',
      document: { type: 'file', fileId: file.id },
      pages: '1-2',
      tableFormat: 'html',
      includeImageBase64: true,
      confidenceScoresGranularity: 'block',
    })
    assert.deepEqual(
      result.pages.map(({ index, blocks }) => [index, blocks?.length]),
      [
        [1, 3],
        [2, 5],
      ],
    )
    assert.equal(result.usageInfo.pagesProcessed, 2)
    assert.equal((await client.files.delete({ fileId: file.id })).deleted, true)
    await assert.rejects(
      new Mistral({ apiKey: 'wrong', serverURL: fake.url }).files.delete({ fileId: file.id }),
      (error: unknown) => error instanceof Error && 'statusCode' in error && error.statusCode === 401,
    )
  })
})

const near = (actual: Box | null | undefined, expected: Box): void => {
  assert.ok(actual !== null && actual !== undefined)
  for (const [index, side] of expected.entries())
    assert.ok(Math.abs((actual[index] ?? 0) - side) < 0.3, actual.join(' '))
}
