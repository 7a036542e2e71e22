import { StorageFullError, StorageUnavailableError } from '../blobs/blob-store.ts'
import { isUnavailable } from '../db/errors.ts'

/** What a system lacks for a while: file descriptors, memory, processes, space. */
const scarcities = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT', 'EIO', 'ETIMEDOUT'])

/** Whether time can mend what went wrong on our side: the database or the storage is away or full, or the system is short. */
export const mayPass = (error: unknown): boolean =>
  error instanceof StorageFullError ||
  error instanceof StorageUnavailableError ||
  isUnavailable(error) ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && scarcities.has(error.code))
