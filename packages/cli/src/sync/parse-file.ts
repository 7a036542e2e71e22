import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { DocumentError } from '../cli-error.ts'
import type { Display } from '../documents/display.ts'
import type { DocumentReader, ReadQuery } from '../documents/document-reader.ts'
import { filesOf } from '../documents/result-files.ts'
import { resultSummary, warningText } from '../documents/result-text.ts'
import { replaceControls } from '../output.ts'
import { isSyncOutage } from './outage.ts'
import type { SyncPlace, PlacedFile } from './place.ts'
import { idOfRecord, type Records } from './records.ts'
import { resultName } from './result-name.ts'

export type SyncParts = {
  readonly source: SyncPlace
  readonly target: SyncPlace
  /** The folder of the source that is the target; null: the target is elsewhere. */
  readonly targetFolder: string | null
  readonly records: Records
  readonly reader: DocumentReader
  readonly display: Display
  readonly signal: AbortSignal
}

/**
 * Parses a document, and stores its results and its record. Resolves to null, or to why the document could not be parsed.
 * @throws what is no fault of the document
 */
export const parseFile = async (
  { source, target, records, reader, display, signal }: SyncParts,
  query: ReadQuery,
  file: PlacedFile,
): Promise<string | null> => {
  const progress = display.watch(replaceControls(file.path))
  const { failures } = records.of(file)
  try {
    await using opened = await source.open(file.path, signal)
    const document = { path: opened.path, filename: posix.basename(file.path) }
    const idempotencyKey = idempotencyKeyOfSync([source.name, target.name, idOfRecord(file), failures, query])
    const result = await reader.read(document, { ...query, idempotencyKey }, progress)
    for (const { path, content } of filesOf(resultName(file.path), result, query.outputs))
      await target.write(path, content)
    await records.add(file, { provider: result.provider })
    progress.end(resultSummary(result))
    for (const warning of result.warnings) display.say(`${replaceControls(file.path)}: ${warningText(warning)}`)
    return null
  } catch (error) {
    if (!(error instanceof DocumentError) || isSyncOutage(error)) {
      progress.end('not parsed yet')
      throw error
    }
    await records.add(file, { error: error.message })
    progress.end(`failed: ${error.message}`)
    return error.message
  }
}

/** The job of one version of a document: the same when a process that died is started again. */
const idempotencyKeyOfSync = (what: readonly unknown[]): string =>
  `sync-${createHash('sha256').update(JSON.stringify(what)).digest('hex')}`
