import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readingOf } from '@polyparse/compare'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { isRight, judge } from '../../quality/recommendation/judge.ts'
import { knownDocuments } from '../../quality/recommendation/known-documents.ts'
import { tableOf } from '../../quality/recommendation/table.ts'

const truth = 'The wardens of the bridge have counted every crossing since the spring of the year.'

describe('the measurement of the recommendation', () => {
  let folder: string
  const keep = async (id: string, provider: string, text: string | null): Promise<void> => {
    const reading = text === null ? {} : { reading: readingOf(documentWith([[paragraphBlock(text)]])) }
    await writeFile(
      join(folder, `${id}.${provider}.json`),
      JSON.stringify({ ...reading, markdown: text ?? '', durationMs: 1 }),
    )
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recommend-'))
    for (const id of ['plain-1', 'lie-1']) await writeFile(join(folder, `${id}.truth.md`), truth)
    await writeFile(
      join(folder, 'documents.jsonl'),
      `${JSON.stringify({ id: 'lie-1', kind: 'lies', language: 'deu' })}\n`,
    )
    for (const provider of ['provider-b', 'provider-c']) await keep('plain-1', provider, truth)
    await keep('lie-1', 'provider-b', truth)
    await keep('lie-1', 'provider-c', null)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('takes set and language from documents.jsonl, or else the set from the id', async () => {
    assert.deepEqual(
      (await knownDocuments(folder)).map(({ id, set, language }) => [id, set, language]),
      [
        ['lie-1', 'lies', 'deu'],
        ['plain-1', 'plain', 'eng'],
      ],
    )
  })

  it('says how often the named provider was right, and how often each would have been', async () => {
    const documents = await knownDocuments(folder)
    const judged = await Promise.all(documents.map((one) => judge(one, ['provider-b', 'provider-c'], folder)))
    assert.deepEqual(
      judged.map(({ recommended }) => recommended),
      [null, 'provider-c'],
      'a single reading has nothing to be compared with',
    )
    const rows = tableOf(judged, ['provider-b', 'provider-c'])
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))
    assert.deepEqual(rows.at(-1), ['all', '2', '1', '1.000', '1.000', '1.000', '1.000', '0.500'])
  })

  it('counts a provider as right that is at most 0.01 below the best', async () => {
    const [document] = await knownDocuments(folder)
    assert.ok(document)
    const judged = { document, recommended: null, why: '' }
    const scores = new Map([
      ['auto', 0.985],
      ['provider-a', 0.99],
      ['provider-b', 0.97],
    ] as const)
    assert.equal(isRight({ ...judged, scores }, 'auto'), true)
    assert.equal(isRight({ ...judged, scores }, 'provider-b'), false)
  })
})
