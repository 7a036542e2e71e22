import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { filesBelow, kindOf } from '../documents/files-below.ts'
import type { Place, PlacedFile } from './place.ts'

/** A folder, which is made when something is written to it. */
export const folderPlace = (root: string): Place => ({
  name: root,
  isAtomic: false,
  list: async function* (folder) {
    const path = join(root, folder)
    if ((await kindOf(path)) !== 'folder') return
    for (const each of await filesBelow(path)) {
      const file = await fileAt(root, each)
      if (file !== null) yield file
    }
  },
  open: async (path) => ({ path: join(root, path), [Symbol.asyncDispose]: async () => {} }),
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
})

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
