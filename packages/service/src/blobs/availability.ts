import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { StorageFullError, StorageUnavailableError, type BlobStore } from './blob-store.ts'
import { failedWith } from './file-system.ts'

/** Says whether the storage is known to be unavailable or full: then it makes no sense to start work that needs it. */
export type StorageAvailability = {
  /** Answers from memory, at no cost. */
  isAvailable(): boolean
  close(): void
}

/** One failure may be that of a single request; a few in a row are an outage. */
const failuresInARow = 3

/** The interval at which the storage is asked whether it is back. */
const probePauseMs = 5_000

/** The codes of a file system whose disk or server is gone, full or only readable. */
const outageCodes = ['EIO', 'ENOSPC', 'EDQUOT', 'EROFS', 'ESTALE', 'ENODEV', 'ENOTCONN', 'ETIMEDOUT']

/**
 * Tells whether the storage is to blame, not the operation: the same one may succeed later.
 * @example isStorageOutage(Object.assign(new Error(), { code: 'ENOSPC' })) // true
 */
export const isStorageOutage = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || error instanceof StorageFullError || failedWith(error, ...outageCodes)

const probesPrefix = 'probes/'

/** Deletes the probes of processes that died before they could. Resolves to how many there were. */
export const removeProbes = async (blobs: BlobStore, writtenBefore: Date): Promise<number> => {
  let removed = 0
  for await (const { path, modifiedAt } of blobs.list(probesPrefix)) {
    if (modifiedAt >= writtenBefore) continue
    await blobs.delete(path)
    removed += 1
  }
  return removed
}

/**
 * The same store, watched: after a few failures in a row that are the storage's own it counts as unavailable, until a
 * small blob can be written again. That is tried every few seconds, so no work is needed to find out.
 */
export const watchAvailability = (
  blobs: BlobStore,
  { onChange = () => {}, pauseMs = probePauseMs }: { onChange?: (isAvailable: boolean) => void; pauseMs?: number } = {},
): { readonly blobs: BlobStore; readonly storage: StorageAvailability } => {
  let failures = 0
  let isFull = false
  let isAvailable = true
  const closing = new AbortController()
  const probePath = `${probesPrefix}${randomUUID()}`

  const probe = async (): Promise<void> => {
    while (!isAvailable && !closing.signal.aborted) {
      await setTimeout(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      try {
        await blobs.write(probePath, Readable.from([Buffer.from('probe')]), closing.signal)
        await blobs.delete(probePath)
        failures = 0
        isFull = false
        isAvailable = true
        onChange(true)
      } catch {
        // Still away. What it was is known from the operation that failed first.
      }
    }
  }
  const failed = (error: unknown): void => {
    if (!isStorageOutage(error)) return
    failures += 1
    isFull ||= error instanceof StorageFullError
    if (failures < failuresInARow || !isAvailable) return
    isAvailable = false
    onChange(false)
    void probe()
  }
  /** A full storage can be read, and blobs be deleted: then only a write proves anything. */
  const watched = async <Result>(work: Promise<Result>, isWrite = false): Promise<Result> => {
    try {
      const result = await work
      if (isWrite) isFull = false
      if (!isFull) failures = 0
      return result
    } catch (error) {
      failed(error)
      throw error
    }
  }
  return {
    blobs: {
      ...blobs,
      write: (path, content, signal) => watched(blobs.write(path, content, signal), true),
      read: async (path, range) => {
        const content = await watched(blobs.read(path, range))
        return content.once('error', failed)
      },
      delete: (path) => watched(blobs.delete(path)),
    },
    storage: { isAvailable: () => isAvailable, close: () => closing.abort() },
  }
}
