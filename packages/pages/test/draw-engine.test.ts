import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagesPdf, pdfOf } from '@polyparse/test-support/pdf'
import { PNG } from 'pngjs'
import { drawEngine } from '../src/draw-engine.ts'
import { defaultRequest } from '@polyparse/engine'
import { encodePng } from '@polyparse/engine/images'

const pdf = { ...defaultRequest, mediaType: 'application/pdf' }
const at = (dpi: number) => ({ recognition: { languages: null, dpi, folder: null } })

describe('pages drawn', () => {
  it('are a PNG each at the resolution that was asked for, with the text that lies in the file', async () => {
    const bytes = await pdfOf((page) => page.fontSize(20).text('Ferries of Holm', 80, 80))
    const { pages, pictures } = await drawEngine.read(bytes, { ...pdf, ...at(100) })
    const [picture] = pictures
    const [page] = pages
    assert.ok(picture !== undefined && page !== undefined && page.width !== null)
    const { width, data } = PNG.sync.read(Buffer.from(picture.data))
    assert.equal(width, Math.round((page.width * 100) / 72))
    assert.ok(
      data.some((value) => value < 100),
      'something is drawn',
    )
    assert.equal(page.blocks[0]?.text.trim(), 'Ferries of Holm')
  })

  it('are the selected ones, by their own numbers', async () => {
    const { pictures } = await drawEngine.read(await pagesPdf(5), { ...pdf, ...at(40), pages: [2, 4] })
    assert.deepEqual(
      pictures.map(({ page, id }) => [page, id]),
      [
        [2, 'p2-i1'],
        [4, 'p4-i1'],
      ],
    )
  })

  it('of an image are its pixels, never more of them', async () => {
    const bytes = encodePng({ width: 300, height: 200, channels: 3, pixels: new Uint8Array(300 * 200 * 3).fill(90) })
    const request = { ...defaultRequest, mediaType: 'image/png' }
    const whole = await drawEngine.read(bytes, { ...request, ...at(2000) })
    assert.equal(whole.pictures[0]?.width, 300)
    const small = await drawEngine.read(bytes, { ...request, ...at(48) })
    assert.ok((small.pictures[0]?.width ?? 300) < 300)
  })
})
