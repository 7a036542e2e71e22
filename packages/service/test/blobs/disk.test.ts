import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { StorageFullError, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import { exerciseBlobStore } from '../conformance/blob-store.ts'

exerciseBlobStore('blobs on disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-blobs-'))
  return { blobs: await openDiskBlobs(join(folder, 'made')), close: () => rm(folder, { recursive: true, force: true }) }
})

async function* hello() {
  yield Buffer.from('hello')
}

describe('the directory of blobs', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-blobs-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const mode = async (path: string) => (await stat(join(folder, path))).mode & 0o777

  it('is accessible only to its owner, with all that is in it', async () => {
    const blobs = await openDiskBlobs(join(folder, 'private'))
    await blobs.write('a/b/c', hello())
    assert.deepEqual(
      await Promise.all(['private', 'private/.incoming', 'private/a', 'private/a/b', 'private/a/b/c'].map(mode)),
      [0o700, 0o700, 0o700, 0o700, 0o600],
    )
  })

  it('keeps no empty folders', async () => {
    const blobs = await openDiskBlobs(join(folder, 'tidy'))
    await blobs.write('a/b/c', hello())
    await blobs.delete('a/b/c')
    assert.deepEqual(await readdir(join(folder, 'tidy')), ['.incoming'])
  })

  it('never gives a shorter blob for one whose file shrinks while it is read', async () => {
    const blobs = await openDiskBlobs(join(folder, 'shrinking'))
    const size = 2_000_000
    await blobs.write('a/b', Readable.from([Buffer.alloc(size, 'x')]))
    const body = await blobs.read('a/b')
    await truncate(join(folder, 'shrinking', 'a/b'), 1_000_000)
    await assert.rejects(buffer(body), StorageUnavailableError)
  })

  it('is cleared of what a process kept of deleted blobs and then died', async () => {
    const died = await openDiskBlobs(join(folder, 'kept'))
    await died.write('a/b', hello())
    assert.ok(died.keepDeleted() !== null)
    await died.delete('a/b')
    const left = await readdir(join(folder, 'kept/.kept'), { recursive: true })
    assert.equal(left.length, 2)
    const blobs = await openDiskBlobs(join(folder, 'kept'))
    assert.equal(await blobs.removeUnfinished(new Date()), 1)
    assert.deepEqual(await readdir(join(folder, 'kept/.kept')), [])
  })

  it('is cleared of old unfinished writes on request', async () => {
    const blobs = await openDiskBlobs(join(folder, 'stale'))
    const incoming = join(folder, 'stale', '.incoming')
    const now = Date.now() / 1000
    for (const [name, age] of [
      ['old', 90_000],
      ['young', 3_600],
    ] as const) {
      await writeFile(join(incoming, name), '')
      await utimes(join(incoming, name), now - age, now - age)
    }
    const begunBefore = new Date((now - 80_000) * 1000)
    assert.deepEqual(await Array.fromAsync(blobs.listUnfinished(begunBefore)), ['.incoming/old'])
    assert.equal(await blobs.removeUnfinished(begunBefore), 1)
    assert.deepEqual(await readdir(incoming), ['young'])
  })

  it('has no unfinished file after a failed write', async () => {
    const blobs = await openDiskBlobs(join(folder, 'failed'))
    const failing = blobs.write(
      'a',
      (async function* () {
        yield Buffer.from('some')
        throw new Error('gone')
      })(),
    )
    await assert.rejects(failing)
    assert.deepEqual(await readdir(join(folder, 'failed', '.incoming')), [])
  })

  it('is reported as full storage when the file system is full', async () => {
    const blobs = await openDiskBlobs(join(folder, 'full'))
    const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const failing = blobs.write(
      'a',
      (async function* () {
        yield Buffer.from('some')
        throw cause
      })(),
    )
    await assert.rejects(failing, (error) => error instanceof StorageFullError && error.cause === cause)
  })
})
