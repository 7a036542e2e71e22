import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))

/**
 * A folder for what one run of the tests leaves for the next. It belongs to one user and one checkout, so that users
 * and versions do not get in each other's way. A user who may not write to the checkout gets a folder for the process.
 */
export const cacheFolder = async (): Promise<string> => {
  const folder = join(modules, '.cache', `polyparse-tests-${userInfo().uid}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (error) {
    if (!isForbidden(error)) throw error
    return mkdtemp(join(tmpdir(), 'polyparse-test-cache-'))
  }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS')
