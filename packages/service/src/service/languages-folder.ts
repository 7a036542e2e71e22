import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config.ts'

/**
 * Returns where further languages of text recognition are kept.
 * @example languagesFolder({ languagesDirectory: null, dataDirectory: '/data' }) // '/data/languages'
 */
export const languagesFolder = ({
  languagesDirectory,
  dataDirectory,
}: Pick<Settings, 'languagesDirectory' | 'dataDirectory'>): string =>
  languagesDirectory ?? join(dataDirectory, 'languages')

/** The same where it exists, as a path without links, which engines may read; null otherwise. */
export const existingLanguagesFolder = (
  settings: Pick<Settings, 'languagesDirectory' | 'dataDirectory'>,
): string | null => {
  try {
    return realpathSync(languagesFolder(settings))
  } catch {
    return null
  }
}
