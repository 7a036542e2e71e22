import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { Check } from 'typebox/value'
import type { FailureCode } from '../../src/contract/failures.ts'
import type { Block, Box, Document, Page } from '../../src/document/model.ts'
import { DocumentShape } from '../../src/engines/sandbox/document-shape.ts'
import { ProviderFailure, type ParseRequest, type Provider } from '../../src/providers/provider.ts'

export type Sample = { readonly mediaType: string; readonly bytes: Uint8Array }

/** Documents to try a provider with. What it cannot tell apart may be left out. */
export type Samples = {
  /** Three pages or more, with a table and a picture. */
  readonly paged: Sample & { readonly pageCount: number }
  /** Takes a while. */
  readonly long: Sample
  readonly failing: Partial<Record<'document_damaged' | 'document_encrypted' | 'document_empty', Sample>>
}

type Opened = { readonly provider: Provider; close(): Promise<void> }

const never = new AbortController().signal

const fails = (parsing: Promise<unknown>, code: FailureCode) =>
  assert.rejects(parsing, (error) => {
    assert.ok(error instanceof ProviderFailure, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, /^[A-Z].*\.$/, 'a sentence for the caller')
    return true
  })

/** What every provider must do, whatever stands behind it. */
export const exerciseProvider = (
  name: string,
  open: () => Promise<Opened>,
  makeSamples: () => Promise<Samples>,
): void => {
  describe(`${name}, as a provider`, () => {
    let opened: Opened
    let samples: Samples
    before(async () => {
      samples = await makeSamples()
      opened = await open()
    })
    after(() => opened.close())

    const parse = (sample: Sample, asked: Partial<ParseRequest> = {}, signal = never): Promise<Document> =>
      opened.provider.parse({ ...requestFor(sample, opened.provider), ...asked }, signal)

    it('gives a document of the shape of the model', async () => {
      const document = await parse(samples.paged)
      assert.ok(Check(DocumentShape, document))
      assert.equal(document.metadata.documentPageCount, samples.paged.pageCount)
      assert.equal(document.metadata.mimeType, samples.paged.mediaType)
      assert.deepEqual(
        document.pages.map(({ number }) => number),
        numbersTo(samples.paged.pageCount),
      )
    })

    it('says nothing of a block that is not in the document', async () => {
      const document = await parse(samples.paged)
      const tables = new Set(document.tables.map(({ id }) => id))
      const pictures = new Set(document.pictures.map(({ id }) => id))
      for (const block of blocksOf(document)) {
        assert.equal(block.type === 'table', block.table !== undefined)
        if (block.table !== undefined) assert.ok(tables.has(block.table))
        if (block.picture !== undefined) assert.ok(pictures.has(block.picture))
        if (block.runs !== undefined) assert.equal(block.runs.map(({ text }) => text).join(''), block.text)
      }
    })

    it('has something for each output that it declares', async () => {
      const document = await parse(samples.paged)
      const { outputs, features } = opened.provider.capabilities
      if (outputs.includes('tables')) assert.ok(document.tables.some(({ cells }) => cells.length > 0))
      if (outputs.includes('images')) assert.ok(document.pictures.some(({ data }) => data.length > 0))
      if (outputs.includes('markdown')) assert.ok(blocksOf(document).some(({ text }) => text !== ''))
      if (features.includes('blocks')) assert.ok(blocksOf(document).every(({ bbox }) => bbox !== null))
      if (features.includes('confidence'))
        assert.ok(blocksOf(document).every(({ confidence }) => confidence !== undefined))
    })

    it('gives every cell of a table a place of its own inside the table', async () => {
      for (const table of (await parse(samples.paged)).tables) {
        const taken = new Set<string>()
        for (const { row, column, rowSpan, columnSpan } of table.cells) {
          assert.ok(row + rowSpan <= table.rowCount && column + columnSpan <= table.columnCount)
          for (let y = row; y < row + rowSpan; y += 1) {
            for (let x = column; x < column + columnSpan; x += 1) {
              assert.ok(!taken.has(`${y} ${x}`), `two cells at row ${y}, column ${x}`)
              taken.add(`${y} ${x}`)
            }
          }
        }
      }
    })

    it('gives boxes inside their pages, in points from the top left', async () => {
      const { pages, tables, pictures } = await parse(samples.paged)
      const pageOf = new Map(pages.map((page) => [page.number, page]))
      const things = [...pages.flatMap(({ blocks }) => blocks), ...tables, ...pictures]
      for (const { page, bbox } of things) assertInside(bbox, pageOf.get(page))
    })

    it('gives ids that are unique and the same each time', async () => {
      const [first, second] = [await parse(samples.paged), await parse(samples.paged)]
      const ids = blocksOf(first).map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(
        blocksOf(second).map(({ id }) => id),
        ids,
      )
    })

    it('reads the selected pages only, under their own numbers', async () => {
      const document = await parse(samples.paged, { pages: [2, 3] })
      assert.deepEqual(
        document.pages.map(({ number }) => number),
        [2, 3],
      )
      assert.equal(document.metadata.documentPageCount, samples.paged.pageCount)
      assert.ok([...blocksOf(document), ...document.tables, ...document.pictures].every(({ page }) => page >= 2))
    })

    it('warns of each selected page past the end', async () => {
      const past = samples.paged.pageCount + 5
      const document = await parse(samples.paged, { pages: [1, past, past + 1] })
      assert.deepEqual(
        document.pages.map(({ number }) => number),
        [1],
      )
      const warnings = document.warnings.filter(({ code }) => code === 'page_out_of_range')
      assert.deepEqual(
        warnings.map(({ page }) => page),
        [past, past + 1],
      )
    })

    it('fails when no selected page exists', async () => {
      await fails(parse(samples.paged, { pages: [samples.paged.pageCount + 1] }), 'page_out_of_range')
    })

    it('fails on a document of too many pages, unless fewer are selected', async () => {
      await fails(parse(samples.paged, { maxPages: 1 }), 'too_many_pages')
      assert.equal((await parse(samples.paged, { maxPages: 1, pages: [2] })).pages.length, 1)
    })

    it('gives its raw response only when asked', async () => {
      assert.ok(!('raw' in (await parse(samples.paged))))
      assert.ok((await parse(samples.paged, { includeRaw: true })).raw !== undefined)
    })

    it('stops when it is told to, with the reason it was given', async () => {
      const controller = new AbortController()
      const reason = new Error('stop')
      const source = {
        ...requestFor(samples.long, opened.provider).source,
        open: async () => {
          setImmediate(() => controller.abort(reason))
          return Readable.from([samples.long.bytes])
        },
      }
      await assert.rejects(parse(samples.long, { source }, controller.signal), reason)
      await assert.rejects(parse(samples.paged, {}, AbortSignal.abort(reason)), reason)
    })

    it('says why a document cannot be read', async () => {
      const { failing } = samples
      if (failing.document_damaged) await fails(parse(failing.document_damaged), 'document_damaged')
      if (failing.document_encrypted) await fails(parse(failing.document_encrypted), 'document_encrypted')
      if (failing.document_empty) await fails(parse(failing.document_empty), 'document_empty')
    })
  })
}

export const requestFor = ({ mediaType, bytes }: Sample, { capabilities }: Provider): ParseRequest => ({
  source: { mediaType, filename: null, size: bytes.length, open: async () => Readable.from([bytes]) },
  pages: null,
  maxPages: 5000,
  options: {},
  outputs: capabilities.outputs,
  includeRaw: false,
})

export const blocksOf = ({ pages }: Document): Block[] => pages.flatMap(({ blocks }) => blocks)

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const assertInside = (box: Box | null, page: Page | undefined): void => {
  assert.ok(page !== undefined)
  if (box === null || page.width === null || page.height === null) return
  const [x0, y0, x1, y1] = box
  assert.ok(
    x0 >= 0 && y0 >= 0 && x1 <= page.width + 0.01 && y1 <= page.height + 0.01 && x0 <= x1 && y0 <= y1,
    box.join(' '),
  )
}
