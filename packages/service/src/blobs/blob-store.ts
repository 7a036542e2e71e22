import type { Readable } from 'node:stream'

export type StoredBlob = { readonly path: string; readonly size: number; readonly modifiedAt: Date }

/**
 * Bytes under a path such as `sources/…` or `results/…` (lowercase letters, digits, `-`, `.` and `/`).
 * A path is written once and never changed.
 */
export type BlobStore = {
  /**
   * Stores the stream and resolves once it is durable; a failed or aborted write leaves nothing that can be read.
   * @throws {StorageFullError} when there is no room.
   * @throws {StorageUnavailableError}
   */
  write(path: string, content: Readable | AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<{ size: number }>
  /**
   * `end` is exclusive. A stream that ends has given every byte: what breaks off is an error.
   * @throws {BlobNotFoundError} before the first byte.
   * @throws {StorageUnavailableError}
   */
  read(path: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(path: string): Promise<void>
  /** Every blob whose path starts with `prefix`, in the order of their paths' bytes; only those after `after`. */
  list(prefix: string, options?: { readonly after?: string }): AsyncIterable<StoredBlob>
  /** Clears away what writes have left that were begun before and never ended; resolves to how much it was. */
  removeUnfinished(begunBefore: Date): Promise<number>
  /** Room left for new blobs, as of a second ago at most, or null where the store has no such measure. */
  freeBytes(): Promise<number | null>
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError'
}

export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** The store does not answer, or answers that it cannot now: the same call may succeed later. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}
