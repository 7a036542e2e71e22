import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { near } from '@polyparse/test-support/near'
import { upstageToAnswer } from '../src/vendors/upstage/upstage-to-answer.ts'
import { upstage } from '../src/vendors/upstage/upstage.ts'
import { blocksOfDocument } from './conformance.ts'
import { openUpstage, upstageKey, type UpstageScript } from './support/upstage.ts'
import { exerciseVendor, vendorOpener } from './vendor-modes.ts'

/** The vendor's own address has a path. */
const openAtPath = async (script: UpstageScript = {}) => {
  const fake = await openUpstage(script)
  return { ...fake, url: `${fake.url}/v1` }
}

exerciseVendor({
  adapter: upstage,
  key: upstageKey,
  open: openAtPath,
  steps: ['submit', 'poll'],
})

describe('upstage', () => {
  const open = vendorOpener(upstage, upstageKey, openAtPath)

  it('turns elements into blocks, whether pages count through or anew in every batch', async () => {
    for (const script of [{}, { batchSize: 2 }, { batchSize: 2, countAnew: true }, { batchSize: 1, countAnew: true }]) {
      const { read } = await open(script)
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
      assert.deepEqual(document.pages[0]?.blocks[2]?.runs?.[1], { text: 'calm', bold: true })
      assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
      assert.deepEqual(document.usage, { pages: 3 })
      assert.equal(document.model, 'document-parse-260930')
      assert.equal(document.quality, undefined)
      assert.deepEqual(document.warnings, [])
      assert.match(JSON.stringify(document.raw), /"api":"2.0"/)
    }
  })

  it('is sent a PDF of the selected pages, and its pages get back their own numbers', async () => {
    const { read, fake } = await open({ batchSize: 1 })
    const document = await read({ pages: [1, 3], outputs: ['text'], options: { ocr: 'force', mode: 'enhanced' } })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [1, 'Annual report'],
        [3, 'Map of Page 3'],
      ],
    )
    assert.deepEqual(document.usage, { pages: 2 })
    assert.deepEqual(Object.fromEntries(fake.form()), {
      model: 'document-parse',
      merge_multipage_tables: 'false',
      ocr: 'force',
      mode: 'enhanced',
      output_formats: "['html','text']",
      coordinates: 'true',
    })
    for (const refused of [{ output_formats: ['html'] }, { coordinates: false }, { document: 'x' }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { ocr: 'never' } }), { code: 'unsupported_option', notAccepted: true })
  })

  it('warns of the pages of batches that have failed, by their own numbers, and takes others for blank', async () => {
    const { read } = await open({ batchSize: 1, failPages: [2] })
    const document = await read({ pages: [2, 3] })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [2],
    )
    assert.deepEqual(document.warnings, [
      { code: 'page_failed', message: 'Upstage could not read page 3: It took too long.', page: 3 },
    ])
    const blank = await (await open({ blankPages: [2] })).read()
    assert.deepEqual(
      blank.pages.map(({ blocks }) => blocks.length),
      [5, 0, 5],
    )
    assert.deepEqual(blank.warnings, [])
  })

  it('fails when the work has failed, and may be asked again for results whose URLs have expired', async () => {
    await assert.rejects((await open({ fail: 'Corrupt file.' })).read(), {
      code: 'provider_unavailable',
      transient: false,
      gone: false,
    })
    await assert.rejects((await open({ expiredUrls: true })).read(), {
      code: 'provider_unavailable',
      transient: true,
      gone: false,
    })
    await assert.rejects((await open({ brokenFiles: true })).read(), {
      code: 'provider_unavailable',
      transient: false,
      message: /cannot be used/,
    })
  })

  it('distinguishes a document that is too large, one of an unknown type, and a used-up quota', async () => {
    for (const [status, code] of [
      [413, 'document_too_large'],
      [415, 'document_damaged'],
      [402, 'provider_quota'],
    ] as const) {
      const { read, fake } = await open()
      fake.meet('submit', { status, json: { error: { message: 'No.', code: 'no' } } })
      await assert.rejects(read(), { code, notAccepted: true })
    }
  })

  it('gives the numbers of a chart beside it, and formulas without their marks', () => {
    const element = (category: string, html: string) => ({ category, page: 1, content: { html, text: 'read' } })
    const batch = { id: 0, status: 'completed', start_page: 1, end_page: 1 }
    const elements = [
      element('chart', '<figure><table><tr><th>Year</th></tr><tr><td>2025</td></tr></table></figure>'),
      element('equation', '<p>$$E = mc^2$$</p>'),
      element('something', ''),
    ]
    const { pages } = upstageToAnswer([{ batch, payload: { elements } }], {
      vendor: 'Upstage',
      raw: null,
      original: (position) => position + 6,
    })
    assert.deepEqual(
      pages.map(({ number, blocks }) => [number, blocks.map(({ type, text }) => [type, text])]),
      [
        [
          7,
          [
            ['picture', ''],
            ['table', 'Year\n2025'],
            ['formula', 'E = mc^2'],
            ['paragraph', 'read'],
          ],
        ],
      ],
    )
  })
})
