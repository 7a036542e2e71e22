import { createHash } from 'node:crypto'
import type { BlobStore } from '../blobs/blob-store.ts'

/** The facts about bytes that are known once they have passed. */
export type Measure = { readonly size: number; readonly sha256: string }

type Storing = {
  readonly blobs: BlobStore
  readonly path: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** Called with the size after every chunk, and with `ended` after the last one; throws to break off. */
  readonly check: (size: number, ended: boolean) => void
  readonly signal: AbortSignal
}

/**
 * Counts and hashes bytes on their way into storage, in a single pass. The error that broke them off is thrown
 * unchanged, even if the store wraps errors.
 */
export const storeMeasured = async ({ blobs, path, chunks, check, signal }: Storing): Promise<Measure> => {
  const hash = createHash('sha256')
  let size = 0
  let failure: unknown = null
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        size += chunk.length
        check(size, false)
        hash.update(chunk)
        yield chunk
      }
      check(size, true)
    } catch (error) {
      failure = error
      throw error
    }
  }
  try {
    await blobs.write(path, pass(), signal)
  } catch (error) {
    throw failure ?? error
  }
  return { size, sha256: hash.digest('hex') }
}
