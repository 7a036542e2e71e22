import type { Readable } from 'node:stream'
import { outputRecords } from '@polyparse/document'
import type { BlobStore } from '../blobs/blob-store.ts'
import { gunzip } from '../lib/gunzip.ts'
import { findJsonPart } from '../lib/json-part.ts'
import { unescaped } from '../lib/json-string.ts'
import type { StoredResult } from './job.ts'
import type { DeliveryTarget } from './result-deliveries.ts'
import { resultBody } from './verified.ts'

/**
 * The media type of what is delivered.
 * @example mediaTypeOfTarget('markdown') // 'text/markdown; charset=utf-8'
 */
export const mediaTypeOfTarget = (target: DeliveryTarget): string => {
  const mediaType = target === 'job' ? 'application/json' : outputRecords[target].mediaType
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
}

/** Closing it is needed when it is not read to its end. */
type ResultContent = { readonly content: AsyncIterable<Uint8Array>; close(): void }

/**
 * The content of what is delivered of a stored result of a `parse`, or of any job as a whole, piece by piece; null if the
 * result has no such output. Nothing is checked: see `damageOf`.
 */
export const openResultContent = async (
  blobs: BlobStore,
  result: StoredResult,
  target: DeliveryTarget,
): Promise<ResultContent | null> => {
  const stored: Readable = gunzip(await blobs.read(result.path, resultBody(result)))
  const close = () => void stored.destroy()
  if (target === 'job') return { content: stored, close }
  const part = await findJsonPart(stored, ['result', 'outputs', target])
  if (part === null) return null
  return { content: part.isString ? unescaped(part.bytes) : part.bytes, close }
}
