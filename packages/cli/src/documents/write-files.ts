import { access, mkdir, mkdtemp, open, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { CliError, reasonOfFileError, UsageError } from '../cli-error.ts'
import { replaceControls } from '../output.ts'
import type { ResultFile } from './result-files.ts'

/** Writes files into the folder, which is created if needed. Existing files are overwritten only with `force`. */
export const writeFiles = async (
  folder: string,
  files: readonly ResultFile[],
  { force = false }: { force?: boolean | undefined },
): Promise<void> => {
  for (const { path, content } of files) {
    const target = join(folder, path)
    try {
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content, { flag: force ? 'w' : 'wx' })
    } catch (error) {
      throw new CliError(hasCode(error, 'EEXIST') ? existing(target) : notWritable(target, error), { cause: error })
    }
  }
}

/** @throws {UsageError} when one of the files already exists. */
export const refuseExisting = async (
  paths: readonly string[],
  { force = false }: { force?: boolean | undefined },
): Promise<void> => {
  if (force) return
  for (const path of paths) if (await exists(resolve(path))) throw new UsageError(existing(path))
}

/**
 * Checks that the files can be written, before any work is done for them, and leaves nothing behind.
 * @param makesFolders whether their folders are made where there are none. Default: true
 * @throws {UsageError} which says why one cannot
 */
export const requireWritable = async (
  paths: readonly string[],
  { force, makesFolders = true }: { force?: boolean | undefined; makesFolders?: boolean },
): Promise<void> => {
  await refuseExisting(paths, { force })
  const tried = new Set<string>()
  for (const path of paths) {
    const folder = dirname(resolve(path))
    const above = makesFolders ? await existingFolderAbove(folder) : folder
    try {
      if (!tried.has(above)) await rmdir(await mkdtemp(join(above, '.polyparse-')))
      tried.add(above)
      await (await open(path, 'r+')).close()
    } catch (error) {
      // The file need not be there; its folder must.
      if (!tried.has(above) || !hasCode(error, 'ENOENT'))
        throw new UsageError(notWritable(path, error), { cause: error })
    }
  }
}

const existingFolderAbove = async (folder: string): Promise<string> => {
  let above = folder
  while (!(await exists(above)) && dirname(above) !== above) above = dirname(above)
  return above
}

const notWritable = (path: string, error: unknown): string =>
  `${replaceControls(path)} cannot be written: ${reasonOfFileError(error) ?? String(error)}.`

/** The path, or else with the first number behind its name that makes it free: `a.html`, `a-2.html`. */
export const freePath = async (path: string): Promise<string> => {
  const { dir, name, ext } = parse(path)
  let free = path
  for (let number = 2; await exists(resolve(free)); number++) free = join(dir, `${name}-${number}${ext}`)
  return free
}

const existing = (path: string): string => `${replaceControls(path)} already exists; use --force to overwrite it`

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
