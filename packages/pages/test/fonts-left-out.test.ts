import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { rawPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { drawEngine } from '../src/draw-engine.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

/** A font that is not in the file, narrower than the one that stands in for it. */
const narrowFont = (name: string, descriptor: number, width: number): string =>
  `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 ` +
  `/Widths [${Array.from({ length: 95 }, () => width).join(' ')}] /FontDescriptor ${descriptor} 0 R >>`

const descriptorOf = (name: string, stem: number): string =>
  `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-137 -307 1000 1109] /ItalicAngle 0 ` +
  `/Ascent 900 /Descent -200 /CapHeight 700 /StemV ${stem} /MissingWidth 392 >>`

const wages = rawPdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>',
  streamOf(
    'BT /R 12 Tf 60 700 Td (Paid for the month of October) Tj /B 12 Tf 0 -40 Td (Sum of all wages 1234.56) Tj ET',
  ),
  narrowFont('ArialNarrow', 7, 410),
  narrowFont('ArialNarrow,Bold', 8, 450),
  descriptorOf('ArialNarrow', 70),
  descriptorOf('ArialNarrow,Bold', 120),
])

it('A PDF without its fonts is read alike before and after it was drawn', async () => {
  const request = { ...defaultRequest, mediaType: 'application/pdf' }
  const before = await structureEngine.read(wages, request)
  await drawEngine.read(wages, request)
  assert.deepEqual(await structureEngine.read(wages, request), before)
})
