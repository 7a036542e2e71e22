import type { Readable } from 'node:stream'
import { BlobNotFoundError } from '../../blobs/blob-store.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { findPageImages } from '../../jobs/page-images.ts'
import { resultExpired } from '../../jobs/read.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'

/**
 * The stored images of the pages of a finished job, as compressed JSON.
 * @throws {ProblemError} `result_expired` when they are kept no more, `not_found` when there are none, `result_damaged`.
 */
export const openPageImages = async (
  { database, blobs, clock, settings }: ApiParts,
  job: StoredJob,
): Promise<Readable> => {
  if (job.pageImages && resultExpired(job, clock(), settings.pageImageRetentionSeconds))
    throw new RequestProblem('result_expired', {
      detail: 'The images of the pages are kept no more; the result still is.',
    })
  const path = await findPageImages(database, job.id)
  if (path === null) throw noPageImages()
  try {
    return await blobs.read(path)
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error
    // They may have been given up just now.
    throw (await findPageImages(database, job.id)) === path
      ? new RequestProblem('result_damaged', { cause: error })
      : noPageImages()
  }
}

const noPageImages = (): RequestProblem =>
  new RequestProblem('not_found', { detail: 'No images of the pages are kept with the result.' })
