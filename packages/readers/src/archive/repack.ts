import { zipSync } from 'fflate'
import { archiveLimits, type Archive } from './archive.ts'
import { tooLarge } from './directory.ts'

/**
 * The same parts in a new archive, not compressed: for a library that opens archives itself, so that it meets neither a
 * directory that lies nor anything that grows.
 */
export const repack = (archive: Archive): Uint8Array => {
  let total = 0
  const parts = archive.names.map((name): [string, Uint8Array] => {
    const part = archive.read(name) ?? new Uint8Array()
    total += part.length
    if (total > archiveLimits.bytes) throw tooLarge(`more than ${archiveLimits.bytes / 1024 ** 2} MiB`)
    return [name, part]
  })
  return zipSync(Object.fromEntries(parts), { level: 0 })
}
