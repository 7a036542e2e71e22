import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { parquetEngine } from '../src/text/parquet/parquet-engine.ts'
import { failsWith, reader, rowsOf } from '@polyparse/test-support/reading'

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

/** A block of fewer than 15 bytes, stored as they are, after its sizes with and without the byte before them. */
const storedBlock = (bytes: Uint8Array): Buffer => Buffer.from([bytes.length << 4, ...bytes])
const asHadoopDoes = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes.length / 14) }, (_, index) => {
      const part = bytes.subarray(index * 14, index * 14 + 14)
      return Buffer.from([0, 0, 0, part.length, 0, 0, 0, part.length + 1, ...storedBlock(part)])
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

  it('is read with pages that LZ4 has packed, in either of its frames', async () => {
    // Written by pyarrow 26.
    const raw =
      'UEFSMRUAFdwFFUgsFVAVABUGFQYcAAAA/wkCAAAAUAEEAAAASG9sbQYAAABFbGxlcnkSAP8/UGxsZXJ5FQAVjAUVjAQsFVAVABUGFQYcAAAAcwIAAABQAQABAAQJAAAWAAACABADBQBBAAAABAYAMAAABQUAQQAAAAYGADAAAAcFAEEAAAAIBgAwAAAJBQBBAAAACgYAMAAACwUAQQAAAAwGADAAAA0FAEEAAAAOBgAwAAAPBQBBAAAAEAYAMAAAEQUAQQAAABIGADAAABMFAEEAAAAUBgAwAAAVBQBBAAAAFgYAMAAAFwUAQQAAABgGADAAABkFAEEAAAAaBgAwAAAbBQBBAAAAHAYAMAAAHQUAQQAAAB4GADAAAB8FAEEAAAAgBgAwAAAhBQBBAAAAIgYAMAAAIwUAQQAAACQGADAAACUFAEEAAAAmBgCgAAAnAAAAAAAAABUEGTw1ABgGc2NoZW1hFQQAFQwlAhgEcG9ydCUATBwAAAAVBCUCGApwYXNzZW5nZXJzABZQGRwZLCYAHBUMGSUGABkYBHBvcnQVDhZQFoQGFnAmCEkcFQAVABUCADwWkAMZBhkmAFAAAAAmABwVBBklBgAZGApwYXNzZW5nZXJzFQ4WUBa2BRa2BCZ4SRwVABUAFQIAPCkGGSYAUAAAABa6CxZQJggWpgUAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRksHAAAHAAAANUAAABQQVIx'
    const rows = rowsOf(await read(Buffer.from(raw, 'base64')))
    assert.equal(rows.length, 41)
    assert.deepEqual(rows.slice(0, 3), [
      ['port', 'passengers'],
      ['Holm', '0'],
      ['Ellery', '1'],
    ])
    const framed = parquetWriteBuffer({
      columnData: [{ name: 'port', data: ['Holm', 'Ellery'], type: 'STRING' }],
      codec: 'LZ4',
      compressors: { LZ4: asHadoopDoes },
    })
    assert.deepEqual(rowsOf(await read(Buffer.from(framed))), [['port'], ['Holm'], ['Ellery']])
  })

  it('that is empty, or cut off is said to be', async () => {
    await assert.rejects(read(Buffer.alloc(0)), failsWith('document_empty'))
    for (const end of [4, 20, file.length - 1, file.length - 30])
      await assert.rejects(read(file.subarray(0, end)), failsWith('document_damaged'))
  })
})
