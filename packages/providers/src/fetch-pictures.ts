import { byteCount, type SharedBytes } from './shared-bytes.ts'
import type { VendorHttp } from './http.ts'
import { ProviderFailure } from './provider.ts'

/** Fetches a file of an answer, by its URL or another name that the vendor gives it. */
export type FetchFile = VendorHttp['download']

const pictureFetchLimits = { together: 4, pictures: 2000, bytes: 128 * 1024 * 1024, secondsEach: 60 }

/**
 * The files behind the URLs of an answer. The URLs soon expire, so the files are fetched at once and no URL is passed
 * on. A file that cannot be fetched is null, because no document should fail for a picture.
 */
export const fetchPictures = async (
  fetchFile: FetchFile,
  urls: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SharedBytes | null>> => {
  const wanted = [...new Set(urls)]
  const files = new Map<string, SharedBytes | null>(wanted.map((url) => [url, null]))
  let left = pictureFetchLimits.bytes
  const queue = wanted.slice(0, pictureFetchLimits.pictures).values()
  const fetchAll = async (): Promise<void> => {
    for (const url of queue) {
      if (left <= 0) return
      const bytes = await fetchPicture(fetchFile, url, { signal, maxBytes: left })
      left -= bytes === null ? 0 : byteCount(bytes)
      files.set(url, bytes)
    }
  }
  await Promise.all(Array.from({ length: pictureFetchLimits.together }, fetchAll))
  return files
}

/** Tries a second time after a transient failure. */
const fetchPicture = async (
  fetchFile: FetchFile,
  url: string,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<SharedBytes | null> => {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const { bytes } = await fetchFile(url, { signal, maxBytes, seconds: pictureFetchLimits.secondsEach })
      return bytes
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ProviderFailure)) throw error
      if (!error.transient) return null
    }
  }
  return null
}

/** A file that is written into an answer, in base64 or as a data URL (RFC 2397). */
export const inlinePicture = (text: string): Uint8Array | null => {
  const data = /^\s*(?:data:[^,]{0,100};base64,)?([A-Za-z\d+/=_\s-]+)$/.exec(text)?.[1]
  return data === undefined ? null : Buffer.from(data, 'base64')
}
