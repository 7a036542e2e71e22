import { readEntry, requireRatio } from '@polyparse/formats/archive'
import { readDirectory } from '@polyparse/formats/archive'
import type { ListEntries } from './entry.ts'

/** The files in a zip archive, two of one name included. */
export const zipEntries: ListEntries = ({ bytes, password }, budget) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readDirectory(file).map((entry) => ({
    path: entry.name,
    mediaType: null,
    read: () => {
      requireRatio(entry)
      budget.take(entry.size)
      return readEntry(file, entry, password)
    },
  }))
}
