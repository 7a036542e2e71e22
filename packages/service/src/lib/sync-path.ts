import { open } from 'node:fs/promises'

/** Syncs a file, or a folder with the names in it, so that a loss of power does not undo what was written there. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
