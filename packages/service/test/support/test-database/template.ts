import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lockDirectory } from '../../../src/db/directory-lock.ts'
import { DatabaseInUseError } from '../../../src/db/errors.ts'
import { migrate, readMigrations } from '../../../src/db/migrate.ts'
import { openPglite } from '../../../src/db/pglite.ts'
import { cacheFolder } from './cache.ts'

const lockFile = new URL('../../../../../package-lock.json', import.meta.url)

/** Changes with everything that the template depends on: the version of PGlite, and the migrations. */
const templateKey = async (): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(lockFile))
  for (const migration of await readMigrations()) hash.update(migration.hash)
  return hash.digest('hex').slice(0, 16)
}

const removeOthers = async (place: string): Promise<void> => {
  const names = await readdir(dirname(place))
  const others = names.filter((name) => name.startsWith('template-') && !name.startsWith(basename(place)))
  await Promise.all(others.map((name) => rm(join(dirname(place), name), { recursive: true, force: true })))
}

const build = async (place: string): Promise<void> => {
  const folder = await mkdtemp(`${place}-`)
  const database = await openPglite(folder, { durable: false })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  await removeOthers(place)
  await rename(folder, place)
}

/**
 * A directory with a migrated database, made once: making one takes seconds, copying it a few hundredths of a second.
 * Test processes that need it at the same time wait for the first of them.
 */
const findOrBuild = async (): Promise<string> => {
  const cache = await cacheFolder()
  const place = join(cache, `template-${await templateKey()}`)
  const builders = join(cache, 'building')
  while (!existsSync(place)) {
    await mkdir(builders, { recursive: true })
    try {
      const unlock = lockDirectory(builders)
      if (!existsSync(place)) await build(place).finally(unlock)
      else unlock()
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error
      await setTimeout(100)
    }
  }
  return place
}

let found: Promise<string> | null = null

/** Creates a directory with a migrated and empty embedded database. */
export const copyTemplate = async (directory: string): Promise<void> => {
  found ??= findOrBuild()
  await cp(await found, directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
