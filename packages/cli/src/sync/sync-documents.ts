import { posix } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { mediaTypeOfFilename } from '@polyparse/readers/media-type'
import { replaceControls } from '../output.ts'
import type { ReadQuery } from '../documents/document-reader.ts'
import { isSyncOutage, outageText } from './outage.ts'
import { parseFile, type SyncParts } from './parse-file.ts'
import type { PlacedFile } from './place.ts'
import { idOfRecord } from './records.ts'

export type SyncOptions = {
  readonly query: ReadQuery
  readonly retryFailed: boolean
  /** The time from the end of one look at the source to the next; null for a single look. */
  readonly intervalMs: number | null
}

export type Synced = {
  readonly parsed: number
  readonly failed: readonly { readonly shown: string; readonly reason: string }[]
  /** Those that were parsed, or had failed, before. */
  readonly known: number
}

/** A file that has not changed for this long is complete; a younger one if it is the same in two looks. */
const settledMs = 10_000

/** The pause between two looks at files that are being written. */
const settlingMs = 2000

/** The first and the longest pause after an outage; each is twice as long as the one before, until a document is read. */
const firstOutageMs = 1000
const maxOutageMs = 60_000

/**
 * Parses every document of the source that has no record in the target, stores its results there, and then its record.
 * Where the process dies in between, the document is parsed again, by the same job if a service does it. With an interval
 * it goes on until the signal, and waits for what is away to come back.
 * @throws the reason of the signal; what is no fault of one document
 */
export const syncDocuments = async (parts: SyncParts, options: SyncOptions): Promise<Synced> => {
  const { source, records, reader, display, signal } = parts
  const { retryFailed, intervalMs } = options
  const failed: { shown: string; reason: string }[] = []
  let [parsed, known] = [0, 0]
  const taken = new Set<string>()
  const active = new Set<Promise<void>>()
  let faults: unknown[] = []
  let outageMs = firstOutageMs

  const begin = (file: PlacedFile): void => {
    const id = idOfRecord(file)
    const work = parseFile(parts, options.query, file).then(
      (reason) => {
        outageMs = firstOutageMs
        if (reason === null) parsed += 1
        else failed.push({ shown: replaceControls(file.path), reason })
      },
      (error: unknown) => {
        taken.delete(id)
        faults.push(error)
      },
    )
    const ended = work.finally(() => active.delete(ended))
    active.add(ended)
  }

  /** Begins what is due; resolves to whether some files are still being written. */
  const look = async (before: ReadonlyMap<string, string>, now: Map<string, string>): Promise<boolean> => {
    let isUnsettled = false
    for await (const file of source.list('')) {
      if (parts.targetFolder !== null && file.path.startsWith(`${parts.targetFolder}/`)) continue
      const id = idOfRecord(file)
      now.set(file.path, id)
      if (taken.has(id)) continue
      const record = records.of(file)
      if (mediaTypeOfFilename(posix.basename(file.path)) === null) {
        taken.add(id)
        display.say(`Skipped ${replaceControls(file.path)}: nothing reads its type`)
      } else if (record.isParsed || (record.failures > 0 && !retryFailed)) {
        taken.add(id)
        known += 1
      } else if (
        source.isAtomic ||
        before.get(file.path) === id ||
        file.modifiedAt.getTime() < Date.now() - settledMs
      ) {
        while (active.size >= reader.concurrency) await Promise.race(active)
        if (faults.length > 0 || signal.aborted) return isUnsettled
        taken.add(id)
        begin(file)
      } else isUnsettled = true
    }
    return isUnsettled
  }

  let before: ReadonlyMap<string, string> = new Map()
  for (;;) {
    const now = new Map<string, string>()
    const isUnsettled = await look(before, now).catch((error: unknown) => {
      faults.push(error)
      return false
    })
    before = now
    const isLast = intervalMs === null && !isUnsettled
    if (isLast || faults.length > 0 || signal.aborted) await Promise.all(active)
    signal.throwIfAborted()
    const [fault] = faults
    faults = []
    if (fault !== undefined) {
      if (intervalMs === null || !isSyncOutage(fault)) throw fault
      display.say(`${outageText(fault)} Trying again in ${outageMs / 1000} s.`)
      await setTimeout(outageMs, undefined, { signal })
      outageMs = Math.min(2 * outageMs, maxOutageMs)
      continue
    }
    if (isLast) return { parsed, failed, known }
    const pauseMs = isUnsettled ? settlingMs : intervalMs
    if (pauseMs !== null) await setTimeout(pauseMs, undefined, { signal })
  }
}
