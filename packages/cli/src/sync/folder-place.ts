import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { DocumentError } from '../cli-error.ts'
import { filesBelow, kindOf, realPathBelow, tellRefused } from '../documents/files-below.ts'
import type { Invocation } from '../invocation.ts'
import type { SyncPlace, PlacedFile } from './place.ts'

/** A folder, which is made when something is written to it. */
export const folderPlace = (root: string, invocation: Pick<Invocation, 'stderr'>): SyncPlace => {
  const told = new Set<string>()
  return {
    name: root,
    isAtomic: false,
    list: async function* (folder) {
      const path = join(root, folder)
      if ((await kindOf(path)) !== 'folder') return
      const { files, refused } = await filesBelow(path, root)
      tellRefused(
        invocation,
        refused.filter((each) => !told.has(each)),
      )
      for (const each of refused) told.add(each)
      for (const each of files) {
        const file = await fileAt(root, each)
        if (file !== null) yield file
      }
    },
    // Once more: what was a file when it was listed can be a link by now.
    open: async (path) => {
      const real = await realPathBelow(await realpath(root), join(root, path))
      if (real === null) throw new DocumentError('It has become a link that leads out of the folder, or is gone.')
      return { path: real, [Symbol.asyncDispose]: async () => {} }
    },
    write: async (path, content) => {
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true })
      const part = join(dirname(target), `.${randomUUID()}.part`)
      try {
        await writeFile(part, content, { flush: true })
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
  }
}

/** Null when it has gone since it was listed. */
const fileAt = async (root: string, path: string): Promise<PlacedFile | null> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return (
    found && {
      path: relative(root, path).split(sep).join('/'),
      size: found.size,
      modifiedAt: found.mtime,
    }
  )
}
