import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits, type CatalogEntry, type JobParameters, type UsageLimits } from '@polyparse/contract'
import { countPages } from '../src/estimate/count-pages.ts'
import { chargingProviders, estimate, type EstimatedDocument } from '../src/estimate/estimate.ts'
import { countTiffFrames } from '../src/estimate/tiff-frames.ts'

const entry = (id: string, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  id,
  name: id.toUpperCase(),
  capabilities: { execution: 'async', features: [], outputs: ['markdown'] },
  default: false,
  enabled: true,
  ...more,
})

const priced = (perPage: number): Pick<CatalogEntry, 'price'> => ({ price: { currency: 'USD', perPage } })

const catalog = [
  entry('free'),
  entry('sure', { options: { type: 'object', properties: { escalate: { type: 'string', default: 'dear' } } } }),
  entry('cheap', priced(0.002)),
  entry('dear', {
    price: { currency: 'USD', perPage: 0.01, byOption: { option: 'tier', prices: { best: 0.1 } } },
    limits: { pages: 20, bytes: 1_000_000 },
  }),
  entry('off', { ...priced(1), enabled: false }),
]

const report: EstimatedDocument = { name: 'report.pdf', bytes: 50_000, count: { pages: 10, basis: 'counted' } }
const sheet: EstimatedDocument = { name: 'sheet.xlsx', bytes: 50_000, count: { pages: 3, basis: 'size' } }
const linked: EstimatedDocument = { name: 'linked.pdf', bytes: null, count: null }

const parse = (provider: string, more: Partial<JobParameters> = {}): JobParameters => ({
  operation: 'parse',
  outputs: ['markdown'],
  provider,
  ...more,
})
const compare = (...providers: string[]): JobParameters => ({ operation: 'compare', outputs: ['markdown'], providers })
const of = (documents: readonly EstimatedDocument[], parameters: JobParameters, held: UsageLimits = {}) =>
  estimate(documents, parameters, { catalog, limits: held })

describe('What a job costs, before a vendor is asked,', () => {
  it('is nothing to speak of where no chosen provider charges', () => {
    assert.equal(of([report], parse('free')), null)
    assert.equal(of([report], parse('off')), null)
  })

  it('is the pages times the price, of each provider and of all documents', () => {
    const figures = of([report, report], compare('free', 'cheap', 'dear'))
    assert.deepEqual(
      figures?.providers.map(({ id, pages, cost }) => [id, pages, Number(cost.toFixed(6))]),
      [
        ['cheap', 20, 0.04],
        ['dear', 20, 0.2],
      ],
    )
    assert.equal(figures?.cost.toFixed(6), '0.240000')
  })

  it('follows the option that changes the price', () => {
    const [charging] = chargingProviders(parse('dear', { providerOptions: { dear: { tier: 'best' } } }), catalog)
    assert.equal(charging?.perPage, 0.1)
    const [other] = chargingProviders(parse('dear', { providerOptions: { dear: { tier: 'new' } } }), catalog)
    assert.equal(other?.perPage, 0.01)
  })

  it('is for the chosen pages that the document has, and says what they save', () => {
    const figures = of([report], parse('dear', { pages: [1, 2, 99] }))
    assert.deepEqual([figures?.pages, figures?.cost, figures?.saved.toFixed(6)], [2, 0.02, '0.080000'])
  })

  it('is guessed from the size where only the provider can count, and leaves out what is at a URL', () => {
    const figures = of([report, sheet, linked], parse('cheap', { pages: [1] }))
    assert.deepEqual([figures?.pages, figures?.bySize, figures?.unknown], [4, 1, 1])
  })

  it('is an upper bound for a provider that reads what another is not sure of, and nothing is refused for it', () => {
    const escalated = parse('free', { providerOptions: { free: { escalate: 'cheap' } } })
    const figures = of([report], escalated, { paidPagesPerDay: { limit: 1, used: 1 } })
    assert.deepEqual(
      figures?.providers.map(({ id, atMost }) => [id, atMost]),
      [['cheap', true]],
    )
    assert.deepEqual(figures?.refusals, [])
    const charging = (parameters: JobParameters) =>
      chargingProviders(parameters, catalog).map(({ entry: { id }, atMost }) => [id, atMost])
    assert.deepEqual(charging(parse('sure')), [['dear', true]], 'as the operator has decided')
    const named = { providerOptions: { sure: { escalate: 'cheap' } } }
    assert.deepEqual(charging(parse('sure', named)), [['cheap', true]], 'as the job has decided')
  })

  it('names the limit that would refuse it', () => {
    const refused = (parameters: JobParameters, held: UsageLimits, documents = [report]) =>
      of(documents, parameters, held)?.refusals
    const paidPagesPerDay = { limit: 100, used: 90 }
    assert.deepEqual(refused(parse('cheap'), { paidPagesPerDay }), [])
    assert.deepEqual(refused(compare('cheap', 'dear'), { paidPagesPerDay }), [
      { limit: 'paidPagesPerDay', maximum: 100, left: 10, needed: 20 },
    ])
    assert.deepEqual(refused(compare('cheap', 'dear'), { paidCostPerJob: 0.12 }), [], 'as much as it may cost')
    assert.deepEqual(refused(compare('cheap', 'dear'), { paidCostPerJob: 0.11 }), [
      { limit: 'paidCostPerJob', maximum: 0.11, document: 'report.pdf', cost: 0.12 },
    ])
    assert.deepEqual(refused(parse('cheap'), { pagesPerDay: { limit: 5, used: 5 } }), [
      { limit: 'pagesPerDay', maximum: 5 },
    ])
    const book: EstimatedDocument = { name: 'book.pdf', bytes: 2_000_000, count: { pages: 21, basis: 'counted' } }
    assert.deepEqual(refused(parse('dear'), {}, [report, book]), [
      { limit: 'bytes', maximum: 1_000_000, document: 'book.pdf', provider: 'DEAR' },
      { limit: 'pages', maximum: 20, document: 'book.pdf', provider: 'DEAR' },
    ])
  })
})

