import { Readable } from 'node:stream'
import type { BlobStore } from '../../src/blobs/blob-store.ts'

/** Keeps nothing and always reads the same, for measuring everything but the storage. */
export const emptyBlobs: BlobStore = {
  write: async (_path, bytes) => {
    let size = 0
    for await (const chunk of bytes) size += chunk.length
    return { size }
  },
  read: async () => Readable.from([Buffer.from('Hello.')]),
  delete: async () => {},
  list: async function* () {},
  listUnfinished: async function* () {},
  removeUnfinished: async () => 0,
  keepDeleted: () => null,
  now: async () => new Date(),
  freeBytes: async () => null,
}
