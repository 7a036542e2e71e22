import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { strToU8, zipSync } from 'fflate'
import PdfDocument from 'pdfkit'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const make = async (pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const pdf = new PdfDocument({ ...options, autoFirstPage: false })
  for (let page = 1; page <= pages; page++) pdf.addPage().text(`This is page ${page}`)
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

/** A PDF made of these objects; the first is its catalog. */
const pdfOf = (...objects: readonly string[]): Buffer => {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = String(text.length).padStart(10, '0')
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${place} 00000 n \n`
  })
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<</Root 1 0 R /Size ${objects.length + 1}>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}${xref}${trailer}`)
}

const catalog = '<</Type /Catalog /Pages 2 0 R>>'
const six = await make(6)
const locked = await make(1, { userPassword: 'a password' })
const zip = Buffer.from(zipSync({ 'a.txt': strToU8('text') }))
const html = Buffer.from('<html><script>alert(1)</script></html>')

type Case = {
  readonly of: string
  readonly bytes: Buffer
  readonly request?: Partial<EngineRequest>
  readonly code: EngineFailure['code']
  readonly message: RegExp
}

const damage = /damaged: it cannot be read as a PDF/
const cases: readonly Case[] = [
  { of: 'no bytes', bytes: Buffer.alloc(0), code: 'document_empty', message: /has no bytes/ },
  {
    of: 'no pages',
    bytes: pdfOf(catalog, '<</Type /Pages /Kids [] /Count 0>>'),
    code: 'document_empty',
    message: /has no pages/,
  },
  { of: 'a password that was not given', bytes: locked, code: 'document_encrypted', message: /password is needed/ },
  {
    of: 'another password than the one given',
    bytes: locked,
    request: { password: 'a guess' },
    code: 'document_encrypted',
    message: /password given does not open it/,
  },
  {
    of: 'more pages than are read',
    bytes: six,
    request: { maxPages: 5 },
    code: 'too_many_pages',
    message: /has 6 pages; at most 5/,
  },
  {
    of: 'none of the pages asked for',
    bytes: six,
    request: { pages: [7, 9] },
    code: 'page_out_of_range',
    message: /the document has 6 pages/,
  },
  { of: 'a half', bytes: six.subarray(0, six.length / 2), code: 'document_damaged', message: /cut off/ },
  { of: 'all but the last bytes', bytes: six.subarray(0, -100), code: 'document_damaged', message: /cut off/ },
  { of: 'a signature alone', bytes: Buffer.from('%PDF-1.7\n'), code: 'document_damaged', message: /cut off/ },
  {
    of: 'noise between signature and end',
    bytes: Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
      Buffer.from('\n%%EOF'),
    ]),
    code: 'document_damaged',
    message: damage,
  },
  {
    of: 'a page tree that contains itself',
    bytes: pdfOf(catalog, '<</Type /Pages /Kids [2 0 R] /Count 1>>'),
    code: 'document_damaged',
    message: damage,
  },
  {
    of: 'two thousand million pages that are not there',
    bytes: pdfOf(catalog, '<</Type /Pages /Kids [] /Count 2000000000>>'),
    code: 'document_empty',
    message: /has no pages/,
  },
]

const engines = { pdf: pdfEngine, structure: structureEngine }

for (const [name, engine] of Object.entries(engines)) {
  const read = (bytes: Buffer, request: Partial<EngineRequest> = {}): Promise<Document> =>
    engine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf', ...request })

  describe(`the engine "${name}"`, () => {
    for (const { of, bytes, request, code, message } of cases) {
      it(`fails on a document of ${of} with ${code} and a sentence`, async () => {
        await assert.rejects(read(bytes, request), (error) => {
          assert.ok(error instanceof EngineFailure)
          assert.equal(error.code, code)
          assert.match(error.message, message)
          return true
        })
      })
    }

    it('reads a document that is locked only against changes, and an encrypted one with its password', async () => {
      assert.equal((await read(await make(1, { ownerPassword: 'an owner' }))).pages.length, 1)
      assert.equal((await read(locked, { password: 'a password' })).pages.length, 1)
    })

    it('reads a PDF that follows other bytes', async () => {
      const texts = await Promise.all(
        [six, [six, zip], [six, html], [zip, six], [html, six]].map(async (parts) => {
          const { pages } = await read(Buffer.concat([parts].flat()))
          return pages.map(({ blocks }) => blocks.map(({ text }) => text))
        }),
      )
      for (const text of texts) assert.deepEqual(text, texts[0])
      assert.deepEqual(texts[0]?.[5], ['This is page 6'])
    })
  })
}

it('fails as damaged on bytes that are not a PDF', async () => {
  const request = { ...defaultRequest, mediaType: 'application/pdf' }
  for (const bytes of [zip, html, Buffer.from('text')]) {
    await assert.rejects(pdfEngine.read(bytes, request), { code: 'document_damaged', message: damage })
  }
})
