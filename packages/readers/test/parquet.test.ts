import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { parquetEngine } from '../src/text/parquet/parquet-engine.ts'
import { failsWith, reader, rowsOf } from './support/flow.ts'

const read = reader(parquetEngine, 'application/vnd.apache.parquet')
const file = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'port', data: ['Holm', 'Ellery', null], type: 'STRING' },
      { name: 'passengers', data: [341n, 12n, 0n], type: 'INT64' },
      { name: 'share', data: [0.5, 0.25, 1], type: 'DOUBLE' },
      { name: 'open', data: [true, false, true], type: 'BOOLEAN' },
      { name: 'more', data: [{ a: [1, 2] }, { b: 'x' }, {}], type: 'JSON' },
    ],
  }),
)

describe('a file of Parquet', () => {
  it('is a table below the names of its columns', async () => {
    const document = await read(file)
    assert.deepEqual(rowsOf(document), [
      ['port', 'passengers', 'share', 'open', 'more'],
      ['Holm', '341', '0.5', 'true', '{"a":[1,2]}'],
      ['Ellery', '12', '0.25', 'false', '{"b":"x"}'],
      ['', '0', '1', 'true', '{}'],
    ])
    assert.deepEqual(document.tables[0]?.cells.map(({ header }) => header).slice(4, 6), [true, false])
  })

  it('that is empty, or cut off is said to be', async () => {
    await assert.rejects(read(Buffer.alloc(0)), failsWith('document_empty'))
    for (const end of [4, 20, file.length - 1, file.length - 30])
      await assert.rejects(read(file.subarray(0, end)), failsWith('document_damaged'))
  })
})
