import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  comparedResult,
  dispute,
  failed,
  madeAt,
  parsedResult,
  side,
  unsupported,
} from '@polyparse/test-support/results'
import type { BenchReport } from '../src/bench.ts'
import { benchReport } from '../src/bench-report.ts'
import { benchSummary } from '../src/bench-summary.ts'

const document = (name: string, overall: number, truth?: Record<string, number>) => ({
  name,
  result: comparedResult(
    [parsedResult('a', { text: 'x' }), parsedResult('b', { text: 'x' }), parsedResult('c', { text: 'x' })],
    {
      pairs: [
        { providers: ['a', 'b'], overall },
        { providers: ['a', 'c'], overall: 0.5 },
        { providers: ['b', 'c'], overall: 0.7 },
      ],
      disputes: Array.from({ length: 12 }, (_, index) =>
        dispute([side('c', '1'), side('a', '2')], {
          outlier: 'c',
          severity: 0.9 - index / 100,
          message: `Dispute ${index + 1}.`,
        }),
      ),
      recommendation: { provider: 'b', reasons: [] },
    },
  ),
  ...(truth !== undefined && { truth: { name: `${name}.md`, scores: truth } }),
})

const bench = (documents: BenchReport['documents']): BenchReport => ({ folder: 'reports', documents })

describe('A bench', () => {
  it('recommends the provider that agrees best, with the figures', () => {
    const { recommended, reasons, providers } = benchSummary(
      bench([document('1', 0.9), document('2', 0.9), document('3', 0.9)]),
    )
    assert.equal(recommended, 'b')
    assert.match(
      reasons.join(' '),
      /agrees with the others to 80\.0 % on average; a is next with 70\.0 %.*recommended for 3 of 3 documents/,
    )
    assert.partialDeepStrictEqual(providers, [
      { provider: 'a', outlier: 0 },
      { provider: 'b' },
      { provider: 'c', outlier: 36, millisecondsPerPage: 1200 },
    ])
  })

  it('ranks by the ground truth where there is one, even against the agreement', () => {
    const truth = { a: 0.99, b: 0.8, c: 0.7 }
    const { recommended, reasons } = benchSummary(bench([document('1', 0.9, truth), document('2', 0.9)]))
    assert.equal(recommended, 'a')
    assert.match(reasons.join(' '), /99\.0 % against the ground truth of 1 document; b is next with 80\.0 %/)
  })

  it('counts a failed document as 0', () => {
    const broken = {
      name: '3',
      result: comparedResult([failed('b', 'x'), parsedResult('a', { text: 'x' })], {}),
      truth: { name: 't', scores: { a: 0.6 } },
    }
    const { recommended, providers } = benchSummary(bench([document('1', 0.9, { a: 0.6, b: 0.9 }), broken]))
    assert.equal(recommended, 'a')
    assert.partialDeepStrictEqual(providers, [{ provider: 'a' }, { provider: 'b', failed: 1, truth: 0.45 }])
  })

  it('counts a document that a provider does not support as not read, and says so', () => {
    const truth = { name: 't', scores: { a: 0.8 } }
    const other = (name: string, more: object) => ({
      name,
      result: comparedResult([unsupported('b'), parsedResult('a', { text: 'x' }), parsedResult('c', { text: 'x' })], {
        pairs: [{ providers: ['a', 'c'], overall: 0.8 }],
      }),
      ...more,
    })
    const byTruth = benchSummary(bench([document('1', 0.9, { a: 0.8, b: 0.99 }), other('2', { truth })]))
    assert.equal(byTruth.recommended, 'a')
    assert.partialDeepStrictEqual(byTruth.providers, [
      { provider: 'a', truths: 2 },
      { provider: 'b', unsupported: 1 },
    ])
    assert.match(byTruth.reasons.join(' '), /80\.0 % against the ground truth of 2 documents; b is next with 49\.5 %/)
    assert.match(byTruth.reasons.join(' '), /b does not support 1 document, which counts as not read\./)
    const byAgreement = benchSummary(bench([document('1', 0.9), other('2', {}), other('3', {})]))
    assert.equal(byAgreement.recommended, 'a')
    assert.match(byAgreement.reasons.join(' '), /b does not support 2 documents, which count as not read\./)
  })

  it('recommends no provider when the best are tied or the evidence is thin', () => {
    const level = benchSummary(bench([document('1', 0.9, { a: 0.9, b: 0.9, c: 0.2 })]))
    assert.equal(level.recommended, undefined)
    assert.match(level.reasons.join(' '), /a and b are tied by the ground truth of 1 document/)
    const few = benchSummary(bench([document('1', 0.9)]))
    assert.equal(few.recommended, undefined)
    assert.match(few.reasons.join(' '), /b is ahead, but 1 document is too little evidence/)
    assert.deepEqual(benchSummary(bench([])).reasons, ['No provider parsed any of the documents.'])
  })

  it('is reported with every document, its most severe disputes, and what could not be compared', () => {
    const html = benchReport(bench([document('one.pdf', 0.9, { a: 1 }), { name: 'two.pdf', error: 'It is empty.' }]), {
      madeAt,
    })
    assert.match(html, /<a href="#d1"><bdi>one\.pdf<\/bdi><\/a>/)
    assert.match(html, /It is empty\./)
    assert.match(html, /Dispute 10\./)
    assert.doesNotMatch(html, /Dispute 11\./)
    assert.match(html, /2 less severe ones are not\s+listed/)
    assert.match(html, /1 document could not be compared/)
  })
})
