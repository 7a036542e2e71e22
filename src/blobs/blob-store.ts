import type { Readable } from 'node:stream'

export type StoredBlob = { readonly path: string; readonly size: number; readonly modifiedAt: Date }

/**
 * Bytes under a path such as `sources/…` or `results/…` (lowercase letters, digits, `-`, `.` and `/`).
 * A path is written once and never changed.
 */
export type BlobStore = {
  /**
   * Stores the stream and resolves once it is durable; a failed or aborted write leaves nothing behind.
   * @throws {StorageFullError} when there is no room.
   */
  write(path: string, content: Readable | AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<{ size: number }>
  /** @throws {BlobNotFoundError} before the first byte. `end` is exclusive. */
  read(path: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(path: string): Promise<void>
  /** Every blob whose path starts with `prefix`. */
  list(prefix: string): AsyncIterable<StoredBlob>
  /** Room left for new blobs, as of a second ago at most, or null where the store has no such measure. */
  freeBytes(): Promise<number | null>
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError'
}

export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}
