import { StorageFullError, StorageUnavailableError } from '../blobs/blob-store.ts'
import { isUnavailable } from '../db/errors.ts'

/** Resources that a system may lack for a while: file descriptors, memory, processes, space. */
const scarcities = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT', 'EIO', 'ETIMEDOUT'])

/**
 * Whether time can mend an error on our side: the database or the storage is unavailable or full, or the system lacks
 * resources.
 */
export const mayPass = (error: unknown): boolean =>
  error instanceof StorageFullError ||
  error instanceof StorageUnavailableError ||
  isUnavailable(error) ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && scarcities.has(error.code))
