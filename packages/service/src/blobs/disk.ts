import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { cached } from '../lib/cached.ts'
import {
  BlobDamagedError,
  BlobNotFoundError,
  BlobReadError,
  StorageFullError,
  type BlobStore,
  type StoredBlob,
} from './blob-store.ts'
import { checkedPath, checkedPrefix } from './blob-path.ts'
import { wholeBody } from './body.ts'
import { createKeptFiles } from './kept-files.ts'
import { failedWith, placeFile, removeEmptyFolders, writeChunks } from './file-system.ts'

/** The size of one read; a blob no larger than this is read whole, without the cost of a stream. */
const diskReadBytes = 256 * 1024

const absentAsNull = async <Result>(work: Promise<Result>): Promise<Result | null> => {
  try {
    return await work
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** The bytes, as a list of at most one piece. */
const inOnePiece = async (handle: FileHandle, start: number, length: number): Promise<Buffer[]> => {
  if (length === 0) return []
  const { buffer, bytesRead } = await handle
    .read(Buffer.allocUnsafe(length), 0, length, start)
    .catch((cause: unknown) => Promise.reject(new BlobReadError('a blob could not be read', { cause })))
  if (bytesRead < length) throw new BlobReadError(`a blob ended after ${bytesRead} of ${length} bytes`)
  return [buffer]
}

/** Entries of a folder in the order of the paths in it: `a-b` comes before all that is in the folder `a`. */
const entriesOfDiskFolder = async (folder: string): Promise<{ name: string; isFolder: boolean }[]> => {
  const entries = (await absentAsNull(readdir(folder, { withFileTypes: true }))) ?? []
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile()))
    .map((entry) => ({ name: entry.isDirectory() ? `${entry.name}/` : entry.name, isFolder: entry.isDirectory() }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Tells whether a path that begins with this folder can match: neither excluded by the prefix, nor entirely before `after`.
 */
const isWorthAWalk = (folder: string, prefix: string, after: string): boolean =>
  (folder.startsWith(prefix) || prefix.startsWith(folder)) && (folder > after || after.startsWith(folder))

/** `folder` is '' or ends with a slash. */
async function* walk(root: string, folder: string, prefix: string, after: string): AsyncGenerator<StoredBlob> {
  for (const { name, isFolder } of await entriesOfDiskFolder(join(root, folder))) {
    const path = `${folder}${name}`
    if (isFolder) {
      if (isWorthAWalk(path, prefix, after)) yield* walk(root, path, prefix, after)
    } else if (path.startsWith(prefix) && path > after) {
      const found = await absentAsNull(stat(join(root, path)))
      if (found !== null) yield { path, size: found.size, modifiedAt: found.mtime }
    }
  }
}

/** The names of files in the folder that were last written to before this time. */
async function* unfinishedIn(incoming: string, begunBefore: Date): AsyncGenerator<string> {
  for (const name of await readdir(incoming)) {
    const found = await absentAsNull(stat(join(incoming, name)))
    if (found !== null && found.mtimeMs < begunBefore.getTime()) yield name
  }
}

/** The folder of files that are being written. */
const incomingName = '.incoming'

/**
 * Blobs as files under a directory, which is created if needed and accessible only to its owner. Several processes may
 * share it, even on several machines if the file system is shared.
 */
export const openDiskBlobs = async (directory: string): Promise<BlobStore> => {
  const root = resolve(directory)
  const incoming = join(root, incomingName)
  await mkdir(incoming, { recursive: true, mode: 0o700 })

  const fileOf = (path: string): string => join(root, checkedPath(path))
  const kept = createKeptFiles(join(root, '.kept'))

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
        await placeFile(unfinished, file)
        return { size }
      } catch (error) {
        await rm(unfinished, { force: true })
        if (failedWith(error, 'ENOSPC', 'EDQUOT'))
          throw new StorageFullError('there is no room left for documents and results', { cause: error })
        throw error
      }
    },
    read: async (path, { start = 0, end = Infinity, size } = {}) => {
      const handle = await absentAsNull(open(fileOf(path), 'r'))
      const about = await handle?.stat()
      if (handle === null || about?.isFile() !== true) {
        await handle?.close()
        throw new BlobNotFoundError(`there is no blob ${path}`)
      }
      if (size !== undefined && about.size !== size) {
        await handle.close()
        throw new BlobDamagedError(`the blob ${path} has ${about.size} bytes, not ${size}`)
      }
      const length = Math.max(0, Math.min(end, about.size) - start)
      if (length > diskReadBytes)
        return wholeBody(handle.createReadStream({ start, end: start + length - 1, highWaterMark: diskReadBytes }), {
          length,
        })
      try {
        return Readable.from(await inOnePiece(handle, start, length))
      } finally {
        await handle.close()
      }
    },
    delete: async (path) => {
      const file = fileOf(path)
      await absentAsNull(kept.delete(file, path))
      await removeEmptyFolders(dirname(file), root)
    },
    list: (prefix, { after = '' } = {}) => walk(root, '', checkedPrefix(prefix), after),
    listUnfinished: async function* (begunBefore) {
      for await (const name of unfinishedIn(incoming, begunBefore)) yield `${incomingName}/${name}`
    },
    removeUnfinished: async (begunBefore) => {
      let removed = await kept.removeLeft()
      for await (const name of unfinishedIn(incoming, begunBefore)) {
        await rm(join(incoming, name), { force: true })
        removed += 1
      }
      return removed
    },
    keepDeleted: () => {
      const keeper = kept.keep()
      return {
        open: async (path) => {
          const file = fileOf(path)
          // The order matters, because deletion moves a file from one place to the other.
          const handle = (await absentAsNull(open(file, 'r'))) ?? (await absentAsNull(open(keeper.fileOf(path), 'r')))
          if (handle === null) return null
          const { size } = await handle.stat()
          return {
            size,
            content: wholeBody(handle.createReadStream({ highWaterMark: diskReadBytes }), { length: size }),
          }
        },
        release: keeper.release,
      }
    },
    now: async () => {
      const probe = join(incoming, randomUUID())
      // An empty file takes no room where there is none.
      const handle = await open(probe, 'wx', 0o600)
      try {
        return (await handle.stat()).mtime
      } finally {
        await handle.close()
        await rm(probe, { force: true })
      }
    },
    // Cached, because this takes milliseconds on some file systems, and every creation of a job needs it.
    freeBytes: cached(1000, async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    }),
  }
}
