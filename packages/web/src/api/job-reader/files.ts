/**
 * A media type for an `img`, which runs nothing, regardless of what a provider says.
 * @example mediaTypeOf('text/html') // 'application/octet-stream'
 */
export const mediaTypeOf = (claimed: string): string =>
  /^image\/[\w.+-]+$/.test(claimed) ? claimed : 'application/octet-stream'

/** Tells whether an address in a result is that of one of its files: the key is for the service alone. */
export const isFileOfResult = (url: string): boolean => /^\/api\/v1\/(?:jobs|shared)\//.test(url)

const held = new Map<string, Blob>()

/** The file that a result has under a name. */
export const fileAt = (name: string): Blob | null => held.get(name) ?? null

/** Keeps the files that were taken out of a result until the signal aborts. */
export const holdFiles = (files: ReadonlyMap<string, Blob>, signal: AbortSignal): void => {
  for (const [name, file] of files) held.set(name, file)
  signal.addEventListener('abort', () => {
    for (const name of files.keys()) held.delete(name)
  })
}
