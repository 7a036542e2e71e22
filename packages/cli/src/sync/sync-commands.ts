import { join, resolve } from 'node:path'
import { many } from '@polyparse/compare/format'
import { type Command, InvalidArgumentError } from 'commander'
import { type BlobPlace, parseBlobPlace, readSettings } from '@polyparse/service/settings'
import { DocumentError, UsageError } from '../cli-error.ts'
import {
  addParseOptions,
  addServiceOptions,
  type ParseCommandOptions,
  queryOf,
  requireParsing,
} from '../documents/command-options.ts'
import { kindOf } from '../documents/files-below.ts'
import { failuresText } from '../documents/result-text.ts'
import { withReader } from '../documents/with-reader.ts'
import type { ServiceOptions } from '../documents/with-service.ts'
import { requireWritable } from '../documents/write-files.ts'
import type { Invocation } from '../invocation.ts'
import { wholeNumberOption } from '../options.ts'
import { notify, replaceControls } from '../output.ts'
import { folderPlace } from './folder-place.ts'
import type { SyncPlace } from './place.ts'
import { readRecords } from './records.ts'
import { syncDocuments, type Synced } from './sync-documents.ts'
import { targetFolderOf } from './target-folder.ts'

type SyncCommandOptions = ServiceOptions & ParseCommandOptions & { readonly retryFailed?: boolean }
type WatchOptions = SyncCommandOptions & { readonly out: BlobPlace; readonly interval?: number }

export const addSyncCommands = (program: Command, invocation: Invocation): void => {
  const watch = program
    .command('watch')
    .description('parse every document of a folder, and each new one, until it is interrupted')
    .argument('<source>', 'the folder with the documents, or s3://BUCKET/PREFIX', placeArgument)
    .requiredOption('-o, --out <target>', 'the folder for the results, or s3://BUCKET/PREFIX', placeArgument)
    .option(
      '--interval <seconds>',
      'how often to look for new documents (default: 2, in a bucket 30)',
      wholeNumberOption(1, 24 * 3600),
    )
  addOptions(watch)
    .addHelpText('after', watchHelp)
    .action((source: BlobPlace, { out, interval, ...options }: WatchOptions) => {
      const seconds = interval ?? (source.kind === 's3' ? 30 : 2)
      return runSync({ source, target: out, intervalMs: seconds * 1000 }, options, invocation)
    })

  const sync = program
    .command('sync')
    .description('parse the documents of a folder or bucket that have not been parsed before')
    .argument('<source>', 'the folder with the documents, or s3://BUCKET/PREFIX', placeArgument)
    .argument('<target>', 'the folder for the results, or s3://BUCKET/PREFIX', placeArgument)
  addOptions(sync)
    .addHelpText('after', syncHelp)
    .action((source: BlobPlace, target: BlobPlace, options: SyncCommandOptions) =>
      runSync({ source, target, intervalMs: null }, options, invocation),
    )
}

const addOptions = (command: Command): Command =>
  addServiceOptions(
    addParseOptions(command).option('--retry-failed', 'also parse the documents that could not be parsed before'),
  )

const records = `
Each document is parsed once, and again when it changes: the target has records of them in .polyparse. The results of
a/report.pdf are a/report.pdf.md and so on.`

const watchHelp = `${records}

  polyparse watch inbox -o parsed --outputs markdown,tables
  polyparse watch s3://documents/in -o s3://documents/parsed --interval 60`

const syncHelp = `${records}

  polyparse sync inbox parsed
  polyparse sync s3://documents/in s3://documents/parsed --outputs chunks`

const placeArgument = (text: string): BlobPlace => {
  const place = text === '' ? null : parseBlobPlace(text)
  if (place === null) throw new InvalidArgumentError('It must be a folder, or s3://BUCKET/PREFIX.')
  return place
}

type Places = { readonly source: BlobPlace; readonly target: BlobPlace; readonly intervalMs: number | null }

const runSync = async (
  { source, target, intervalMs }: Places,
  options: SyncCommandOptions,
  invocation: Invocation,
): Promise<void> => {
  const targetFolder = targetFolderOf(source, target)
  if (source.kind === 'directory' && (await kindOf(source.path)) !== 'folder')
    throw new UsageError(`There is no folder ${replaceControls(source.path)}`)
  if (target.kind === 'directory') await requireWritable([join(target.path, '.polyparse/records')], { force: true })
  const [from, to] = [await openPlace(source, invocation), await openPlace(target, invocation)]
  const query = queryOf(options)
  const retryFailed = options.retryFailed === true
  const synced = await withReader(invocation, options, { sources: [], query }, async ({ reader, display, signal }) => {
    requireParsing(reader.catalog, query)
    const known = await readRecords(to)
    if (intervalMs !== null && options.quiet !== true)
      notify(invocation, `Watching ${replaceControls(from.name)}. Results go to ${replaceControls(to.name)}.`)
    return syncDocuments(
      { source: from, target: to, targetFolder, records: known, reader, display, signal },
      { query, retryFailed, intervalMs },
    )
  })
  notify(invocation, countsOf(synced))
  const { parsed, failed } = synced
  if (failed.length > 0) throw new DocumentError(failuresText(failed, parsed + failed.length))
}

const countsOf = ({ parsed, failed, known }: Synced): string =>
  [
    `${many(parsed, 'document')} parsed`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(known > 0 ? [`${known} known from before`] : []),
  ].join(', ')

const openPlace = async (place: BlobPlace, invocation: Invocation): Promise<SyncPlace> => {
  if (place.kind === 'directory') return folderPlace(resolve(place.path), invocation)
  // Imported only when needed: it takes as long to load as the rest of the command.
  const { bucketPlace } = await import('./bucket-place.ts')
  return bucketPlace(place, readSettings(invocation.environment))
}
