import { relative, sep } from 'node:path'
import type { BlobPlace } from '@polyparse/service/settings'
import { UsageError } from '../cli-error.ts'

/**
 * The folder of the source that is the target, with `/`; null: the target is elsewhere.
 * @throws {UsageError} when the results would lie among the documents
 */
export const targetFolderOf = (source: BlobPlace, target: BlobPlace): string | null => {
  const [path, back] = [pathFrom(source, target), pathFrom(target, source)]
  if (path === '' || (back !== null && !leadsOut(back)))
    throw new UsageError('The results need a place that does not contain the documents.')
  return path === null || leadsOut(path) ? null : path
}

const leadsOut = (path: string): boolean => /^\.\.(?:\/|$)/.test(path)

/** Null: no path leads there. */
const pathFrom = (from: BlobPlace, to: BlobPlace): string | null => {
  if (from.kind === 'directory' && to.kind === 'directory') return relative(from.path, to.path).split(sep).join('/')
  if (from.kind !== 's3' || to.kind !== 's3' || from.bucket !== to.bucket) return null
  return relative(`/${from.prefix}`, `/${to.prefix}`).split(sep).join('/')
}
