import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CliError, UsageError } from '../cli-error.ts'
import { harmless } from '../table.ts'
import type { ResultFile } from './result-files.ts'

/** Writes them into the folder, which is made if need be. What is there is replaced only with `force`. */
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
 * Before any work is done for files that could not be written.
 * @throws {UsageError} when one is there already.
 */
export const refuseExisting = async (
  paths: readonly string[],
  { force = false }: { force?: boolean | undefined },
): Promise<void> => {
  if (force) return
  for (const path of paths) if (await exists(resolve(path))) throw new UsageError(existing(path))
}

const existing = (path: string): string => `${harmless(path)} exists already; --force replaces what is there`

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
