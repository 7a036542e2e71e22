import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What lies at a path, with links followed; null: nothing does. */
export const kindOf = async (path: string): Promise<'file' | 'folder' | 'other' | null> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (found === null) return null
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'other'
}

/** The files of a folder and its subfolders, sorted by name; neither hidden ones, nor links to folders, which may be circular. */
export const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const paths: string[] = []
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) for (const inner of await filesBelow(path)) paths.push(inner)
    else if (entry.isFile() || (entry.isSymbolicLink() && (await kindOf(path)) === 'file')) paths.push(path)
  }
  return paths
}
