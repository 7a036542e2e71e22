import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { serviceSettings } from '../config/service-settings.ts'

type DataDirectorySettings = Pick<Settings, 'dataDirectory' | 'databaseUrl' | 'blobs'>

/**
 * Creates the data directory, readable only by its owner, and checks that this process can use it.
 * @throws {SettingsError} naming the owner that the directory has and the one that it needs.
 */
export const makeDataDirectory = async ({
  dataDirectory,
  databaseUrl,
  blobs,
}: DataDirectorySettings): Promise<void> => {
  // A directory whose owner was changed, but not that of its content, would fail later with a less helpful message.
  const kept = ['answers', ...(databaseUrl === null ? ['database'] : []), ...(blobs === null ? ['blobs'] : [])]
  let path = dataDirectory
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
    await access(path, usable)
    for (const name of kept) {
      path = join(dataDirectory, name)
      await access(path, usable).catch(unlessMissing)
    }
  } catch (error) {
    const reason = await reasonFor(error, { path, dataDirectory })
    if (reason === null) throw error
    const message = `is ${dataDirectory}, ${reason}`
    throw new SettingsError([{ variable: serviceSettings.dataDirectory.variable, message }], { cause: error })
  }
}

const usable = constants.R_OK | constants.W_OK | constants.X_OK

const unlessMissing = (error: unknown): void => {
  if (codeOfFileSystemError(error) !== 'ENOENT') throw error
}

type Refused = { readonly path: string; readonly dataDirectory: string }

const reasonFor = async (error: unknown, refused: Refused): Promise<string | null> => {
  switch (codeOfFileSystemError(error)) {
    case 'EROFS':
      return 'which is on a read-only file system'
    case 'EEXIST':
    case 'ENOTDIR':
      return 'which is not a directory'
    case 'EACCES':
    case 'EPERM':
      return permissionReason(refused)
    default:
      return null
  }
}

const permissionReason = async ({ path, dataDirectory }: Refused): Promise<string> => {
  const user = process.getuid?.()
  const found = await findNearestPath(path)
  if (user === undefined || found === null) return 'which this process may not use'
  const { at, owner, mode } = found
  const remedy =
    at !== path
      ? `User ${user} must be able to enter it and must own ${dataDirectory}.`
      : owner === user
        ? `Let its owner read, write and enter it: chmod u+rwx ${at}`
        : `Make user ${user} the owner: chown -R ${user} ${dataDirectory}`
  return (
    `which this process may not use: it runs as user ${user}, ` +
    `and ${at} belongs to user ${owner} with mode ${mode.toString(8).padStart(3, '0')}. ${remedy}`
  )
}

/**
 * The path, or the nearest folder above it that can be seen, if the path is missing or behind an inaccessible folder.
 */
const findNearestPath = async (path: string): Promise<{ at: string; owner: number; mode: number } | null> => {
  try {
    const { uid, mode } = await stat(path)
    return { at: path, owner: uid, mode: mode & 0o777 }
  } catch {
    return dirname(path) === path ? null : findNearestPath(dirname(path))
  }
}

const codeOfFileSystemError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null
