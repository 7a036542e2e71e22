import { createWriteStream } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Distinguishes this process from an earlier one with the same process id, which is normal in containers. */
const startedAt = Math.floor(performance.timeOrigin).toString(36)

const prefix = (): string => `engine-${process.pid}-${startedAt}-`

/**
 * Makes a new folder for one sandboxed process, which only its user can enter: `user`, or else the user of this process. The
 * spool directory is made if it is missing, and never otherwise: a command that exits meanwhile has just removed it.
 */
export const makeSpoolFolder = async (spoolDirectory: string, user: number | null): Promise<string> => {
  const path = join(spoolDirectory, prefix())
  const folder = await mkdtemp(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(spoolDirectory, { recursive: true, mode: 0o700 })
    return mkdtemp(path)
  })
  try {
    if (user !== null) await chown(folder, user, user)
    return await realpath(folder)
  } catch (error) {
    await removeSpoolFolder(folder)
    throw error
  }
}

export const removeSpoolFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Writes a source where the sandboxed process can read it; only that process can enter the folder. */
export const spoolSource = async (folder: string, source: Readable, signal: AbortSignal): Promise<string> => {
  const path = sourceIn(folder)
  await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o644 }), { signal })
  return path
}

export const removeSource = (folder: string): Promise<void> => rm(sourceIn(folder), { force: true })

const sourceIn = (folder: string): string => join(folder, 'source')

/**
 * Removes the folders of processes that died without cleaning up. The spool directory must belong to this machine
 * alone.
 */
export const removeLeftFolders = async (spoolDirectory: string): Promise<void> => {
  const names = await readdir(spoolDirectory).catch(() => [])
  const left = names.filter((name) => {
    const pid = /^engine-(\d+)-/.exec(name)?.[1]
    return pid !== undefined && !name.startsWith(prefix()) && (Number(pid) === process.pid || !isAlive(Number(pid)))
  })
  await Promise.all(left.map((name) => removeSpoolFolder(join(spoolDirectory, name))))
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
