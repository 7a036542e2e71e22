/** A file of a place, as of one moment. */
export type PlacedFile = {
  /** The path within the place, with `/`. */
  readonly path: string
  readonly size: number
  readonly modifiedAt: Date
}

/** A folder of this machine, or a part of a bucket. */
export type SyncPlace = {
  /** The name that the command line has for it. */
  readonly name: string
  /** True if a file appears only when all of it is there. */
  readonly isAtomic: boolean
  /** The files below a folder of the place, but hidden ones; none where there is no such folder. */
  list(folder: string): AsyncIterable<PlacedFile>
  /** A file as one of this machine, until it is disposed of. */
  open(path: string, signal: AbortSignal): Promise<AsyncDisposable & { readonly path: string }>
  /** Stores a file, all of it or nothing, in place of another. */
  write(path: string, content: string | Uint8Array): Promise<void>
}

/**
 * Tells whether a part of a path begins with a dot.
 * @example isHiddenFile('letters/.cache/a.pdf') // true
 */
export const isHiddenFile = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'))
