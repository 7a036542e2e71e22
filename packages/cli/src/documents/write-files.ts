import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { CliError, UsageError } from '../cli-error.ts'
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
    await mkdir(dirname(target), { recursive: true })
    try {
      await writeFile(target, content, { flag: force ? 'w' : 'wx' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      throw new CliError(existing(target), { cause: error })
    }
  }
}

/**
 * Checks that the files can be written, before any work is done for them.
 * @throws {UsageError} when one already exists.
 */
export const refuseExisting = async (
  paths: readonly string[],
  { force = false }: { force?: boolean | undefined },
): Promise<void> => {
  if (force) return
  for (const path of paths) if (await exists(resolve(path))) throw new UsageError(existing(path))
}

/** The path, or else with the first number behind its name that makes it free: `a.html`, `a-2.html`. */
export const freePath = async (path: string): Promise<string> => {
  const { dir, name, ext } = parse(path)
  let free = path
  for (let number = 2; await exists(resolve(free)); number++) free = join(dir, `${name}-${number}${ext}`)
  return free
}

const existing = (path: string): string => `${replaceControls(path)} already exists; use --force to overwrite it`

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
