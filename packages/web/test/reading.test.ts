import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageName } from '../src/design/format.ts'
import { metadataText, qualityText } from '../src/result/fact-text.ts'
import type { CatalogEntry } from '@polyparse/contract'
import type { BlockValue } from '@polyparse/document/schema'
import { withPassword } from '../src/request/with-password.ts'
import { blockOfField, doubtedPages, shadeOf } from '../src/result/doubts.ts'
import type { ResultReading, ReadPage } from '../src/result/reading.ts'
import { toTsv } from '../src/result/tsv.ts'

const page = (number: number, quality?: number): ReadPage => ({
  page: number,
  width: 100,
  height: 100,
  quality,
  blocks: [],
})
const reading = (pages: readonly ReadPage[]): ResultReading => ({
  pages,
  tables: new Map(),
  images: new Map(),
  captions: new Set(),
})

describe('The reading', () => {
  it('lists the pages that its reader warns of, the least sure first', () => {
    const warnings = [
      { code: 'low_confidence', message: '', page: 1 },
      { code: 'low_confidence', message: '', page: 3 },
      { code: 'page_rotated', message: '', page: 2 },
      { code: 'low_confidence', message: '' },
    ]
    assert.deepEqual(doubtedPages(reading([page(1, 0.8), page(2, 0.1), page(3, 0.4)]), warnings), [
      { page: 3, quality: 0.4 },
      { page: 1, quality: 0.8 },
    ])
  })

  it('shades a block the more, the less sure its reader is', () => {
    assert.deepEqual([undefined, 1, 0.95, 0.9, 0.8, 0.2].map(shadeOf), ['', '', '', 'doubt-1', 'doubt-2', 'doubt-3'])
  })

  it('knows the block that a field is in', () => {
    const block: BlockValue = { id: 'b1', type: 'paragraph', page: 1, bbox: [0, 0, 50, 20], text: 'Name: Ada' }
    const whole = reading([{ ...page(1), blocks: [block] }])
    const field = { label: 'Name', value: 'Ada', page: 1, kind: 'pair' as const }
    assert.equal(blockOfField(whole, { ...field, bbox: [30, 5, 48, 15] })?.id, 'b1')
    assert.equal(blockOfField(whole, { ...field, bbox: [30, 50, 48, 60] }), undefined)
    assert.equal(blockOfField(whole, { ...field, bbox: null }), undefined)
  })

  it('copies tables for spreadsheets, each cell on one line', () => {
    assert.equal(
      toTsv([
        ['a\tb', 'c\nd'],
        ['', ' 1 '],
      ]),
      'a b\tc d\n\t1\n',
    )
  })
})

describe('A password', () => {
  const entry = (id: string, takes: boolean, isDefault = false): CatalogEntry => ({
    id,
    name: id,
    capabilities: { execution: 'sync', features: [], outputs: ['markdown'] },
    options: { type: 'object', properties: takes ? { password: { type: 'string' } } : {} },
    default: isDefault,
    enabled: true,
  })
  const catalog = [entry('one', true, true), entry('two', true), entry('none', false)]
  const base = { operation: 'parse' as const, outputs: ['markdown' as const] }

  it('goes to the providers of the request that take one, beside their other options', () => {
    assert.deepEqual(withPassword(base, catalog, 'x')?.providerOptions, { one: { password: 'x' } })
    const asked = { ...base, provider: 'two', providerOptions: { two: { dpi: 300, password: 'wrong' } } }
    assert.deepEqual(withPassword(asked, catalog, 'x')?.providerOptions, { two: { dpi: 300, password: 'x' } })
    const compared = { ...base, operation: 'compare' as const, providers: ['one', 'none'] }
    assert.deepEqual(withPassword(compared, catalog, 'x')?.providerOptions, { one: { password: 'x' } })
    assert.equal(withPassword({ ...base, provider: 'none' }, catalog, 'x'), null)
  })
})

describe('The metadata of a result', () => {
  it('has times, languages and shares as people write them', () => {
    assert.match(metadataText('createdAt', '2026-01-15T09:30:00.000Z'), /Jan 15, 2026/)
    for (const other of ['2026-01-15', 'D:20260115', '2026-13-45T99:99Z', 'Harbour'])
      assert.equal(metadataText('createdAt', other), other)
    assert.equal(metadataText('language', 'de-AT'), 'Austrian German (de-AT)')
    assert.equal(metadataText('title', 'de'), 'de')
    for (const unknown of ['', 'x-default', 'English (UK)', 'qqq'])
      assert.equal(metadataText('language', unknown), unknown)
    assert.equal(qualityText({ score: 0.995, scale: '0-1' }), '99.5%')
    assert.equal(qualityText({ score: 4, scale: '1-5' }), '4 on 1-5')
    assert.equal(qualityText({ score: 3 }), '3')
  })

  it('has a name for the codes of Tesseract, with the ways in which a language is written', () => {
    const names = ['deu', 'eng', 'chi_sim', 'chi_tra', 'aze_cyrl', 'chi_sim_vert', 'frk'].map(languageName)
    assert.deepEqual(names, [
      'German',
      'English',
      'Simplified Chinese',
      'Traditional Chinese',
      'Azerbaijani (Cyrillic)',
      null,
      null,
    ])
  })
})
