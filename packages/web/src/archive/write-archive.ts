import { makeZip } from 'client-zip'
import { type ArchiveRequest, entriesOf, type Omission } from './entries.ts'

/** Bytes that are handed over to the browser at once. It keeps them outside the heap, and on disk if they are many. */
const archivePartBytes = 4 * 1024 * 1024

/**
 * A ZIP of documents, written as they come. Rejects when the signal aborts.
 * Parts that could not be had are in `omissions`.
 */
export const writeArchive = async (
  request: ArchiveRequest,
): Promise<{ readonly archive: Blob; readonly omissions: readonly Omission[] }> => {
  const omissions: Omission[] = []
  const now = new Date()
  const entries = entriesOf(request, omissions)
  const reader = makeZip(dated(entries, now)).getReader()
  const parts: Blob[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (;;) {
      request.signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return { archive: new Blob([...parts, ...pieces], { type: 'application/zip' }), omissions }
      pieces.push(new Uint8Array(value))
      size += value.length
      if (size < archivePartBytes) continue
      parts.push(new Blob(pieces))
      pieces = []
      size = 0
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function* dated<Item extends object>(entries: AsyncIterable<Item>, lastModified: Date) {
  for await (const entry of entries) yield { ...entry, lastModified }
}
