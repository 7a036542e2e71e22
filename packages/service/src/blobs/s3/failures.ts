import { S3ServiceException } from './aws-sdk.ts'
import { BlobDamagedError, BlobNotFoundError, StorageFullError, StorageUnavailableError } from '../blob-store.ts'

/** The codes of servers whose quota or disk is full; the protocol has none for it. */
const fullCodes = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'StorageFull',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
])

/** Tells whether the server refused the request with one of these codes. */
export const isS3Answer = (error: unknown, ...codes: readonly string[]): error is S3ServiceException =>
  error instanceof S3ServiceException && codes.includes(error.name)

export const statusOf = (error: unknown): number | null =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null

/** Tells whether the request may have taken effect although it failed, because nothing rules it out. */
export const mayHaveHappened = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === null || status >= 500
}

/** Translates a failure of the server, or of the connection to it, into an error of the store. */
export const explain = (error: unknown): Error => {
  if (error instanceof BlobNotFoundError || error instanceof BlobDamagedError) return error
  if (error instanceof StorageUnavailableError) return error
  // A mistake in the program is not the server's fault.
  if (error instanceof RangeError || error instanceof TypeError) return error
  if (isS3Answer(error, ...fullCodes) || statusOf(error) === 507)
    return new StorageFullError('there is no room left for documents and results', { cause: error })
  const reason = reasonOfS3Error(error)
  return new StorageUnavailableError(`the blob store is unavailable: ${reason}`, { cause: error })
}

/** A word for the operator: the server's code, such as AccessDenied, or the system's, such as ECONNREFUSED. */
const reasonOfS3Error = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no reason is known'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The work's outcome; a failure is translated into an error of the store. */
export const explained = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw explain(error)
  }
}
