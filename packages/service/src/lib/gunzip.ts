import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Returns what gzipped bytes hold. An error of either stream destroys the other, and so does the end of reading. */
export const gunzip = (compressed: Readable): Readable => {
  const content = createGunzip()
  compressed.on('error', (error) => content.destroy(error))
  content.on('close', () => compressed.destroy())
  return compressed.pipe(content)
}
