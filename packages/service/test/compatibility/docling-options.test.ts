import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@polyparse/contract'
import { keepOptions, keptOptions } from '../../src/api/compatibility/docling-serve/kept-options.ts'
import { optionFields, readConversionOptions } from '../../src/compatibility/docling-serve/options.ts'
import { RefusedFormError } from '../../src/compatibility/refused-form.ts'

const pagesOf = (...page_range: readonly number[]) => readConversionOptions(optionFields({ page_range })).pages

describe('page_range of a request to docling-serve', () => {
  it('has as many pages as a job may ask for', () => {
    assert.deepEqual(pagesOf(2, 4), [2, 3, 4])
    assert.equal(pagesOf(1, limits.pages)?.length, limits.pages)
    assert.equal(pagesOf(2, Number.MAX_SAFE_INTEGER)?.at(-1), limits.pages + 1)
  })

  it('is the whole document from the first page to one past them', () => {
    assert.equal(pagesOf(1, limits.pages + 1), null)
    assert.equal(pagesOf(1, Number.MAX_SAFE_INTEGER), null)
  })

  it('has no page that a job cannot ask for', () => {
    const { maximum } = limits.pageNumber
    assert.deepEqual(pagesOf(maximum - 1, Number.MAX_SAFE_INTEGER), [maximum - 1, maximum])
    for (const range of [[0, 1], [3, 1], [1], [1, 2, 3], [1.5, 2], [maximum + 1, maximum + 1]])
      assert.throws(() => pagesOf(...range), RefusedFormError, range.join())
  })
})

describe('the metadata of a job', () => {
  it('is that of a task only as the service has written it, and breaks nothing otherwise', () => {
    const metadata = keepOptions('report.pdf', new Map([['to_formats', ['html']]]))
    const kept = keptOptions({ metadata })
    assert.deepEqual([kept?.filename, kept?.options.formats], ['report.pdf', ['html']])
    for (const own of ['', 'of the caller', '7', '{"filename":"a"}', '{"filename":"a","options":{"to_formats":["x"]}}'])
      assert.equal(keptOptions({ metadata: { 'docling-serve': own } }), null, own)
    assert.equal(keptOptions({ metadata: null }), null)
  })
})
