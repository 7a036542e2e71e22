import { randomUUID } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { verifyBackup } from '../backup/read-backup.ts'
import { writeChunks, failedWith } from '../blobs/file-system.ts'
import { readSettings, type Settings } from '../config.ts'
import { syncPath } from '../lib/sync-path.ts'
import { CliError } from './cli-error.ts'
import { explainInUse, findAdminAccess } from './connect.ts'
import { refuseExisting } from './documents/write-files.ts'
import { requestBackup } from './http-operator.ts'
import { interruptible } from './interruption.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, type JsonOption } from './options.ts'
import { notify, print } from './output.ts'

type BackupOptions = { readonly force?: boolean } & JsonOption

export const addBackupCommand = (program: Command, invocation: Invocation): void => {
  program
    .command('backup')
    .description('write the embedded database and its documents and results to one file, also while the service runs')
    .argument('<file>', 'the file to write; only you can read it')
    .option('--force', 'overwrite an existing file')
    .option(...jsonOption)
    .action((file: string, options: BackupOptions) => backUp(file, options, invocation))
}

const backUp = async (file: string, { force = false, json }: BackupOptions, invocation: Invocation) => {
  const settings = readSettings(invocation.environment)
  await refuseExisting([file], { force })
  const { manifest, blobCount, bytes } = await interruptible(invocation, (signal) =>
    writeWhole(resolve(file), { force, signal }, () => beginBackup(invocation, settings, signal)),
  )

  const missing = (manifest.blobs ?? 0) - blobCount
  if (manifest.blobs === null)
    notify(
      invocation,
      'Documents and results are in a bucket, and not in this file; docs/use/operations.md says how to copy them.',
    )
  if (missing > 0)
    notify(
      invocation,
      `Missing from the backup, because the service has lost them: ${missing} documents or results. Run \`polyparse doctor\`.`,
    )
  const { createdAt } = manifest
  const megabytes = (bytes / 1e6).toFixed(1)
  print(
    invocation,
    { file, bytes, createdAt, blobs: blobCount, missing },
    { json },
    () => `Wrote ${file} (${megabytes} MB) as of ${createdAt}: the database, documents and results (${blobCount}).`,
  )
}

type RunningBackup = AsyncDisposable & { readonly content: AsyncIterable<Uint8Array> }

/** Asks the running service; without one, opens its database, as it is: migrations are left to the next start. */
const beginBackup = async (invocation: Invocation, settings: Settings, signal: AbortSignal): Promise<RunningBackup> => {
  if (settings.databaseUrl !== null && (invocation.environment['POLYPARSE_URL'] ?? '').trim() === '')
    throw notEmbedded()
  const access = await findAdminAccess(invocation, settings)
  if (access === null) return openHere(settings)
  const content = await requestBackup(access, signal)
  if (content === null) throw new CliError(`The service at ${access.url} is of a version that makes no backups.`)
  return { content, [Symbol.asyncDispose]: async () => {} }
}

const notEmbedded = (): CliError =>
  new CliError(
    '`polyparse backup` is for the embedded database, and DATABASE_URL is set. PostgreSQL and a bucket have tools of their own: docs/use/operations.md has the steps.',
  )

const openHere = async (settings: Settings): Promise<RunningBackup> => {
  const [{ requireData }, { openPglite }, { openBlobs }, { backUpOf }, { systemClock: clock }] = await Promise.all([
    import('./require-data.ts'),
    import('../db/pglite.ts'),
    import('../open-blobs.ts'),
    import('../service/back-up.ts'),
    import('../lib/clock.ts'),
  ])
  await requireData(settings)
  const directory = join(settings.dataDirectory, 'database')
  await using opened = new AsyncDisposableStack()
  const database = opened.adopt(await explainInUse(settings, openPglite(directory)), (it) => it.close())
  const content = await backUpOf({ settings, database, blobs: await openBlobs(settings), clock })()
  opened.adopt(content, (it) => {
    it.destroy()
  })
  const kept = opened.move()
  return { content, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Writes to a file beside, which gets the name once it is whole and has been read again. */
const writeWhole = async (
  file: string,
  { force, signal }: { readonly force: boolean; readonly signal: AbortSignal },
  begin: () => Promise<RunningBackup>,
) => {
  const partial = join(dirname(file), `.${basename(file)}.${randomUUID()}.partial`)
  const handle = await open(partial, 'wx+', 0o600)
  try {
    const bytes = await receive(handle, begin, { file, signal })
    await handle.sync()
    const verified = await verifyBackup(handle, signal)
    await refuseExisting([file], { force })
    await rename(partial, file)
    await syncPath(dirname(file))
    return { ...verified, bytes }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

const receive = async (
  handle: FileHandle,
  begin: () => Promise<RunningBackup>,
  { file, signal }: { readonly file: string; readonly signal: AbortSignal },
): Promise<number> => {
  await using begun = await begin()
  try {
    return await writeChunks(handle, begun.content, signal)
  } catch (error) {
    if (!failedWith(error, 'ENOSPC', 'EDQUOT')) throw error
    throw new CliError(`There is no room left for ${file}.`, { cause: error })
  }
}
