import type { Readable } from 'node:stream'

export type StoredBlob = { readonly path: string; readonly size: number; readonly modifiedAt: Date }

export type BlobRange = { readonly start?: number; readonly end?: number; readonly size?: number }

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
   * `end` is exclusive. A stream that ends has delivered every byte; one that breaks off, whatever the reason, fails with
   * a {@link BlobReadError} before its last piece. `size` is what the whole blob is known to have.
   * @throws {BlobNotFoundError} before the first byte.
   * @throws {BlobDamagedError} before the first byte, when the blob has another size.
   * @throws {StorageUnavailableError}
   */
  read(path: string, range?: BlobRange): Promise<Readable>
  /** Deleting a blob that does not exist is not an error. */
  delete(path: string): Promise<void>
  /** Every blob whose path starts with `prefix`, in the order of their paths' bytes; only those after `after`. */
  list(prefix: string, options?: { readonly after?: string }): AsyncIterable<StoredBlob>
  /** Lists what writes have left that began before this time and never finished, each by a name for the operator. */
  listUnfinished(begunBefore: Date): AsyncIterable<string>
  /** Removes the same; resolves to how many there were. */
  removeUnfinished(begunBefore: Date): Promise<number>
  /**
   * Keeps blobs that are deleted from now on, so that they can still be read through what this returns, until it is
   * released; null if the store cannot do that.
   */
  keepDeleted(): KeptBlobs | null
  /** The time by the clock of the storage, which is also that of `modifiedAt`: it may be another than everybody else's. */
  now(): Promise<Date>
  /** The free space for new blobs, as of a second ago at most, or null if the store cannot tell. */
  freeBytes(): Promise<number | null>
}

export type KeptBlobs = {
  /** A blob that was stored when this began, or later; null if it was not. The content must be read or destroyed. */
  open(path: string): Promise<{ readonly size: number; readonly content: Readable } | null>
  release(): Promise<void>
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError'
}

/** The stored bytes are not those that were written. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError'
}

export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** The store does not answer, or answers that it cannot serve now: the same call may succeed later. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/** The bytes of one blob broke off, or were not those that the store announced: another read may succeed. */
export class BlobReadError extends StorageUnavailableError {}

/** All bytes of one blob came, and they are not those that were stored, or were changed on their way. */
export class BlobMismatchError extends BlobReadError {}
