import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { CatalogEntry, type FailureCode } from '@polyparse/contract'
import {
  type Block,
  type Box,
  Document,
  type OutputId,
  outputIds,
  outputSchemas,
  type OutputValues,
  type Page,
  render,
  numbersTo,
} from '@polyparse/document'
import type { TSchema } from '@polyparse/document/typebox'
import { Errors } from '@polyparse/document/typebox/value'
import { createCatalog } from '../catalog.ts'
import { isRemote, ProviderFailure, type ParseRequest, type Provider } from '../provider.ts'
import { askProvider } from './ask-provider.ts'

export type Sample = { readonly mediaType: string; readonly bytes: Uint8Array }

/** Documents to try a provider with; leave out those that it cannot tell apart. */
export type Samples = {
  /** Three pages or more, with a heading, and with a table and a picture where the provider gives any. */
  readonly paged: Sample & { readonly pageCount: number }
  /** Takes a while to read. */
  readonly long: Sample
  readonly failing: Partial<Record<'document_damaged' | 'document_encrypted' | 'document_empty', Sample>>
}

type OpenProvider = { readonly provider: Provider; close(): Promise<void> }

const never = new AbortController().signal
/** The time that a provider may go on after it was told to stop. */
const stopsWithinMs = 2000

const fails = (parsing: Promise<unknown>, code: FailureCode) =>
  assert.rejects(parsing, (error) => {
    assert.ok(error instanceof ProviderFailure, String(error))
    assert.equal(error.code, code, inspect(error))
    assert.match(error.message, /^[A-Z].*\.$/, 'a sentence for the caller')
    return true
  })

