import type { ParseRequest } from '@polyparse/providers/port'
import { keepReadPages, type PageToKeep } from '../jobs/read-pages.ts'
import type { Claim } from '../jobs/transitions.ts'
import type { WorkerParts } from './parts.ts'

/** Milliseconds between two records, so that pages that are read in quick succession are kept in one statement. */
const keepEvery = 1000

/** Bytes of pages that wait to be kept: a few seconds of the fastest reader. Pages beyond it come with the result. */
const maxPendingBytes = 8 * 2 ** 20

/** Bytes of pages that one attempt has kept, a thousand dense pages. Later ones come with the result. */
const maxKeptBytes = 64 * 2 ** 20

/**
 * Keeps the pages of a run as they are read, at most once a second and one statement after the other. Pages that cannot
 * be kept come with the result: nothing depends on them.
 */
export const pagesReport = (
  { database, logger }: WorkerParts,
  claim: Claim,
): NonNullable<ParseRequest['onPageRead']> => {
  let pending = new Map<number, PageToKeep>()
  let [pendingBytes, keptBytes] = [0, 0]
  let isKeeping = false
  const keep = async (): Promise<void> => {
    const pages = [...pending.values()]
    pending = new Map()
    pendingBytes = 0
    try {
      await keepReadPages(database, claim, pages)
    } catch (error) {
      logger.debug({ err: error, runId: claim.runId }, 'pages of a run were not kept')
    }
    setTimeout(() => {
      isKeeping = false
      keepSoon()
    }, keepEvery).unref()
  }
  const keepSoon = (): void => {
    if (isKeeping || pending.size === 0) return
    isKeeping = true
    void keep()
  }
  return (page, { serialized: document }) => {
    const more = document.byteLength
    if (pendingBytes + more > maxPendingBytes || keptBytes + more > maxKeptBytes) return
    pendingBytes += more
    keptBytes += more
    pending.set(page, { page, document })
    keepSoon()
  }
}
