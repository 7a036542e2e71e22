import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { near } from '@polyparse/test-support/near'
import { marker } from '../src/vendors/marker/marker.ts'
import { blocksOfDocument } from './conformance.ts'
import { openMarker } from './support/marker.ts'
import { proxyToken as key } from './support/proxy.ts'
import { exerciseVendor, vendorOpener } from './vendor-modes.ts'

exerciseVendor({ adapter: marker, key, open: openMarker, steps: ['submit'] })

describe('marker', () => {
  const open = vendorOpener(marker, key, openMarker)

  it('turns the tree into blocks, and pages from 0 into pages from 1', async () => {
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
        [3, 'caption', 0, 'Figure 1: where the ferries go.'],
        [3, 'code', 0, 'route = "Holm"\nferries = 2'],
        [3, 'paragraph', 0, 'And that was page 3.'],
      ],
    )
    near(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
    near(document.pictures[0]?.bbox, [100, 100, 300, 200])
    assert.deepEqual(document.outline, [{ title: 'Ferries of Page 1', level: 1, page: 1 }])
    assert.deepEqual(document.warnings, [])
  })

  it('asks for pages from 0, under another file name each time', async () => {
    const { read, fake } = await open()
    for (const pages of [[1, 3], null]) await read({ pages, options: { force_ocr: true, mode: 'fast' } })
    assert.deepEqual(Object.fromEntries(fake.form()), { force_ocr: 'true', mode: 'fast', output_format: 'json' })
    assert.equal(new Set(fake.filenames).size, 2)
    assert.ok(fake.filenames.every((filename) => /^[\w-]+-document\.pdf$/.test(filename)))
    for (const refused of [{ filepath: '/etc/passwd' }, { output_format: 'html' }, { page_range: '0' }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { force_ocr: 'perhaps' } }), { code: 'unsupported_option', notAccepted: true })
  })

  it('says why a conversion has failed, which is no reason to ask again', async () => {
    const { read } = await open({ fail: 'Model is not loaded' })
    await assert.rejects(read(), {
      code: 'provider_unavailable',
      transient: false,
      notAccepted: true,
      message: /Model is not loaded/,
    })
  })

  it('warns of pages that are not in the tree', async () => {
    const { read } = await open({ failPages: [2] })
    assert.deepEqual(
      (await read()).warnings.map(({ code, page }) => [code, page]),
      [['page_failed', 2]],
    )
  })
})
