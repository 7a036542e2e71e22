import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { watchAvailability } from '../../src/blobs/availability.ts'
import {
  BlobNotFoundError,
  type BlobStore,
  StorageFullError,
  StorageUnavailableError,
} from '../../src/blobs/blob-store.ts'
import { emptyBlobs } from '../support/empty-blobs.ts'

/** A storage with one trouble for all its operations, or only for writes. */
const open = () => {
  const trouble: { all: Error | null; writes: Error | null } = { all: null, writes: null }
  const refused = async (error: Error | null) => {
    if (error !== null) throw error
  }
  const store: BlobStore = {
    ...emptyBlobs,
    write: async () => {
      await refused(trouble.all ?? trouble.writes)
      return { size: 0 }
    },
    read: async () => {
      await refused(trouble.all)
      return Readable.from([])
    },
    delete: () => refused(trouble.all),
  }
  const changes: boolean[] = []
  const { blobs, storage } = watchAvailability(store, { pauseMs: 5, onChange: (is) => void changes.push(is) })
  return {
    trouble,
    changes,
    storage,
    write: () => blobs.write('results/a', Readable.from([])).catch(() => {}),
    read: () => blobs.read('results/a').catch(() => {}),
    remove: () => blobs.delete('results/a').catch(() => {}),
  }
}

describe('the availability of the storage', () => {
  it('is denied after three failures in a row, and regained without any work', async () => {
    const { trouble, storage, changes, read } = open()
    trouble.all = new StorageUnavailableError('503')
    await read()
    await read()
    assert.ok(storage.isAvailable())
    await read()
    assert.ok(!storage.isAvailable())
    await setTimeout(30)
    assert.ok(!storage.isAvailable())
    trouble.all = null
    while (!storage.isAvailable()) await setTimeout(5)
    assert.deepEqual(changes, [false, true])
  })

  it('is not denied for single failures between successes, nor for blobs that are missing', async () => {
    const { trouble, storage, read } = open()
    for (let n = 0; n < 5; n += 1) {
      trouble.all = new StorageUnavailableError('503')
      await read()
      trouble.all = null
      await read()
    }
    trouble.all = new BlobNotFoundError('none')
    for (let n = 0; n < 5; n += 1) await read()
    assert.ok(storage.isAvailable())
  })

  it('is denied to a full storage, although that can be read and blobs be deleted', async () => {
    const { trouble, storage, write, read, remove } = open()
    trouble.writes = new StorageFullError('full')
    for (let n = 0; n < 3; n += 1) {
      await write()
      await read()
      await remove()
    }
    assert.ok(!storage.isAvailable())
    trouble.writes = null
    while (!storage.isAvailable()) await setTimeout(5)
    storage.close()
  })
})
