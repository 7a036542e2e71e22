import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { helvetica, rawPdf, streamOf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const read = (bytes: Uint8Array): Promise<Document> =>
  structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })

/** A page with labels and annotations, whose objects have numbers from 6 on. */
const annotatedPdf = (
  annotations: readonly string[],
  { catalog = '', objects = [] }: { catalog?: string; objects?: readonly string[] } = {},
): Buffer =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [${annotations.map((_, index) => `${6 + index} 0 R`).join(' ')}] >>`,
    streamOf('BT /F 12 Tf 60 740 Td (Name of boat:) Tj 0 -40 Td (Home port:) Tj ET'),
    helvetica,
    ...annotations,
    ...objects,
  ])

const widget = (value: string, y: number, more = ''): string =>
  `<< /Type /Annot /Subtype /Widget /F 4 /FT /Tx /T (a${y}) /V (${value}) ${more} /Rect [200 ${y} 450 ${y + 20}] >>`

describe('text on a page beside its own', () => {
  it('is read where filled fields were cut out of a form, without what must not be shown', async () => {
    const document = await read(annotatedPdf([widget('Sandpiper', 734), widget('secret', 694, '/Ff 8192')]))
    assert.match(markdown(document), /Name of boat: Sandpiper/)
    assert.doesNotMatch(markdown(document), /secret/)
  })

  it('is named where it is a file, of the page or of the document', async () => {
    const objects = [
      '<< /Type /Filespec /F (plan.txt) /UF (plan.txt) /EF << /F 8 0 R >> >>',
      '<< /Type /EmbeddedFile /Length 4 >>\nstream\nplan\nendstream',
    ]
    const pin = '<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 20 20] /FS 7 0 R >>'
    const ofPage = await read(annotatedPdf([pin], { objects }))
    const ofDocument = await read(
      annotatedPdf(['<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] >>'], {
        objects,
        catalog: '/Names << /EmbeddedFiles << /Names [(plan.txt) 7 0 R] >> >>',
      }),
    )
    for (const { attachments, warnings } of [ofPage, ofDocument]) {
      assert.deepEqual(attachments, [{ name: 'plan.txt' }])
      assert.deepEqual(
        warnings.map(({ code, message }) => [code, message]),
        [['content_omitted', 'The document has attached files, which are not read: plan.txt.']],
      )
    }
  })

  it('is text of the page where it was typed onto it', async () => {
    const typed = '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [200 734 450 754] /Contents (Sandpiper) >>'
    const document = await read(annotatedPdf([typed]))
    assert.match(markdown(document), /Name of boat: Sandpiper/)
  })

  it('is read from what fields and typed text show where their own entries are empty', async () => {
    const appearance = (text: string): string => {
      const content = `/Tx BMC q BT /F 12 Tf 2 6 Td (${text}) Tj ET Q EMC`
      return `<< /Type /XObject /Subtype /Form /BBox [0 0 250 20] /Resources << /Font << /F 5 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`
    }
    const objects = [appearance('1,123,213.50'), appearance('Tillmouth')]
    const fields = [widget('', 734, '/AP << /N 8 0 R >>'), widget('', 694, '/AP << /N 9 0 R >>')]
    const catalog = '/AcroForm << /Fields [6 0 R 7 0 R] >>'
    for (const document of [
      await read(annotatedPdf(fields, { objects, catalog })),
      await read(annotatedPdf(fields, { objects })),
    ]) {
      assert.match(markdown(document), /Name of boat: 1,123,213\.50/)
      assert.match(markdown(document), /Home port: Tillmouth/)
    }
    const typed = '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [200 734 450 754] /AP << /N 8 0 R >> >>'
    const stamp = '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [200 634 450 654] /AP << /N 9 0 R >> >>'
    const document = await read(annotatedPdf([typed, stamp], { objects }))
    assert.match(markdown(document), /Name of boat: 1,123,213\.50/)
    assert.deepEqual(document.comments, [{ text: 'Tillmouth', page: 1 }])
  })

  it('is a comment where someone has written it, with the text that it marks', async () => {
    const document = await read(
      annotatedPdf([
        '<< /Type /Annot /Subtype /Text /Rect [20 600 40 620] /Contents (Ask the wardens.) /T (Ada) /CreationDate (D:20260131120000Z) >>',
        '<< /Type /Annot /Subtype /Highlight /Rect [90 738 160 754] /QuadPoints [93 754 160 754 93 736 160 736] /Contents (Which one?) >>',
        '<< /Type /Annot /Subtype /Text /F 2 /Rect [20 500 40 520] /Contents (Hidden.) >>',
      ]),
    )
    assert.deepEqual(document.comments, [
      { text: 'Which one?', page: 1, anchor: 'of boat:' },
      { text: 'Ask the wardens.', page: 1, author: 'Ada', createdAt: '2026-01-31T12:00:00.000Z' },
    ])
    assert.doesNotMatch(markdown(document), /wardens/)
  })
})
