import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readdir, rm, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { remembered } from '../lib/remembered.ts'
import { BlobNotFoundError, StorageFullError, type BlobStore, type StoredBlob } from './blob-store.ts'
import { failedWith, place, removeEmptyFolders, writeChunks } from './file-system.ts'

/** Longer than any upload may take. */
const staleAfterMs = 24 * 60 * 60 * 1000

/** What is read at once; a blob of no more than this is read whole, without the cost of a stream. */
const pieceBytes = 256 * 1024

/** No segment begins with a dot, so that no path leaves the store and none meets the unfinished files. */
const validPath = /^[a-z0-9-][a-z0-9.-]*(?:\/[a-z0-9-][a-z0-9.-]*)*$/
const validPrefix = /^(?:[a-z0-9-][a-z0-9.-]*\/)*(?:[a-z0-9-][a-z0-9.-]*)?$/

const absentAsNull = async <Result>(work: Promise<Result>): Promise<Result | null> => {
  try {
    return await work
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

const removeStale = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const found = await absentAsNull(stat(join(folder, name)))
    if (found !== null && Date.now() - found.mtimeMs > staleAfterMs) await rm(join(folder, name), { force: true })
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredBlob> {
  const entries = await absentAsNull(opendir(join(root, folder)))
  if (entries === null) return
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walk(root, path)
    else if (entry.isFile()) {
      const found = await absentAsNull(stat(join(root, path)))
      if (found !== null) yield { path, size: found.size, modifiedAt: found.mtime }
    }
  }
}

/**
 * Blobs as files under a directory, which is made if need be, for its owner's eyes only. Several processes may share
 * it. What a process was writing when it died is removed by the first one that opens the directory a day later.
 */
export const openDiskBlobs = async (directory: string): Promise<BlobStore> => {
  const root = resolve(directory)
  const incoming = join(root, '.incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeStale(incoming)

  const fileOf = (path: string): string => {
    if (!validPath.test(path)) throw new RangeError('not a valid blob path')
    return join(root, path)
  }

  return {
    write: async (path, content, signal) => {
      const file = fileOf(path)
      const unfinished = join(incoming, randomUUID())
      try {
        const handle = await open(unfinished, 'wx', 0o600)
        let size: number
        try {
          size = await writeChunks(handle, content, signal)
          await handle.sync()
        } finally {
          await handle.close()
        }
        signal?.throwIfAborted()
        await place(unfinished, file)
        return { size }
      } catch (error) {
        await rm(unfinished, { force: true })
        if (failedWith(error, 'ENOSPC', 'EDQUOT'))
          throw new StorageFullError('there is no room left for documents and results', { cause: error })
        throw error
      }
    },
    read: async (path, { start = 0, end = Infinity } = {}) => {
      const handle = await absentAsNull(open(fileOf(path), 'r'))
      const about = await handle?.stat()
      if (handle === null || about?.isFile() !== true) {
        await handle?.close()
        throw new BlobNotFoundError(`there is no blob ${path}`)
      }
      const length = Math.max(0, Math.min(end, about.size) - start)
      if (length > pieceBytes)
        return handle.createReadStream({ start, end: start + length - 1, highWaterMark: pieceBytes })
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, start)
        return Readable.from(bytesRead === 0 ? [] : [buffer.subarray(0, bytesRead)])
      } finally {
        await handle.close()
      }
    },
    delete: async (path) => {
      const file = fileOf(path)
      await absentAsNull(unlink(file))
      await removeEmptyFolders(dirname(file), root)
    },
    list: async function* (prefix) {
      if (!validPrefix.test(prefix)) throw new RangeError('not a valid prefix of blob paths')
      const folder = prefix.slice(0, Math.max(prefix.lastIndexOf('/'), 0))
      for await (const blob of walk(root, folder)) if (blob.path.startsWith(prefix)) yield blob
    },
    // Asking takes milliseconds on some file systems, and every creation of a job asks.
    freeBytes: remembered(1000, async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    }),
  }
}
