import { isStorageOutage } from '../blobs/availability.ts'
import { isUnavailable } from '../db/errors.ts'

/** Resources that a system may lack for a while: file descriptors, memory, processes. */
const scarcities = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/**
 * Tells whether time can mend an error on our side: the database or the storage is unavailable or full, or the system lacks
 * resources.
 * @example mayPass(Object.assign(new Error(), { code: 'EMFILE' })) // true
 */
export const mayPass = (error: unknown): boolean =>
  isStorageOutage(error) ||
  isUnavailable(error) ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && scarcities.has(error.code))
