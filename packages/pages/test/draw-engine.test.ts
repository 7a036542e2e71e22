import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagesPdf, pdfOf } from '@polyparse/test-support/pdf'
import { PNG } from 'pngjs'
import { drawEngine } from '../src/draw-engine.ts'
import { recognitionLimits } from '../src/ocr/parameters.ts'
import { defaultRequest } from '@polyparse/engine'
import { encodePng } from '@polyparse/engine/images'

const pdf = { ...defaultRequest, mediaType: 'application/pdf' }
const at = (dpi: number) => ({ recognition: { languages: null, dpi, folder: null } })

describe('pages drawn', () => {
  it('are a PNG each at the resolution that was asked for, with the text that lies in the file', async () => {
    const bytes = await pdfOf((page) => page.fontSize(20).text('Ferries of Holm', 80, 80))
    const { pages } = await drawEngine.read(bytes, { ...pdf, ...at(100) })
    const [page] = pages
    assert.ok(page !== undefined && page.picture !== null)
    const { width, data } = PNG.sync.read(Buffer.from(page.picture.data))
    // As wide as A4.
    assert.equal(width, Math.round((595.28 * 100) / 72))
    assert.equal(page.picture.width, width)
    assert.ok(
      data.some((value) => value < 100),
      'something is drawn',
    )
    assert.equal(page.text.trim(), 'Ferries of Holm')
  })

  it('are the selected ones, by their own numbers', async () => {
    const { pages } = await drawEngine.read(await pagesPdf(5), { ...pdf, ...at(40), pages: [2, 4] })
    assert.deepEqual(
      pages.map(({ number, picture }) => [number, picture?.mimeType]),
      [
        [2, 'image/png'],
        [4, 'image/png'],
      ],
    )
  })

  it('of an image are its pixels, never more of them', async () => {
    const bytes = encodePng({ width: 300, height: 200, channels: 3, pixels: new Uint8Array(300 * 200 * 3).fill(90) })
    const request = { ...defaultRequest, mediaType: 'image/png' }
    const whole = await drawEngine.read(bytes, { ...request, ...at(2000) })
    assert.equal(whole.pages[0]?.picture?.width, 300)
    const small = await drawEngine.read(bytes, { ...request, ...at(48) })
    assert.ok((small.pages[0]?.picture?.width ?? 300) < 300)
  })

  it('of an image of many megapixels have as many pixels as those of a PDF at most', async () => {
    const bytes = encodePng({ width: 6000, height: 6000, channels: 1, pixels: new Uint8Array(6000 * 6000).fill(90) })
    const { pages } = await drawEngine.read(bytes, { ...defaultRequest, mediaType: 'image/png', ...at(2000) })
    assert.equal(pages[0]?.picture?.width, Math.floor(Math.sqrt(recognitionLimits.maxPixels)))
  })
})
