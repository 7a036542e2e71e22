import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import { damageOf } from '../../src/jobs/damage.ts'
import { readTag, writeTag } from '../../src/jobs/result-tag.ts'
import { resultBody } from '../../src/jobs/verified.ts'
import { readStoredResult, storeResult } from '../../src/worker/store-result.ts'

const path = 'results/0196f0f0-0000-7000-8000-000000000000/1'

test('files are stored after the body that refers to them, and are checked with it', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-results-'))
  context.after(() => rm(folder, { recursive: true }))
  const blobs = await openDiskBlobs(folder)
  const result = await storeResult(blobs, path, ['{"a":', '1}'], ['{"images":[]}'])
  assert.ok(result.bodySize < result.size)
  assert.equal(await text(await readStoredResult(blobs, path, resultBody(result))), '{"a":1}')
  const files = await readStoredResult(blobs, path, { size: result.size, start: result.bodySize })
  assert.equal(await text(files), '{"images":[]}')
  assert.deepEqual({ ...result, ...readTag(writeTag(result), result.size) }, result)

  assert.equal(await damageOf(blobs, result), null)
  const stored = join(folder, path)
  const bytes = await readFile(stored)
  for (const at of [5, result.bodySize + 12]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at)
    await writeFile(stored, changed)
    assert.equal(await damageOf(blobs, result), 'changed', `at ${at}`)
  }
  await writeFile(stored, bytes.subarray(0, -1))
  assert.equal(await damageOf(blobs, result), 'wrong_size')
})

test('a body without files is all that is stored, and its tag is its hash', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-results-'))
  context.after(() => rm(folder, { recursive: true }))
  const result = await storeResult(await openDiskBlobs(folder), path, ['{}'], null)
  assert.equal(result.bodySize, result.size)
  assert.equal(writeTag(result), result.etag)
  assert.deepEqual(readTag(result.etag, result.size), { etag: result.etag, bodySize: result.size })
})