/** A TIFF of pages without anything on them. */
const tiff = ({ frames, little = true, big = false }: { frames: number; little?: boolean; big?: boolean }): Blob => {
  const view = new DataView(new ArrayBuffer(16 + frames * 64))
  const address = (at: number, value: number) =>
    big ? view.setBigUint64(at, BigInt(value), little) : view.setUint32(at, value, little)
  view.setUint16(0, little ? 0x4949 : 0x4d4d)
  view.setUint16(2, big ? 43 : 42, little)
  address(big ? 8 : 4, 16)
  for (let frame = 0; frame < frames; frame++) {
    const at = 16 + frame * 64
    const [countBytes, entryBytes] = big ? [8, 20] : [2, 12]
    if (big) view.setBigUint64(at, 2n, little)
    else view.setUint16(at, 2, little)
    address(at + countBytes + 2 * entryBytes, frame + 1 === frames ? 0 : at + 64)
  }
  return new Blob([view.buffer])
}

const noPdf = () => Promise.reject(new Error('this is no PDF'))

describe('The pages of a document in the browser', () => {
  it('are the frames of a TIFF, of either byte order and size', async () => {
    for (const little of [true, false])
      for (const big of [true, false]) assert.equal(await countTiffFrames(tiff({ frames: 3, little, big })), 3)
  })

  it('are not counted in a TIFF that is cut off or never ends', async () => {
    const whole = tiff({ frames: 3 })
    assert.equal(await countTiffFrames(whole.slice(0, 100)), null)
    assert.equal(await countTiffFrames(new Blob(['II*'])), null)
    const loop = new DataView(await tiff({ frames: 1 }).arrayBuffer())
    loop.setUint32(16 + 2 + 24, 16, true)
    assert.equal(await countTiffFrames(new Blob([loop.buffer])), null)
  })

  it('is one of a picture, and else as many as the service assumes for its size', async () => {
    const png = new File(['png'], 'a.png', { type: 'image/png' })
    assert.deepEqual(await countPages(png, noPdf), { pages: 1, basis: 'counted' })
    const docx = new File([new Uint8Array(limits.assumedPageBytes * 2 + 1)], 'a.docx')
    assert.deepEqual(await countPages(docx, noPdf), { pages: 3, basis: 'size' })
    const locked = new File(['%PDF-1.7', new Uint8Array(limits.assumedPageBytes)], 'a.pdf')
    assert.deepEqual(await countPages(locked, noPdf), { pages: 2, basis: 'size' })
    assert.deepEqual(await countPages(locked, async () => 7), { pages: 7, basis: 'counted' })
    assert.deepEqual(await countPages(new File([], 'a.txt'), noPdf), { pages: 1, basis: 'size' })
  })
})
