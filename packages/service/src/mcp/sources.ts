import { openAsBlob } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, relative, resolve, sep } from 'node:path'
import { ToolError } from './tool-error.ts'

/** A document on this machine that may be read. */
export type LocalFile = { readonly filename: string; readonly content: Blob }

/** Opens a file by its path. @throws {ToolError} when there is none, or it may not be read. */
export type OpenFile = (path: string) => Promise<LocalFile>

/**
 * Opens files below the given folders and no others. Links are followed first, so that none leads outside. A relative
 * path counts from the first folder.
 */
export const filesInFolders = (roots: readonly string[]): OpenFile => {
  const [first = '.'] = roots
  return async (path) => {
    const allowed = await Promise.all(roots.map((root) => realpath(root)))
    const absolute = resolve(first, path)
    const refused = `${path} is not a file below ${roots.join(', ')}, where files may be read. Others are added with --root.`
    const real = await realpath(absolute).catch(() => null)
    if (real === null || !allowed.some((root) => isBelow(real, root)) || !(await stat(real)).isFile())
      throw new ToolError(refused)
    return { filename: basename(real), content: await openAsBlob(real) }
  }
}

const isBelow = (path: string, root: string): boolean => {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
