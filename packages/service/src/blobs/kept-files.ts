import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that outlast their deletion for as long as somebody asks for it. */
export type KeptFiles = {
  /** Deletes the file of a blob, or moves it to where it is kept. */
  delete(file: string, path: string): Promise<void>
  /** Keeps files from now on, until all who asked for it have released them. */
  keep(): Keeper
  /** Removes what processes that died have left; resolves to how many files there were. */
  removeLeft(): Promise<number>
}

export type Keeper = {
  /** Returns where the file of a deleted blob is, if it was kept. */
  fileOf(path: string): string
  readonly release: () => Promise<void>
}

/**
 * The time from the first who asks to the last who releases. Each has a folder, so that none is removed that is still
 * in use.
 */
type Period = {
  readonly name: string
  readonly folder: string
  readonly moves: Set<Promise<void>>
  keepers: number
}

export const createKeptFiles = (folder: string): KeptFiles => {
  let current: Period | null = null

  const begin = (): Period => {
    const name = randomUUID()
    return { name, folder: join(folder, name), moves: new Set(), keepers: 0 }
  }
  // No path has an underscore in it, so no two get the same name.
  const fileOf = (period: Period, path: string) => join(period.folder, path.replaceAll('/', '_'))

  const move = async (period: Period, file: string, path: string): Promise<void> => {
    await mkdir(period.folder, { recursive: true, mode: 0o700 })
    await rename(file, fileOf(period, path))
  }
  const moved = async (period: Period, file: string, path: string): Promise<void> => {
    const moving = move(period, file, path)
    period.moves.add(moving)
    try {
      await moving
    } finally {
      period.moves.delete(moving)
    }
  }

  return {
    delete: (file, path) => (current === null ? unlink(file) : moved(current, file, path)),
    keep: () => {
      const period = (current ??= begin())
      period.keepers += 1
      let isReleased = false
      return {
        fileOf: (path) => fileOf(period, path),
        release: async () => {
          if (isReleased) return
          isReleased = true
          period.keepers -= 1
          if (period.keepers > 0) return
          current = null
          await Promise.allSettled(period.moves)
          await rm(period.folder, { recursive: true, force: true })
        },
      }
    },
    removeLeft: async () => {
      let removed = 0
      for (const name of await readdir(folder).catch(() => [])) {
        if (name === current?.name) continue
        removed += (await readdir(join(folder, name)).catch(() => [])).length
        await rm(join(folder, name), { recursive: true, force: true })
      }
      return removed
    },
  }
}
