import type { Readable } from 'node:stream'
import { BlobNotFoundError, type BlobRange, type BlobStore } from '../blobs/blob-store.ts'
import { sourceLost } from '../jobs/end.ts'
import { ProviderFailure } from '../providers/provider.ts'

/**
 * Opens the stored document of a job, or this part of it.
 * @throws {ProviderFailure} `source_lost` when it is gone; whoever was to get it has not got it.
 */
export const openStoredSource = async (blobs: BlobStore, path: string, range?: BlobRange): Promise<Readable> => {
  try {
    return await blobs.read(path, range)
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error
    throw new ProviderFailure(sourceLost.errorCode, sourceLost.error, { notAccepted: true, cause: error })
  }
}
