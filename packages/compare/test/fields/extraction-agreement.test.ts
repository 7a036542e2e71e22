import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agree } from '../../src/agree.ts'
import { readingOf } from '../../src/reading.ts'
import { fieldMatching } from '../../src/parameters.ts'
import { prose } from '../agreements.ts'
import { extractionOf } from './extractions.ts'

type Data = Readonly<Record<string, unknown>>

const extractionIn = async (filled: Readonly<Record<string, Data | null>>) => {
  const { extraction } = await agree(
    Object.entries(filled).map(([provider, data]) => ({
      provider,
      reading: readingOf({ ...prose('An invoice.'), ...(data !== null && { extraction: extractionOf(data) }) }),
      durationMs: 1,
    })),
  )
  return extraction
}

describe('The agreement of readings from which one schema was filled', () => {
  it('has their values side by side', async () => {
    const extraction = await extractionIn({ one: { number: 'A-17', total: 5 }, two: { number: 'B-99', total: '5.00' } })
    assert.deepEqual(
      extraction?.fields.map(({ path, agreement, values }) => [path, agreement, values.map(({ by }) => by)]),
      [
        ['/number', 'disputed', ['one', 'two']],
        ['/total', 'agreed', ['one', 'two']],
      ],
    )
  })

  it('has none where fewer than two were filled', async () => {
    assert.equal(await extractionIn({ one: { number: 'A-17' }, two: null }), undefined)
  })

  it('lists the disputed ones of too many, in the order of the schema', async () => {
    const rows = Array.from({ length: fieldMatching.maxListedFields + 10 }, (_, index) => `row ${index}`)
    const extraction = await extractionIn({ one: { rows, total: 1 }, two: { rows, total: 2 } })
    assert.equal(extraction?.omittedFieldCount, 11)
    assert.deepEqual(
      [extraction.fields.length, extraction.fields[0]?.path, extraction.fields.at(-1)?.path],
      [fieldMatching.maxListedFields, '/rows/0', '/total'],
    )
  })
})
