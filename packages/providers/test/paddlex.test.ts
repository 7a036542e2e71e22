import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { near } from '@polyparse/test-support/near'
import { paddlexBlocksOfPage } from '../src/vendors/paddlex/paddlex-blocks.ts'
import { paddlex } from '../src/vendors/paddlex/paddlex.ts'
import { blocksOfDocument } from './conformance.ts'
import { openPaddlex } from './support/paddlex.ts'
import { proxyToken as key } from './support/proxy.ts'
import { exerciseVendor, vendorOpener } from './vendor-modes.ts'

exerciseVendor({ adapter: paddlex, key, open: openPaddlex, steps: ['submit'] })

describe('paddlex', () => {
  const open = vendorOpener(paddlex, key, openPaddlex)

  it('turns blocks into blocks and pixels into points, and sends a long document in portions', async () => {
    for (const pagesPerRequest of [10, 2]) {
      const { read, fake } = await open({}, { pagesPerRequest })
      const progress: number[] = []
      const document = await read({ onProgress: ({ done }) => progress.push(done) })
      assert.deepEqual(
        blocksOfDocument(document).map(({ type, text, page }) => [page, type, text]),
        [
          [1, 'page_header', 'Annual report'],
          [1, 'title', 'Ferries of Page 1'],
          [1, 'paragraph', 'A calm year, said on page 1.'],
          [1, 'list_item', 'Weather'],
          [1, 'list_item', 'Waiting for trains'],
          [2, 'heading', 'Passengers of Page 2'],
          [2, 'table', 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349'],
          [2, 'page_footer', 'Page 2 of 3'],
          [3, 'heading', 'Map of Page 3'],
          [3, 'picture', ''],
          [3, 'caption', 'Figure 1: where the ferries go.'],
          [3, 'code', 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 'And that was page 3.'],
        ],
      )
      near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
      near(document.pictures[0]?.bbox, [100, 100, 300, 200])
      assert.equal(document.pictures[0]?.width, 40)
      assert.deepEqual(document.warnings, [])
      assert.deepEqual(progress, pagesPerRequest === 10 ? [3] : [2, 3])
      assert.equal(fake.bodies.length, progress.length)
    }
  })

  it('asks for files of pictures only where they are requested, passes options on, and refuses its own', async () => {
    const { read, fake } = await open()
    await read({ outputs: ['text'], options: { useChartRecognition: true } })
    const sent = { useChartRecognition: true, fileType: 0, returnMarkdownImages: false, visualize: false }
    assert.deepEqual(fake.bodies[0], sent)
    for (const refused of [{ file: 'http://10.0.0.1/' }, { restructurePages: true }, { outputFormats: ['docx'] }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
  })

  it('says that the server leaves out pages instead of losing them', async () => {
    const { read } = await open({ mostPages: 2 })
    await assert.rejects(read(), {
      code: 'provider_unavailable',
      message: /read 2 of 3 pages .*PADDLEX_PAGES_PER_REQUEST/,
    })
  })

  it('distinguishes an error about a document from one about an option', async () => {
    const { read } = await open()
    await assert.rejects(read({ options: { temperature: 'hot' } }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects((await open({ invalid: true })).read(), { code: 'document_damaged', notAccepted: true })
  })

  it('gives formulas without their dollars, charts with their data, and pages of stated parts their first size', () => {
    const box = [0, 0, 10, 10]
    const blocks = paddlexBlocksOfPage({
      prunedResult: {
        width: [100, 100],
        height: [200, 200],
        parsing_res_list: [
          { block_label: 'display_formula', block_content: '$$E = mc^2$$', block_bbox: box },
          { block_label: 'chart', block_content: '| a |\n| - |\n| 1 |', block_bbox: box },
          { block_label: 'number', block_content: '7', block_bbox: [0, 190, 10, 200] },
          { block_label: 'reference_content', block_content: '[1] A book', block_bbox: null },
        ],
      },
    })
    assert.deepEqual(
      blocks.map(({ type, text }) => [type, text]),
      [
        ['formula', 'E = mc^2'],
        ['picture', ''],
        ['table', 'a\n1'],
        ['page_footer', '7'],
        ['list_item', '[1] A book'],
      ],
    )
  })
})
