import { limits } from '@polyparse/contract'
import type { BlobStore } from '../blobs/blob-store.ts'

/**
 * The age, in milliseconds, at which a blob without an owner and a write that has not ended are taken for abandoned. An
 * upload may take an hour before its job exists; as long again is to spare.
 */
export const abandonedMs = 2 * limits.uploadTotalMs

/** Returns the time, by the clock of the storage, before which files without an owner count as abandoned. */
export const abandonedBefore = async (blobs: Pick<BlobStore, 'now'>): Promise<Date> =>
  new Date((await blobs.now()).getTime() - abandonedMs)
