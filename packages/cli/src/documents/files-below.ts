import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Invocation } from '../invocation.ts'
import { notify, replaceControls } from '../output.ts'

/** Returns what lies at a path, with links followed; null: nothing does. */
export const kindOf = async (path: string): Promise<'file' | 'folder' | 'other' | null> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (found === null) return null
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'other'
}

/** `refused`: links to files outside the folder, which whoever fills it could use to have any file of this machine read. */
type FilesBelow = { readonly files: readonly string[]; readonly refused: readonly string[] }

/**
 * The files of a folder and its subfolders, sorted by name; neither hidden ones, nor links to folders, which may be
 * circular, nor links that lead out of `root`, by default the folder. The folder itself may be a link.
 */
export const filesBelow = async (folder: string, root: string = folder): Promise<FilesBelow> => {
  const realRoot = await realpath(root)
  const files: string[] = []
  const refused: string[] = []
  const walk = async (inner: string): Promise<void> => {
    const entries = await readdir(inner, { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const path = join(inner, entry.name)
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile() || (entry.isSymbolicLink() && (await kindOf(path)) === 'file')) {
        if ((await realPathBelow(realRoot, path)) === null) refused.push(path)
        else files.push(path)
      }
    }
  }
  await walk(folder)
  return { files, refused }
}

/** Returns where a file is once links are followed; null: not below the folder, whose own path has no links. */
export const realPathBelow = async (realRoot: string, path: string): Promise<string | null> => {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (real === null) return null
  const way = relative(realRoot, real)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : real
}

/** Says which links were not followed. */
export const tellRefused = (invocation: Pick<Invocation, 'stderr'>, refused: readonly string[]): void => {
  for (const path of refused)
    notify(invocation, `Skipped ${replaceControls(path)}: a link that leads out of the folder`)
  if (refused.length > 1) notify(invocation, `${refused.length} links lead out of the folder and were not followed.`)
}
