import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Document, OutputId } from '@polyparse/document'
import { docxOf, paragraphXml } from '@polyparse/test-support/office'
import { encryptedPdf, pagesPdf, png } from '@polyparse/test-support/pdf'
import { auto } from '../src/local/auto/auto.ts'
import { documentOf } from '../src/parsed-document.ts'
import { providerA } from '../src/local/provider-a/provider-a.ts'
import { providerB } from '../src/local/provider-b/provider-b.ts'
import { providerC } from '../src/local/provider-c/provider-c.ts'
import { createLocalProvider } from '../src/local-provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { blocksOfDocument, exerciseProvider, requestFor, type Sample } from './conformance.ts'

const example = (name: string) => readFile(join(import.meta.dirname, '../../../examples', name))
const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

const provider = createLocalProvider(auto, { sandbox: suiteSandbox() })

exerciseProvider(
  'auto',
  async () => ({ provider, close: async () => {} }),
  async () => ({
    paged: { ...pdf(await example('sample.pdf')), pageCount: 3 },
    long: pdf(await pagesPdf(200)),
    failing: {
      document_damaged: pdf(Buffer.from('%PDF-1.7\nnothing of the kind follows')),
      document_encrypted: pdf(await encryptedPdf()),
      document_empty: pdf(new Uint8Array()),
    },
  }),
)

describe('auto', () => {
  const parse = async (sample: Sample, outputs: readonly OutputId[] = ['markdown', 'json']): Promise<Document> =>
    documentOf(await provider.parse({ ...requestFor(sample, provider), outputs }, new AbortController().signal))

  it('reads everything that any local provider reads', () => {
    const types = [providerA, providerB, providerC].flatMap(({ engines }) => Object.keys(engines))
    assert.deepEqual(Object.keys(auto.engines).toSorted(), [...new Set(types)].toSorted())
  })

  it('reads a scan from its image, less surely than text', async () => {
    const scan = await parse(pdf(await example('scan.pdf')))
    assert.deepEqual(
      scan.warnings.map(({ code, page }) => [code, page]),
      [
        ['page_recognized', 1],
        ['low_confidence', 1],
        ['table_uncertain', 1],
      ],
    )
    assert.ok(blocksOfDocument(scan).some(({ confidence = 1 }) => confidence < 0.9))
    assert.ok(blocksOfDocument(scan).every(({ words }) => words === undefined))
  })

  it('lists the words of blocks where values are to be found in them', async () => {
    const { pages } = await parse(pdf(await example('quarter.pdf')), ['extraction'])
    assert.ok(pages.flatMap(({ blocks }) => blocks).some(({ words = [] }) => words.length > 0))
  })

  it('reads images', async () => {
    const { metadata } = await parse({ mediaType: 'image/png', bytes: png(60, 40) })
    assert.equal(metadata.mimeType, 'image/png')
  })

  it('is certain of what a format states as text', async () => {
    const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const document = await parse({ mediaType, bytes: docxOf({ body: paragraphXml('What it says.') }) })
    assert.deepEqual(
      blocksOfDocument(document).map(({ text, confidence }) => [text, confidence]),
      [['What it says.', 1]],
    )
  })

  it('is sure of a page that two ways of reading agree on', async () => {
    const document = await parse(pdf(await example('sample.pdf')))
    assert.deepEqual(document.warnings, [])
    for (const { quality = 0 } of document.pages) assert.ok(quality >= 0.98)
  })

  it('states the confidence of every cell', async () => {
    const { tables } = await parse(pdf(await example('sample.pdf')))
    const cells = tables.flatMap((table) => table.cells)
    assert.ok(cells.length > 0)
    for (const { confidence } of cells) assert.ok(confidence !== undefined && confidence >= 0 && confidence <= 1)
  })
})
