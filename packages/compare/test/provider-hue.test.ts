import assert from 'node:assert/strict'
import { it } from 'node:test'
import { comparedDocument, hueOfProvider } from '../src/view.ts'
import type { CompareResult } from '@polyparse/contract'

const comparisonBy = (...ids: readonly string[]): CompareResult => ({
  input: 'a.pdf',
  outputs: [],
  timing: { startedAt: '2026-01-01T00:00:00Z', completedAt: '2026-01-01T00:00:01Z', durationMs: 1000 },
  providers: ids.map((provider) => ({ provider, status: 'unsupported', durationMs: 0 })),
})

it('a provider has the same colour whichever others it is compared with', () => {
  const hues = (...ids: readonly string[]) =>
    new Map(comparedDocument('a.pdf', comparisonBy(...ids), 1).providers.map(({ id, hue }) => [id, hue]))
  const all = hues('auto', 'provider-a', 'provider-b', 'provider-c')
  const few = hues('provider-c', 'provider-b')
  assert.equal(few.get('provider-c'), all.get('provider-c'))
  assert.equal(few.get('provider-b'), all.get('provider-b'))
  assert.equal(new Set(all.values()).size, 4, 'those of this machine can be told apart')
  assert.ok([...all.values(), hueOfProvider(''), hueOfProvider('ärztin-𝒳')].every((hue) => hue >= 0 && hue < 10))
})
