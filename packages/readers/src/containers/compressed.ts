import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { archiveLimits } from '@polyparse/formats/archive'
import { damagedArchive, archiveTooLarge } from '@polyparse/formats/archive'
import { entryName } from '@polyparse/formats/archive'
import { isTar } from '../media-type/tar-signature.ts'
import type { ContainerBudget } from './budget.ts'
import type { Container, ContainerEntry, ListEntries } from './entry.ts'
import { tarEntries } from './tar.ts'

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer

/** The files in a compressed tar archive, or the only one of a compressed file, whose name is without the extension. */
const compressedEntries =
  (unpack: Unpack, storedName: (bytes: Uint8Array) => string | null): ListEntries =>
  (container, budget) => {
    const bytes = unpacked(container.bytes, unpack, budget)
    if (isTar(bytes)) return tarEntries({ ...container, bytes }, budget)
    return [onlyEntry(storedName(container.bytes) ?? nameWithin(container), bytes)]
  }

const unpacked = (bytes: Uint8Array, unpack: Unpack, budget: ContainerBudget): Buffer => {
  const { smallBytes, ratio } = archiveLimits
  const most = Math.min(budget.left(), Math.max(smallBytes, ratio * bytes.length))
  try {
    const content = unpack(bytes, { maxOutputLength: Math.max(1, most) })
    budget.take(content.length)
    return content
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw archiveTooLarge(`more than ${Math.floor(most / 1024 ** 2)} MiB`)
    throw damagedArchive(error)
  }
}

const onlyEntry = (path: string, bytes: Buffer): ContainerEntry => ({ path, mediaType: null, read: () => bytes })

const nameWithin = ({ filename }: Container): string => (filename ?? '').replace(/\.[^.]*$/, '')

/** The file name that the header of a gzip file may state (RFC 1952, 2.3). */
const gzipName = (bytes: Uint8Array): string | null => {
  const [extra, name] = [4, 8]
  const flags = bytes[3] ?? 0
  if ((flags & name) === 0) return null
  const start = 10 + ((flags & extra) === 0 ? 0 : 2 + (bytes[10] ?? 0) + 256 * (bytes[11] ?? 0))
  const end = bytes.indexOf(0, start)
  return end <= start ? null : entryName(bytes.subarray(start, end))
}

export const gzipEntries = compressedEntries(gunzipSync, gzipName)
export const zstdEntries = compressedEntries(zstdDecompressSync, () => null)
