import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { drawPage } from '../src/ocr/pdf-source.ts'
import { loadPdfium } from '../src/pdfium/library.ts'
import { openPdf } from '../src/pdfium/open-pdf.ts'
import { encodePng } from '@polyparse/engine/images'

/**
 * Makes examples/scan.pdf: the second page of examples/sample.pdf as a slightly crooked scanner would produce it, an
 * image without any text.
 */
const examples = new URL('../../../examples/', import.meta.url)
const pdfium = await loadPdfium()
const sample = openPdf(pdfium, await readFile(new URL('sample.pdf', examples)), null)
const page = drawPage(pdfium, sample, 2, 200)
sample.close()
if (page === null) throw new Error('The sample cannot be drawn.')

const [width, height] = [595.28, 841.89]
const created = new Date('2026-01-15T09:00:00Z')
const scan = new Pdf({ size: [width, height], margin: 0, info: { CreationDate: created, ModDate: created } })
const written = scan.pipe(createWriteStream(fileURLToPath(new URL('scan.pdf', examples))))
scan.rotate(-0.8, { origin: [width / 2, height / 2] })
scan.image(Buffer.from(encodePng(page.raster)), 0, 0, { width, height })
scan.end()
await finished(written)
process.exit()
