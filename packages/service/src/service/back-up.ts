import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { createBackUp, type BackUp } from '../backup/back-up.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Settings } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'

type BackUpParts = {
  readonly settings: Pick<Settings, 'dataDirectory'>
  readonly database: Database
  readonly blobs: BlobStore
  readonly clock: Clock
}

const scratchOf = ({ dataDirectory }: BackUpParts['settings']): string => join(dataDirectory, 'backup')

/** Backs up what a process has opened. */
export const backUpOf = ({ settings, database, blobs, clock }: BackUpParts): BackUp =>
  createBackUp({ database, blobs, clock, version: packageJson.version, folder: scratchOf(settings) })

/** Removes what a process has left that died during a backup. Only for the only owner of the data directory. */
export const removeBrokenBackup = (settings: BackUpParts['settings']): Promise<void> =>
  rm(scratchOf(settings), { recursive: true, force: true })
