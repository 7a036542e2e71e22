import type { StoredResult } from './job.ts'

type Tag = Pick<StoredResult, 'bodySize' | 'etag'>

/**
 * Returns what the column `result_etag` says: the hash of the body, and where files follow it also its size, as `HASH.SIZE`. In
 * one column, so that who stores another result replaces the whole of it.
 */
export const writeTag = ({ etag, bodySize, size }: StoredResult): string =>
  bodySize === size ? etag : `${etag}.${bodySize}`

/** @param size of all that is stored */
export const readTag = (column: string, size: number): Tag => {
  const [etag = '', bodySize] = column.split('.')
  return { etag, bodySize: bodySize === undefined ? size : Number(bodySize) }
}
