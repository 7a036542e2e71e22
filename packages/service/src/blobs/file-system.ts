import { mkdir, rename, rmdir, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chunksUntilAborted } from './chunks.ts'
import { syncPath } from '../lib/sync-path.ts'

/**
 * Tells whether a call of the file system failed with one of these codes, such as `ENOENT`.
 * @example failedWith(Object.assign(new Error(), { code: 'ENOENT' }), 'ENOENT') // true
 */
export const failedWith = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** Few, large calls: calls of 64 KiB take twice as long as the bytes themselves. */
const batchBytes = 1024 * 1024

const writeBatch = async (handle: FileHandle, batch: readonly Uint8Array[], size: number) => {
  const { bytesWritten } = await handle.writev(batch)
  // A short write is the first sign of a full disk; the next write throws the error.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(batch).subarray(bytesWritten))
}

/** Writes all chunks, receiving the next ones while the last ones are written; resolves to their length. */
export const writeChunks = async (
  handle: FileHandle,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> => {
  let total = 0
  let batch: Uint8Array[] = []
  let batchSize = 0
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    writing = writeBatch(handle, batch, batchSize)
    writing.catch(() => {})
    batch = []
    batchSize = 0
  }
  try {
    for await (const chunk of signal === undefined ? content : chunksUntilAborted(content, signal)) {
      batch.push(chunk)
      batchSize += chunk.length
      total += chunk.length
      if (batchSize >= batchBytes) await flush()
    }
    if (batchSize > 0) await flush()
  } finally {
    await writing
  }
  return total
}

/** Moves a file to its place, durably, making the folders on the way to it. */
export const placeFile = async (from: string, to: string): Promise<void> => {
  const folder = dirname(to)
  for (let tries = 1; ; tries += 1) {
    try {
      const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(from, to)
      await syncPath(folder)
      if (firstMade !== undefined)
        for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncPath(dirname(made))
      return
    } catch (error) {
      // Another process has removed the folder in between, when it was empty.
      if (!failedWith(error, 'ENOENT') || tries === 5) throw error
    }
  }
}

/** Removes the folder and those above it as long as they are empty, up to `root`, which stays. */
export const removeEmptyFolders = async (folder: string, root: string): Promise<void> => {
  for (let each = folder; each !== root; each = dirname(each)) {
    try {
      await rmdir(each)
    } catch (error) {
      if (failedWith(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return
      throw error
    }
  }
}
