import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CanonicalRequest } from '@polyparse/contract'
import { fingerprint } from '../../src/jobs/fingerprint.ts'

const request: CanonicalRequest = {
  operation: 'parse',
  outputs: ['markdown', 'text'],
  pages: [1, 2],
  provider: null,
  providers: null,
  providerOptions: { 'provider-a': { password: 'x', words: true } },
  includeRaw: false,
  extraction: null,
  classification: null,
  images: 'inline',
  pageImages: false,
  provisionalPages: false,
  deadlineSeconds: null,
  fallback: null,
  webhook: null,
  deliver: null,
  metadata: null,
}
const upload = { filename: 'a.pdf', mediaType: 'application/pdf', sha256: 'f'.repeat(64) }
const original = fingerprint(request, upload)

test('a request without newer fields keeps the fingerprint that it had before those fields existed', () => {
  assert.equal(original, '785ce299a0cc2da8333ba89d770a29d03a292abdc5b881d2307329c71d901124')
})

test('outputs are a set, and the order of JSON keys does not matter', () => {
  const same = {
    ...request,
    outputs: ['text', 'markdown'] as const,
    providerOptions: { 'provider-a': { words: true, password: 'x' } },
  }
  assert.equal(fingerprint(same, upload), original)
})

test('what adds nothing is not part of the request: no labels, and a fallback to the provider itself', () => {
  assert.equal(fingerprint({ ...request, metadata: {} }, upload), original)
  const named = { ...request, provider: 'provider-a' }
  assert.equal(fingerprint({ ...named, fallback: ['provider-a'] }, upload), fingerprint(named, upload))
  assert.notEqual(fingerprint({ ...named, fallback: ['provider-b'] }, upload), fingerprint(named, upload))
})

const changes: Record<string, Partial<CanonicalRequest>> = {
  operation: { operation: 'compare' },
  outputs: { outputs: ['markdown'] },
  pages: { pages: [1] },
  'pages omitted': { pages: null },
  'the default provider named': { provider: 'provider-a' },
  providers: { providers: ['provider-a'] },
  providerOptions: { providerOptions: {} },
  includeRaw: { includeRaw: true },
  extraction: { extraction: { schema: { properties: { total: { type: 'number' } } } } },
  images: { images: 'reference' },
  pageImages: { pageImages: true },
  deadlineSeconds: { deadlineSeconds: 60 },
  fallback: { fallback: ['provider-b'] },
  webhook: { webhook: { url: 'https://example.com/hook' } },
}
for (const [name, change] of Object.entries(changes)) {
  test(`a request that differs in ${name} has another fingerprint`, () => {
    assert.notEqual(fingerprint({ ...request, ...change }, upload), original)
  })
}

for (const [name, source] of Object.entries({
  filename: { ...upload, filename: 'b.pdf' },
  'media type': { ...upload, mediaType: 'text/plain' },
  bytes: { ...upload, sha256: '0'.repeat(64) },
  'a URL instead': { url: 'https://example.com/a.pdf' },
})) {
  test(`a source that differs in ${name} has another fingerprint`, () => {
    assert.notEqual(fingerprint(request, source), original)
  })
}