/** Tries what every provider must do, whatever is behind it: exactly what its catalog entry says. */
export const exerciseProvider = (
  name: string,
  open: () => Promise<OpenProvider>,
  makeSamples: () => Promise<Samples>,
): void => {
  describe(`${name}, as a provider`, () => {
    let opened: OpenProvider
    let samples: Samples
    /** The sample as the provider reads it, read once for all tests that only look at it. */
    let document: Document
    before(async () => {
      samples = await makeSamples()
      opened = await open()
      document = await parse(samples.paged)
    })
    after(() => opened.close())

    const parse = (sample: Sample, asked: Partial<ParseRequest> = {}, signal = never): Promise<Document> =>
      askProvider(opened.provider, { ...requestFor(sample, opened.provider), ...asked }, signal)

    const catalog = () => createCatalog([opened.provider], opened.provider.id)
    it('has an entry in the catalog', () => {
      const [entry] = catalog().entries
      assert.deepEqual([...Errors(CatalogEntry, entry)], [])
      assert.ok(new Set(opened.provider.mediaTypes).size === opened.provider.mediaTypes.length)
      assert.ok(opened.provider.mediaTypes.length > 0 && opened.provider.capabilities.outputs.length > 0)
    })

    it('returns a document that fits the schema of the model', () => {
      assert.deepEqual([...Errors(Document, document)], [])
      assert.equal(document.metadata.documentPageCount, samples.paged.pageCount)
      assert.equal(document.metadata.mimeType, samples.paged.mediaType)
      assert.deepEqual(
        document.pages.map(({ number }) => number),
        numbersTo(samples.paged.pageCount),
      )
    })

    it('refers to no table or picture that is not in the document', () => {
      const tables = new Set(document.tables.map(({ id }) => id))
      const pictures = new Set(document.pictures.map(({ id }) => id))
      for (const block of blocksOfDocument(document)) {
        assert.equal(block.type === 'table', block.table !== undefined)
        if (block.table !== undefined) assert.ok(tables.has(block.table))
        if (block.picture !== undefined) assert.ok(pictures.has(block.picture))
        if (block.runs !== undefined) assert.equal(block.runs.map(({ text }) => text).join(''), block.text)
      }
    })

    for (const id of outputIds) {
      it(`gives ${id} in the shape of the contract and with content, or does not declare it`, async () => {
        const { outputs } = opened.provider.capabilities
        // The service refuses what a provider does not declare.
        if (!outputs.includes(id)) return
        const values = await render(document, [id], { filename: 'sample', sizeBytes: samples.paged.bytes.length })
        assert.deepEqual([...Errors(outputSchemas[id], values[id])], [])
        assertSaysSomething(id, values[id])
      })
    }

    it('places every block of a paged document, if it gives blocks', (test) => {
      if (!has('blocks', test)) return
      for (const { width, blocks } of document.pages)
        if (width !== null) assert.ok(blocks.every(({ bbox }) => bbox !== null))
    })

    it('states the confidence of every block, if it gives confidence', (test) => {
      if (!has('confidence', test)) return
      for (const { confidence } of blocksOfDocument(document))
        assert.ok(confidence !== undefined && confidence >= 0 && confidence <= 1)
    })

    const has = (feature: Provider['capabilities']['features'][number], test: TestContext): boolean => {
      const declared = opened.provider.capabilities.features.includes(feature)
      if (!declared) test.skip(`it does not have ${feature}`)
      return declared
    }

    it('gives every cell of a table a place of its own inside the table', () => {
      for (const table of document.tables) {
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

    it('gives boxes inside their pages, in points from the top left', () => {
      const { pages, tables, pictures } = document
      const pageOf = new Map(pages.map((page) => [page.number, page]))
      const things = [...pages.flatMap(({ blocks }) => blocks), ...tables, ...pictures]
      for (const { page, bbox } of things) assertInside(bbox, pageOf.get(page))
    })

    it('gives unique ids that are the same each time, and its raw response only on request', async () => {
      const again = await parse(samples.paged, { includeRaw: true })
      const ids = idsOf(document)
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(idsOf(again), ids)
      assert.ok(!('raw' in document))
      assert.ok(again.raw !== undefined)
    })

    it('reads the selected pages only, under their own numbers', async (test) => {
      if (!has('page-selection', test)) return
      const selected = await parse(samples.paged, { pages: [2, 3] })
      assert.deepEqual(
        selected.pages.map(({ number }) => number),
        [2, 3],
      )
      assert.equal(selected.metadata.documentPageCount, samples.paged.pageCount)
      assert.ok(
        [...blocksOfDocument(selected), ...selected.tables, ...selected.pictures].every(({ page }) => page >= 2),
      )
    })

    it('warns of each selected page past the end', async (test) => {
      if (!has('page-selection', test)) return
      const past = samples.paged.pageCount + 5
      const selected = await parse(samples.paged, { pages: [1, past, past + 1] })
      assert.deepEqual(
        selected.pages.map(({ number }) => number),
        [1],
      )
      const warnings = selected.warnings.filter(({ code }) => code === 'page_out_of_range')
      assert.deepEqual(
        warnings.map(({ page }) => page),
        [past, past + 1],
      )
    })

    it('warns once of more than ten selected pages past the end', async (test) => {
      if (!has('page-selection', test)) return
      const past = Array.from({ length: 11 }, (_, index) => samples.paged.pageCount + 5 + index)
      const { warnings } = await parse(samples.paged, { pages: [1, ...past] })
      assert.deepEqual(
        warnings.filter(({ code }) => code === 'page_out_of_range').map(({ page, pages }) => ({ page, pages })),
        [{ page: undefined, pages: past }],
      )
    })

    it('fails when no selected page exists', async (test) => {
      if (!has('page-selection', test)) return
      await fails(parse(samples.paged, { pages: [samples.paged.pageCount + 1] }), 'page_out_of_range')
    })

    it('fails on a document of too many pages, unless fewer are selected', async (test) => {
      await fails(parse(samples.paged, { maxPages: 1 }), 'too_many_pages')
      if (!has('page-selection', test)) return
      assert.equal((await parse(samples.paged, { maxPages: 1, pages: [2] })).pages.length, 1)
    })

    it('describes each of its options, and refuses all others', async (test) => {
      const { options } = opened.provider
      if (options === 'passthrough') return test.skip('the service behind it checks them')
      assert.ok(isObjectSchema(options))
      for (const [option, schema] of Object.entries(options.properties))
        assert.ok('description' in schema, `${option} has no description`)
      const unknown = { noSuchOption: true }
      assert.notDeepEqual([...Errors(options, unknown)], [])
      await fails(parse(samples.paged, { options: unknown }), 'unsupported_option')
    })

    it('stops soon after the signal is aborted, with its reason', async () => {
      const controller = new AbortController()
      const reason = new Error('stop')
      const source = {
        ...requestFor(samples.long, opened.provider).source,
        open: async () => {
          setImmediate(() => controller.abort(reason))
          return Readable.from([samples.long.bytes])
        },
      }
      const tooLate = setTimeout(stopsWithinMs, undefined, { ref: false }).then(() => 'it has not stopped')
      const isStopped = stoppedBy(opened.provider, reason)
      await assert.rejects(Promise.race([parse(samples.long, { source }, controller.signal), tooLate]), isStopped)
      await assert.rejects(parse(samples.paged, {}, AbortSignal.abort(reason)), isStopped)
    })

    it('says why a document cannot be read', async () => {
      const { failing } = samples
      if (failing.document_damaged) await fails(parse(failing.document_damaged), 'document_damaged')
      if (failing.document_encrypted) await fails(parse(failing.document_encrypted), 'document_encrypted')
      if (failing.document_empty) await fails(parse(failing.document_empty), 'document_empty')
    })
  })
}

/** A remote provider also says, where it can, that nothing has reached the vendor. */
const stoppedBy =
  (provider: Provider, reason: Error) =>
  (error: unknown): boolean =>
    error === reason || (isRemote(provider) && error instanceof ProviderFailure && error.notAccepted && error.transient)

const isObjectSchema = (schema: TSchema): schema is TSchema & { properties: Record<string, object> } =>
  'properties' in schema && typeof schema.properties === 'object'

const idsOf = (document: Document): string[] =>
  [...blocksOfDocument(document), ...document.tables, ...document.pictures].map(({ id }) => id)

/**
 * Tells whether the value of an output holds something of the sample. An output that is not listed is checked by a test
 * of its own.
 */
const saysSomething: { readonly [Id in OutputId]?: (value: OutputValues[Id]) => boolean } = {
  markdown: (markdown) => /^#+ \S/m.test(markdown),
  text: (text) => /\w{3}/.test(text),
  html: (html) => /<section data-page="1">[^]*<h[1-6][ >]/.test(html),
  pages: (pages) => pages.every((page) => page.text !== '' && page.markdown !== '' && page.blocks.length > 0),
  tables: (tables) => tables.some(({ rows, cells }) => rows.length > 1 && cells.some((cell) => cell.text !== '')),
  images: (images) => images.some(({ data, width }) => data !== '' && width > 0),
  chunks: (chunks) => chunks.every((chunk) => chunk.text !== '' && chunk.tokens > 0 && chunk.blocks.length > 0),
  json: (json) => json.pages.some(({ blocks }) => blocks.length > 0),
  metadata: (metadata) => metadata.sizeBytes > 0,
  // A document need not be a form.
  fields: (fields) => fields.every(({ value }) => value !== ''),
}

const assertSaysSomething = <Id extends OutputId>(id: Id, value: OutputValues[Id] | undefined): void => {
  assert.ok(value !== undefined)
  assert.ok(saysSomething[id]?.(value) !== false, JSON.stringify(value).slice(0, 1000))
}

export const requestFor = ({ mediaType, bytes }: Sample, { capabilities }: Provider): ParseRequest => ({
  source: { owner: 'account', mediaType, filename: null, size: bytes.length, open: async () => Readable.from([bytes]) },
  pages: null,
  maxPages: 5000,
  options: {},
  outputs: capabilities.outputs,
  includeRaw: false,
})

export const blocksOfDocument = ({ pages }: Document): Block[] => pages.flatMap(({ blocks }) => blocks)

const assertInside = (box: Box | null, page: Page | undefined): void => {
  assert.ok(page !== undefined)
  if (box === null || page.width === null || page.height === null) return
  const [x0, y0, x1, y1] = box
  assert.ok(
    x0 >= 0 && y0 >= 0 && x1 <= page.width + 0.01 && y1 <= page.height + 0.01 && x0 <= x1 && y0 <= y1,
    box.join(' '),
  )
}
