import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { encryptedPdf, pagesPdf, pdfOf, png, smallPagesPdf } from '@polyparse/test-support/pdf'
import { providerB } from '../src/local/provider-b/provider-b.ts'
import type { ParseRequest } from '../src/provider.ts'
import { createLocalProvider } from '../src/local-provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { blocksOfDocument, exerciseProvider, requestFor, type Sample } from './conformance.ts'
import { documentOf } from '../src/parsed-document.ts'

const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

const provider = createLocalProvider(providerB, { sandbox: suiteSandbox() })

exerciseProvider(
  'provider-b',
  async () => ({ provider, close: async () => {} }),
  async () => ({
    paged: { ...pdf(await smallPagesPdf()), pageCount: 3 },
    long: pdf(await pagesPdf(20)),
    failing: {
      document_damaged: pdf(Buffer.from('%PDF-1.7\nnothing of the kind follows')),
      document_encrypted: pdf(await encryptedPdf()),
      document_empty: pdf(new Uint8Array()),
    },
  }),
)

describe('provider-b', () => {
  const parse = async (sample: Sample, asked: Partial<ParseRequest> = {}): Promise<Document> =>
    documentOf(await provider.parse({ ...requestFor(sample, provider), ...asked }, new AbortController().signal))
  const textOf = (document: Document): string =>
    blocksOfDocument(document)
      .map(({ text }) => text)
      .join(' ')

  it('reads what can be seen rather than the text layer, and rates its own quality', async () => {
    const document = await parse(
      pdf(
        await pdfOf((it) => {
          it.fontSize(14).text('This line is on the paper.', 60, 100)
          it.addContent('3 Tr')
          it.text('This one is not.', 60, 140)
          it.addContent('0 Tr')
        }),
      ),
    )
    assert.equal(textOf(document), 'This line is on the paper.')
    assert.equal(document.quality?.scale, '0-1')
    assert.ok((document.quality?.score ?? 0) > 0.8)
    assert.ok((document.pages[0]?.quality ?? 0) > 0.8)
  })

  it('lists words with their boxes and confidence when asked', async () => {
    const sample = pdf(await pagesPdf(1))
    const [heading] = blocksOfDocument(await parse(sample, { options: { words: true } }))
    assert.deepEqual(
      heading?.words?.map(({ text, confidence }) => [text, confidence > 0.5]),
      [
        ['Chapter', true],
        ['1', true],
      ],
    )
  })

  it('reads other languages when asked', async () => {
    const sample = pdf(
      await pdfOf((it) => it.fontSize(16).text('Die Straße heißt Große Brücke über den Fluß.', 60, 100)),
    )
    assert.match(textOf(await parse(sample, { options: { languages: ['deu'] } })), /Straße heißt Große Brücke über/)
  })

  it('reads image files, and states their type', async () => {
    const document = await parse({ mediaType: 'image/png', bytes: png(300, 200) })
    assert.deepEqual([document.metadata.mimeType, document.pages.length], ['image/png', 1])
  })

  it('keeps page headers and footers in the text when asked', async () => {
    const sample = pdf(await smallPagesPdf())
    const kinds = async (options: Record<string, unknown>) =>
      new Set(blocksOfDocument(await parse(sample, { options: { dpi: 150, ...options } })).map(({ type }) => type))
    assert.ok((await kinds({})).has('page_footer'))
    assert.ok(!(await kinds({ keepHeadersAndFooters: true })).has('page_footer'))
  })
})
