import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The file with the admin token holds something else. */
export class AdminTokenError extends Error {
  override readonly name = 'AdminTokenError'
}

/**
 * The file with the token that was created at the first start.
 * @example adminTokenFile('/data') // '/data/admin-token'
 */
export const adminTokenFile = (dataDirectory: string): string => join(dataDirectory, 'admin-token')

/**
 * The configured token; or else that of the data directory, created when it is first needed. Only its owner can read
 * the file, and any number of processes that start at once agree on one token.
 * @throws {AdminTokenError}
 */
export const loadAdminToken = async (dataDirectory: string, configured: string | null = null): Promise<string> => {
  const kept = configured ?? (await readAdminToken(dataDirectory))
  if (kept !== null) return kept
  await makeAdminToken(dataDirectory)
  const made = await readAdminToken(dataDirectory)
  if (made === null)
    throw new AdminTokenError(`${adminTokenFile(dataDirectory)} was removed while it was being created`)
  return made
}

/**
 * The token of the data directory; null if none has been created.
 * @throws {AdminTokenError}
 */
export const readAdminToken = async (dataDirectory: string): Promise<string | null> => {
  const path = adminTokenFile(dataDirectory)
  try {
    const token = (await readFile(path, 'utf8')).trim()
    if (!/^\S{16,}$/.test(token))
      throw new AdminTokenError(
        `${path} does not hold an admin token. Remove the file, and the next start creates a new token.`,
      )
    return token
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Compares in constant time, whatever the lengths. */
export const sameToken = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

/**
 * Written to another file that is then linked into place, so that the token appears complete and never replaces
 * another.
 */
const makeAdminToken = async (dataDirectory: string): Promise<void> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const path = adminTokenFile(dataDirectory)
  const aside = `${path}.${randomUUID()}`
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      await file.writeFile(`pp_admin_${randomBytes(32).toString('base64url')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(aside, path)
  } catch (error) {
    // Another process was first; its token counts.
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
