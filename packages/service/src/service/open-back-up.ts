import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { openPglite } from '../db/pglite.ts'
import { systemClock } from '../lib/clock.ts'
import { openBlobs } from '../open-blobs.ts'
import { backUpOf } from './back-up.ts'
import { requireData } from './require-data.ts'

/** The bytes of a backup while it is made; disposing of it ends it. */
export type RunningBackup = AsyncDisposable & { readonly content: AsyncIterable<Uint8Array> }

/**
 * Backs up the embedded database without a service, as it is: migrations are left to the next start.
 * @throws {NoDatabaseError} {@link DatabaseInUseError}
 */
export const openBackUp = async (settings: Settings): Promise<RunningBackup> => {
  await requireData(settings)
  await using opened = new AsyncDisposableStack()
  const database = opened.adopt(await openPglite(join(settings.dataDirectory, 'database')), (it) => it.close())
  const content = await backUpOf({ settings, database, blobs: await openBlobs(settings), clock: systemClock })()
  opened.adopt(content, (it) => {
    it.destroy()
  })
  const kept = opened.move()
  return { content, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
