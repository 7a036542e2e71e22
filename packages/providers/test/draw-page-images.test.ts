import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { encryptedPdf, pagesPdf } from '@polyparse/test-support/pdf'
import { tiffOf } from '@polyparse/test-support/tiff'
import { createPageImages, pageImageLimits } from '../src/draw-page-images.ts'
import type { PageImageRequest } from '../src/page-image.ts'
import { openSandbox } from './support/open-vendor.ts'

const signal = new AbortController().signal
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const requestOf = (bytes: Uint8Array, mediaType: string, more: Partial<PageImageRequest> = {}): PageImageRequest => ({
  source: { owner: 'account', mediaType, filename: null, size: bytes.length, open: async () => Readable.from([bytes]) },
  pages: null,
  maxPages: 100,
  password: null,
  ...more,
})

describe('images of pages that are kept with a result', () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>
  before(async () => {
    sandbox = await openSandbox()
  })
  after(() => sandbox.close())

  it('are drawn of every frame of a TIFF, and no larger than they are', async () => {
    const bytes = tiffOf({ width: 200, height: 300, grey: 40 }, { width: 120, height: 60, grey: 200 })
    const { images, missing } = await createPageImages({ sandbox, converter: null })(
      requestOf(bytes, 'image/tiff'),
      signal,
    )
    assert.equal(missing, null)
    assert.deepEqual(
      images.map(({ page, width, height, mimeType }) => [page, width, height, mimeType]),
      [
        [1, 200, 300, 'image/png'],
        [2, 120, 60, 'image/png'],
      ],
    )
  })

  it('are drawn of the selected pages of a PDF, with their longer side at the limit', async () => {
    const draw = createPageImages({ sandbox, converter: null }, { ...pageImageLimits, pagesAtOnce: 1 })
    const { images, missing } = await draw(requestOf(await pagesPdf(4), 'application/pdf', { pages: [2, 4] }), signal)
    assert.equal(missing, null)
    assert.deepEqual(
      images.map(({ page }) => page),
      [2, 4],
    )
    for (const { height } of images) assert.ok(Math.abs(height - pageImageLimits.longestSide) < 3, String(height))
  })

  it('end at the limits of pages, bytes and time, and say so', async () => {
    const request = requestOf(await pagesPdf(4), 'application/pdf')
    const limited = async (limits: Partial<typeof pageImageLimits>) =>
      createPageImages({ sandbox, converter: null }, { ...pageImageLimits, pagesAtOnce: 2, ...limits })(request, signal)
    const [pages, bytes, seconds] = [
      await limited({ pages: 3 }),
      await limited({ bytes: 1 }),
      await limited({ seconds: 0 }),
    ]
    assert.deepEqual([pages.images.length, bytes.images.length, seconds.images.length], [3, 0, 0])
    assert.match(pages.missing ?? '', /first 3 pages have an image: a document has at most 3/)
    assert.match(bytes.missing ?? '', /MiB/)
    assert.match(seconds.missing ?? '', /0 seconds/)
  })

  it('need the password of an encrypted document', async () => {
    const draw = createPageImages({ sandbox, converter: null })
    const bytes = await encryptedPdf()
    const refused = await draw(requestOf(bytes, 'application/pdf'), signal)
    assert.equal(refused.images.length, 0)
    assert.match(refused.missing ?? '', /encrypted/)
    const opened = await draw(requestOf(bytes, 'application/pdf', { password: 'open sesame' }), signal)
    assert.deepEqual([opened.images.length, opened.missing], [1, null])
  })

  it('are drawn of an office document where the operator has a converter to PDF, and are missing elsewhere', async () => {
    const pdf = await pagesPdf(2)
    const converter = {
      name: 'Gotenberg',
      mediaType: 'application/pdf',
      convert: async () => requestOf(pdf, 'application/pdf').source,
    }
    const request = requestOf(Buffer.from('PK'), docx)
    const converted = await createPageImages({ sandbox, converter })(request, signal)
    assert.deepEqual([converted.images.length, converted.missing], [2, null])
    const without = await createPageImages({ sandbox, converter: null })(request, signal)
    assert.deepEqual(without, { images: [], missing: 'Pages of this type cannot be drawn here.' })
  })

  it('stop with the job', async () => {
    const stopped = AbortSignal.abort(new Error('cancelled'))
    const draw = createPageImages({ sandbox, converter: null })
    await assert.rejects(draw(requestOf(await pagesPdf(1), 'application/pdf'), stopped), /cancelled/)
  })
})
