import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagesPdf, pdfOf, png } from '@polyparse/test-support/pdf'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { keepPdfOpen } from '../src/pdfium/kept-pdfs.ts'
import { loadPdfium, type Pdfium } from '../src/pdfium/library.ts'
import { openPdf } from '../src/pdfium/open-pdf.ts'
import { keptPages } from '../src/pdfium/parameters.ts'
import { withPage } from '../src/pdfium/with-page.ts'

/** PDFium, and how often it has loaded and closed pages and documents. */
const counted = async () => {
  const real = await loadPdfium()
  const counts = { loaded: 0, closed: 0, opened: 0, documentsClosed: 0 }
  const pdfium: Pdfium = {
    ...real,
    FPDF_LoadPage: (...given) => {
      counts.loaded += 1
      return real.FPDF_LoadPage(...given)
    },
    FPDF_ClosePage: (...given) => {
      counts.closed += 1
      return real.FPDF_ClosePage(...given)
    },
    FPDF_LoadMemDocument64: (...given) => {
      counts.opened += 1
      return real.FPDF_LoadMemDocument64(...given)
    },
    FPDF_CloseDocument: (...given) => {
      counts.documentsClosed += 1
      return real.FPDF_CloseDocument(...given)
    },
  }
  const readAll = (bytes: Uint8Array): number[] => {
    const pdf = openPdf(pdfium, bytes, null)
    const widths = Array.from(
      { length: pdf.pageCount },
      (_, index) => withPage(pdfium, pdf, index + 1, (_page, { width }) => width) ?? 0,
    )
    pdf.close()
    return widths
  }
  return { counts, readAll }
}

describe('a PDF that is read twice', () => {
  it('is opened once, and each of its pages is loaded once', async () => {
    const bytes = await pagesPdf(3)
    const { counts, readAll } = await counted()
    const alone = readAll(bytes)
    assert.deepEqual(counts, { loaded: 3, closed: 3, opened: 1, documentsClosed: 1 })
    const both = await keepPdfOpen(bytes, async (kept) => [readAll(kept), readAll(kept)])
    assert.deepEqual(both, [alone, alone])
    assert.deepEqual(counts, { loaded: 6, closed: 6, opened: 2, documentsClosed: 2 })
  })

  it('is closed when the reading fails, and shared with nobody else who reads the same bytes', async () => {
    const bytes = await pagesPdf(1)
    const { counts, readAll } = await counted()
    const failing = keepPdfOpen(bytes, async (kept) => {
      readAll(kept)
      await keepPdfOpen(bytes, async (other) => readAll(other))
      throw new RangeError('the second reading failed')
    })
    await assert.rejects(failing, RangeError)
    assert.deepEqual(counts, { loaded: 2, closed: 2, opened: 2, documentsClosed: 2 })
  })

  it('keeps no page with pictures, which stay decoded in an open page', async () => {
    const bytes = await pdfOf((pdf) => pdf.image(png(20, 20), 60, 120, { width: 260 }))
    const { counts, readAll } = await counted()
    await keepPdfOpen(bytes, async (kept) => {
      readAll(kept)
      assert.deepEqual(counts, { loaded: 1, closed: 1, opened: 1, documentsClosed: 0 })
    })
  })

  it('has the text that its marked content claims in both readings', async () => {
    const content =
      'BT /F 12 Tf 60 700 Td (We pay ) Tj /Span << /ActualText (35) >> BDC (\\001\\002) Tj EMC ( euros) Tj ET'
    const texts = await keepPdfOpen(sharedPagesPdf({ content }), async (kept) => {
      const read = async () => {
        const { pages } = await structureEngine.read(kept, { ...defaultRequest, mediaType: 'application/pdf' })
        return pages.flatMap(({ blocks }) => blocks.map(({ text }) => text))
      }
      return [await read(), await read()]
    })
    assert.deepEqual(texts, [['We pay 35 euros'], ['We pay 35 euros']])
  })

  it('keeps no more pages open than it may', async () => {
    const pages = keptPages.pages + 5
    const bytes = await pagesPdf(pages)
    const { counts, readAll } = await counted()
    await keepPdfOpen(bytes, async (kept) => {
      readAll(kept)
      assert.ok(counts.closed >= 5)
      readAll(kept)
    })
    assert.equal(counts.closed, counts.loaded)
    assert.ok(counts.loaded >= pages + 5)
  })
})
