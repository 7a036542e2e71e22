import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { encryptedPdf, hiddenTextPdf, pagesPdf, pdfOf, scanPdf, tablePdf } from '@polyparse/test-support/pdf'
import { providerA } from '../src/local/provider-a/provider-a.ts'
import { ProviderFailure, type ParseRequest } from '../src/provider.ts'
import { createLocalProvider } from '../src/local-provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import { blocksOfDocument, exerciseProvider, requestFor, type Sample } from './conformance.ts'
import { documentOf } from '../src/parsed-document.ts'

const sampleFile = join(import.meta.dirname, '../../../examples/sample.pdf')
const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

const provider = createLocalProvider(providerA, { sandbox: suiteSandbox() })

exerciseProvider(
  'provider-a',
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

const textOf = (document: Document): string =>
  blocksOfDocument(document)
    .map(({ text }) => text)
    .join('\n')
const codes = ({ warnings }: Document): string[] => warnings.map(({ code }) => code)

/** Forty sentences of one speaker. */
const say = (name: string): string =>
  Array.from({ length: 40 }, (_, index) => `${name} speaks for time ${index} of many.`).join(' ')

describe('provider-a', () => {
  const parse = async (sample: Sample, asked: Partial<ParseRequest> = {}): Promise<Document> =>
    documentOf(await provider.parse({ ...requestFor(sample, provider), ...asked }, new AbortController().signal))
  it('finds the structure of the sample', async () => {
    const document = await parse(pdf(await readFile(sampleFile)))
    const of = (type: string) => blocksOfDocument(document).filter((block) => block.type === type)
    assert.deepEqual(
      of('title').map(({ text }) => text),
      ['Harbour Light Ferries'],
    )
    assert.deepEqual(
      of('heading').map(({ text, level }) => [level, text]),
      [
        [2, 'Annual Review 2025'],
        [2, 'The year in brief'],
        [2, 'Passengers and punctuality'],
        [3, 'How we measure'],
        [3, 'What delayed us'],
        [2, 'Fleet and plans'],
        [2, 'Three promises for 2026'],
      ],
    )
    assert.deepEqual(
      of('list_item').map(({ marker }) => marker),
      ['•', '•', '•', '1.', '2.', '3.', '1.', '2.', '3.'],
    )
    assert.deepEqual(
      of('page_footer').map(({ text }) => text),
      ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'],
    )
    assert.equal(of('page_header').length, 3)
    assert.equal(of('caption').length, 3)
    assert.deepEqual(
      document.outline.map(({ title, page }) => [title, page]),
      [
        ['The year in brief', 1],
        ['Passengers and punctuality', 2],
        ['Fleet and plans', 3],
        ['Three promises for 2026', 3],
      ],
    )
    const [routes] = document.tables
    assert.equal(routes?.caption, 'Table 1: Passengers by route, in thousands')
    assert.deepEqual([routes?.rowCount, routes?.columnCount], [7, 5])
    assert.deepEqual(
      routes?.cells.filter(({ row }) => row === 2).map(({ text }) => text),
      ['Port Ellery to Gannet Isle', '377', '391', '452', '+15.6%'],
    )
    assert.deepEqual([...new Set(routes?.cells.filter(({ header }) => header).map(({ row }) => row))], [0])
    const links = blocksOfDocument(document).flatMap(({ runs = [] }) => runs.filter(({ href }) => href !== undefined))
    assert.deepEqual(
      links.map(({ text, href }) => [text, href]),
      [['harbourlight.example/review', 'https://harbourlight.example/review']],
    )
    assert.deepEqual(document.metadata, {
      mimeType: 'application/pdf',
      documentPageCount: 3,
      title: 'Harbour Light Ferries: Annual Review 2025',
      author: 'Harbour Light Ferries',
      subject: 'Passengers, punctuality and plans',
      keywords: 'ferries, annual review, sample',
      producer: 'PDFKit',
      language: 'en',
      createdAt: '2026-01-15T09:00:00.000Z',
      modifiedAt: '2026-01-15T09:00:00.000Z',
    })
    assert.deepEqual(document.warnings, [])
  })

  it('gives the files of pictures when an output needs them, and their places always', async () => {
    const sample = pdf(await readFile(sampleFile))
    const [picture] = (await parse(sample, { outputs: ['images'] })).pictures
    assert.deepEqual([picture?.mimeType, picture?.width, picture?.height], ['image/png', 480, 240])
    const without = await parse(sample, { outputs: ['markdown'] })
    assert.deepEqual(without.pictures, [])
    assert.deepEqual(
      blocksOfDocument(without).flatMap(({ picture }) => picture ?? []),
      [picture?.id],
    )
  })

  it('reads an encrypted document with its password', async () => {
    const sample = pdf(await encryptedPdf())
    assert.match(textOf(await parse(sample, { options: { password: 'open sesame' } })), /Chapter 1/)
    await assert.rejects(
      parse(sample, { options: { password: 'wrong' } }),
      (error) => error instanceof ProviderFailure && error.code === 'document_encrypted',
    )
  })

  it('leaves out invisible text, and says so', async () => {
    const document = await parse(pdf(await hiddenTextPdf()))
    assert.equal(textOf(document), 'Everybody can read this sentence.')
    assert.deepEqual(
      document.warnings.map(({ code, page }) => [code, page]),
      [['hidden_text', 1]],
    )
  })

  it('uses the invisible layer of a scanned page as its text, and says so', async () => {
    const document = await parse(pdf(await scanPdf('The words of the scanned page.')))
    assert.match(textOf(document), /The words of the scanned page\./)
    assert.deepEqual(codes(document), ['hidden_text'])
  })

  it('warns of a page without text', async () => {
    assert.deepEqual(codes(await parse(pdf(await scanPdf(null)))), ['page_without_text'])
    assert.deepEqual(codes(await parse(pdf(await pdfOf(() => {})))), [])
  })

  it('rotates boxes with the page', async () => {
    const turned = await pdfOf((it) => {
      Object.assign(it.page.dictionary.data, { Rotate: 90 })
      it.fontSize(12).text('A sentence near the corner.', 40, 700)
    })
    const document = await parse(pdf(turned))
    const [page] = document.pages
    assert.deepEqual([page?.rotation, Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)], [90, 842, 595])
    const [x0 = 0, y0 = 0] = page?.blocks[0]?.bbox ?? []
    assert.ok(x0 < 200 && y0 < 200, `${x0} ${y0}`)
  })

  it('reads the cells of a ruled table', async () => {
    const rows = [
      ['Name', 'Town', 'Number'],
      ['Ada', 'London', '12'],
      ['Grace', 'New York', '1,034'],
    ]
    const [table] = (await parse(pdf(await tablePdf(rows)))).tables
    assert.deepEqual(
      rows.map((_, row) => table?.cells.filter((cell) => cell.row === row).map(({ text }) => text)),
      rows,
    )
  })

  it('reads two columns one after the other, below what runs over both', async () => {
    const columns = await pdfOf((it) => {
      it.fontSize(20).text('A headline that runs over both of the columns', 60, 60)
      it.fontSize(10).text(say('Left'), 60, 110, { width: 225, lineGap: 2 })
      it.text(say('Right'), 310, 110, { width: 225, lineGap: 2 })
    })
    assert.equal(
      textOf(await parse(pdf(columns))).replaceAll(/\s+/g, ' '),
      `A headline that runs over both of the columns ${say('Left')} ${say('Right')}`,
    )
  })

  it('joins divided words', async () => {
    const divided = await pdfOf((it) => {
      it.fontSize(12).text('A paragraph with a long word that is di-', 60, 100)
      it.text('vided, and one with a well-', 60, 115)
      it.text('known hyphen of its own.', 60, 130)
    })
    assert.match(textOf(await parse(pdf(divided))), /that is divided, and one/)
  })

  it('does not take a number at the start of a line of running text for a list item', async () => {
    const running = await pdfOf((it) => {
      it.fontSize(12).text('The house was built by the river in', 60, 100)
      it.text('1954. It has had four owners since then.', 60, 115)
    })
    assert.equal(
      textOf(await parse(pdf(running))),
      'The house was built by the river in 1954. It has had four owners since then.',
    )
  })

  it('lists the words of a block with boxes when asked', async () => {
    const sample = pdf(await pagesPdf(1))
    assert.ok(blocksOfDocument(await parse(sample)).every(({ words }) => words === undefined))
    const [heading] = blocksOfDocument(await parse(sample, { options: { words: true } }))
    assert.deepEqual(
      heading?.words?.map(({ text }) => text),
      ['Chapter', '1'],
    )
  })

  it('reads every page from its image when asked, and says so', async () => {
    const document = await parse(pdf(await hiddenTextPdf()), {
      options: { forceRecognition: true, languages: ['eng'] },
    })
    assert.equal(textOf(document), 'Everybody can read this sentence.')
    assert.ok(codes(document).includes('page_recognized'))
  })

  it('keeps page headers and footers in the text when asked', async () => {
    const options = { keepHeadersAndFooters: true }
    const document = await parse(pdf(await readFile(sampleFile)), { options })
    assert.match(textOf(document), /Page 1 of 3/)
    assert.ok(blocksOfDocument(document).every(({ type }) => type !== 'page_header' && type !== 'page_footer'))
  })

  it('leaves out pictures that are smaller than was asked for', async () => {
    const options = { minimumImageSize: 1000 }
    assert.deepEqual((await parse(pdf(await readFile(sampleFile)), { options })).pictures, [])
  })
})
