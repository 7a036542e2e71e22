import { resolve } from 'node:path'
import type { Command } from 'commander'
import { writeBackup } from '@polyparse/service/administration'
import type { RunningBackup } from '@polyparse/service/operate'
import { readSettings, type Settings } from '@polyparse/service/settings'
import { CliError } from './cli-error.ts'
import { explainInUse, findAdminAccess } from './connect.ts'
import { refuseExisting, requireWritable } from './documents/write-files.ts'
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
  await requireWritable([file], { force, makesFolders: false })
  const { manifest, blobCount, bytes } = await interruptible(invocation, (signal) =>
    writeBackup(resolve(file), { mayAppear: () => refuseExisting([file], { force }), signal }, () =>
      beginBackup(invocation, settings, signal),
    ),
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

/** Asks the running service; without one, opens its database. */
const beginBackup = async (invocation: Invocation, settings: Settings, signal: AbortSignal): Promise<RunningBackup> => {
  if (settings.databaseUrl !== null && (invocation.environment['POLYPARSE_URL'] ?? '').trim() === '')
    throw notEmbedded()
  const access = await findAdminAccess(invocation, settings)
  if (access === null) {
    // Imported lazily: the running service has the databases open.
    const { openBackUp } = await import('@polyparse/service/operate')
    return explainInUse(settings, openBackUp(settings))
  }
  const content = await requestBackup(access, signal)
  if (content === null) throw new CliError(`The service at ${access.url} is of a version that makes no backups.`)
  return { content, [Symbol.asyncDispose]: async () => {} }
}

const notEmbedded = (): CliError =>
  new CliError(
    '`polyparse backup` is for the embedded database, and DATABASE_URL is set. PostgreSQL and a bucket have tools of their own: docs/use/operations.md has the steps.',
  )
