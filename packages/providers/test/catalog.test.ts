import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from '@polyparse/document/typebox'
import { createCatalog } from '../src/catalog.ts'
import type { Provider } from '../src/provider.ts'
import { remoteProvider } from '../../service/test/support/remote-vendor.ts'

const capabilities: Provider['capabilities'] = { execution: 'sync', features: [], outputs: ['text'] }
const provider = (id: string): Provider => ({
  id,
  name: `Provider ${id}`,
  capabilities,
  mediaTypes: ['text/plain'],
  options: 'passthrough',
  parse: () => Promise.reject(new Error('not called')),
})
const missing = { id: 'c', name: 'Provider c', capabilities, missing: 'PROVIDER_C_KEY' }

describe('the catalog', () => {
  it('lists every known provider, and says what would enable one that is not', () => {
    assert.deepEqual(createCatalog([provider('a'), provider('b'), missing], 'b').entries, [
      { id: 'a', name: 'Provider a', capabilities, mediaTypes: ['text/plain'], default: false, enabled: true },
      { id: 'b', name: 'Provider b', capabilities, mediaTypes: ['text/plain'], default: true, enabled: true },
      { id: 'c', name: 'Provider c', capabilities, default: false, enabled: false, missing: 'PROVIDER_C_KEY' },
    ])
  })

  it('shows the schema of the options of those that check their own', () => {
    const options = Type.Object({ dpi: Type.Integer() })
    const { entries } = createCatalog([{ ...provider('a'), options }, provider('b')], 'a')
    assert.deepEqual(
      entries.map((entry) => entry.options),
      [{ type: 'object', required: ['dpi'], properties: { dpi: { type: 'integer' } } }, undefined],
    )
  })

  it('shows which provider a reading escalates to where a job names none', () => {
    const options = Type.Object({ dpi: Type.Integer(), escalate: Type.Optional(Type.String()) })
    const sure = { ...provider('a'), escalationOption: 'escalate', options }
    const shown = (escalateTo: string | null) =>
      createCatalog([sure, provider('b')], 'a', { escalateTo }).entries[0]?.options?.['properties']
    const dpi = { type: 'integer' }
    assert.deepEqual(shown('b'), { dpi, escalate: { type: 'string', default: 'b' } })
    assert.deepEqual(shown(null), { dpi, escalate: { type: 'string' } })
  })

  it('shows how large a document a vendor accepts, and hides what does not concern callers', () => {
    const remote = remoteProvider('http://127.0.0.1:1', { limits: { bytes: 1000, pages: 20 } })
    const [entry] = createCatalog([remote], remote.id).entries
    assert.deepEqual(entry?.limits, { bytes: 1000, pages: 20 })
    assert.deepEqual(Object.keys(entry).includes('whenUnknown'), false)
  })

  it('shows the price of a page with the options that the operator has set, and what changes it', () => {
    const byOption = { option: 'tier', prices: { fast: 0.01, careful: 0.04 } }
    const price = { perPage: 0.02, byOption }
    const remote = { ...remoteProvider('http://127.0.0.1:1', { price }), defaultOptions: { tier: 'careful' } }
    const { entries } = createCatalog([remote, provider('a')], 'a')
    assert.deepEqual(
      entries.map((entry) => entry.price),
      [{ currency: 'USD', perPage: 0.04, byOption }, undefined],
    )
  })

  it('enables the providers that can work, in their order', () => {
    assert.deepEqual([...createCatalog([missing, provider('b'), provider('a')], 'a').enabled.keys()], ['b', 'a'])
  })

  it('refuses a default that is not enabled, and two providers with the same id', () => {
    assert.throws(() => createCatalog([provider('a'), missing], 'c'), /"c" is not enabled/)
    assert.throws(() => createCatalog([provider('a'), provider('a')], 'a'), RangeError)
  })
})
