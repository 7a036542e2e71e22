import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JobSummary } from '@polyparse/contract'
import { optionsText } from '../src/runs/options-text.ts'
import { hrefOfReading, hrefOfRuns, parseRunReference, writeRun } from '../src/routing/run-ref.ts'
import { runsOf } from '../src/runs/listed-runs.ts'

const id = '0190b8a0-0000-7000-8000-000000000001'

describe('A run', () => {
  it('has an address that is read as it was written, whatever its provider is called', () => {
    for (const provider of [null, 'auto', 'a:b', 'ä/?#%'])
      assert.deepEqual(parseRunReference(writeRun({ job: id, provider })), { job: id, provider })
    assert.equal(hrefOfRuns({ job: 'a', provider: null }, { job: 'b', provider: 'x' }), '#/runs/a/b%3Ax')
    assert.equal(hrefOfReading({ job: 'b', provider: 'x' }), '#/jobs/b/x')
  })

  it('says with which options it was made, without secrets, or that they are not known', () => {
    const parameters = {
      operation: 'parse' as const,
      outputs: ['json' as const],
      pages: [1, 3],
      providerOptions: { auto: { languages: ['deu', 'eng'], ocr: true, password: 'secret' }, other: { ocr: false } },
    }
    assert.equal(optionsText({ name: 'a.pdf', parameters }, 'auto'), 'pages: 1, 3, languages: deu, eng, ocr: true')
    assert.equal(optionsText({ name: 'a.pdf', parameters: { operation: 'parse', outputs: ['json'] } }, 'auto'), '')
    assert.equal(optionsText({ name: 'a.pdf' }, 'auto'), null)
    assert.equal(optionsText(undefined, 'auto'), null)
  })

  it('is one of a finished job, or each provider of a comparison', () => {
    const job = (more: Partial<JobSummary>): JobSummary => ({
      id,
      status: 'complete',
      operation: 'parse',
      createdAt: '2026-01-01T00:00:00Z',
      source: {},
      ...more,
    })
    const jobs = [
      job({ provider: 'auto', expiresAt: '2026-01-02T00:00:00Z' }),
      job({ provider: 'auto', status: 'running' }),
      job({ provider: 'auto', status: 'failed' }),
      job({ operation: 'compare', providers: ['a', 'b'] }),
    ]
    assert.deepEqual(
      runsOf(jobs, Date.parse('2026-01-03T00:00:00Z')).map(({ run, isExpired }) => [run.provider, isExpired]),
      [
        [null, true],
        ['a', false],
        ['b', false],
      ],
    )
  })
})
