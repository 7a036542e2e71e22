import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseInUseError } from './errors.ts'

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy

/**
 * Makes this process the only owner of a directory, until the returned function is called or the process dies, however
 * it dies. The lock is that of an exclusively locked SQLite file, because Node does not offer the operating system's
 * file locks.
 * @throws {DatabaseInUseError}
 */
export const lockDirectory = (directory: string): (() => void) => {
  const lock = new DatabaseSync(join(directory, 'lock.db'))
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    const message = `The database in ${directory} is in use by another process. Stop that process, or choose another directory.`
    throw new DatabaseInUseError(message, { cause: error })
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
