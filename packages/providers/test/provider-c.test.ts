import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type OutputValues, render } from '@polyparse/document'
import { docxOf, paragraphXml } from '@polyparse/test-support/office'
import { encryptedPdf, pagesPdf } from '@polyparse/test-support/pdf'
import { providerC } from '../src/local/provider-c/provider-c.ts'
import type { ParseRequest } from '../src/provider.ts'
import { createLocalProvider } from '../src/local-provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { blocksOfDocument, exerciseProvider, requestFor, type Sample } from './conformance.ts'
import { documentOf } from '../src/parsed-document.ts'

const sampleFile = join(import.meta.dirname, '../../../examples/sample.pdf')
const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

const provider = createLocalProvider(providerC, { sandbox: suiteSandbox() })

exerciseProvider(
  'provider-c',
  async () => ({ provider, close: async () => {} }),
  async () => ({
    paged: { ...pdf(await readFile(sampleFile)), pageCount: 3 },
    long: pdf(await pagesPdf(200)),
    failing: {
      document_damaged: pdf(Buffer.from('%PDF-1.7\nnothing of the kind follows')),
      document_encrypted: pdf(await encryptedPdf()),
      document_empty: pdf(new Uint8Array()),
    },
  }),
)

describe('provider-c', () => {
  const parse = async (sample: Sample, asked: Partial<ParseRequest> = {}) =>
    documentOf(await provider.parse({ ...requestFor(sample, provider), ...asked }, new AbortController().signal))
  const rendered = async (sample: Sample, asked: Partial<ParseRequest> = {}): Promise<Partial<OutputValues>> =>
    render(await parse(sample, asked), ['chunks', 'html', 'markdown'], { filename: null, sizeBytes: 0 })

  it('makes chunks of the requested length', async () => {
    const options = { chunkTokens: 60, maxChunkTokens: 80 }
    const { chunks = [] } = await rendered(pdf(await readFile(sampleFile)), { options })
    assert.ok(chunks.every(({ tokens }) => tokens <= 80))
    const { chunks: larger = [] } = await rendered(pdf(await readFile(sampleFile)))
    assert.ok(larger.length < chunks.length)
  })

  it('uses the limit of chunks as their target if the target is larger', async () => {
    const { chunking } = await parse(pdf(await pagesPdf(1)), { options: { chunkTokens: 500, maxChunkTokens: 100 } })
    assert.deepEqual([chunking?.targetTokens, chunking?.maxTokens], [100, 100])
  })

  it('keeps page headers and footers in the text when asked', async () => {
    const sample = pdf(await readFile(sampleFile))
    const footers = async (options: object) =>
      (await rendered(sample, { options: { ...options } })).markdown?.match(/Page \d of 3/g)?.length ?? 0
    assert.equal(await footers({}), 0)
    assert.equal(await footers({ keepHeadersAndFooters: true }), 3)
  })

  it('leaves out images below the requested size', async () => {
    const sample = pdf(await readFile(sampleFile))
    assert.equal((await parse(sample)).pictures.length, 1)
    assert.equal((await parse(sample, { options: { minimumImageSize: 2000 } })).pictures.length, 0)
  })

  it('reads office documents by their styles', async () => {
    const bytes = docxOf({
      body: paragraphXml('A heading', '<w:pStyle w:val="Heading1"/>') + paragraphXml('And its text.'),
      styles:
        '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
    })
    const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    assert.deepEqual(
      blocksOfDocument(await parse({ mediaType, bytes })).map(({ type, text }) => [type, text]),
      [
        ['heading', 'A heading'],
        ['paragraph', 'And its text.'],
      ],
    )
  })
})
