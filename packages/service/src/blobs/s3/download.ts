import { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, type GetObjectCommandOutput } from './aws-sdk.ts'
import { BlobDamagedError, BlobNotFoundError, type BlobRange, StorageUnavailableError } from '../blob-store.ts'
import { wholeBody } from '../body.ts'
import type { Bucket } from './bucket.ts'
import { explain, isS3Answer, statusOf } from './failures.ts'

/** The object's bytes, or those of the range: either all of them, or an error in the stream. */
export const downloadBlob = async (
  bucket: Bucket,
  key: string,
  { start = 0, end = Infinity, size }: BlobRange,
): Promise<Readable> => {
  const { client, name, requestOptions } = bucket
  try {
    if (end <= start) {
      // An empty range cannot be requested, but the object must exist.
      await client.send(new HeadObjectCommand({ Bucket: name, Key: key }), requestOptions())
      return Readable.from([])
    }
    const range = start === 0 && end === Infinity ? null : `bytes=${start}-${end === Infinity ? '' : end - 1}`
    const found = await get(
      bucket,
      new GetObjectCommand({ Bucket: name, Key: key, ...(range !== null && { Range: range }) }),
    )
    if (!(found.Body instanceof Readable)) throw new StorageUnavailableError('the server has sent no body')
    const expected = found.ContentLength
    const isRightRange = range === null || startOf(found.ContentRange) === start
    if (expected === undefined || !isRightRange || expected > end - start) {
      found.Body.destroy()
      throw new StorageUnavailableError('the server has sent other bytes than those requested')
    }
    if (range === null && size !== undefined && expected !== size) {
      found.Body.destroy()
      throw new BlobDamagedError(`the blob ${key} has ${expected} bytes, not ${size}`)
    }
    return wholeBody(found.Body, { length: expected, stallMs: bucket.answerMs, isMismatch })
  } catch (error) {
    if (isS3Answer(error, 'NoSuchKey', 'NotFound'))
      throw new BlobNotFoundError('there is no such blob', { cause: error })
    // The range begins after the end of the object.
    if (isS3Answer(error, 'InvalidRange') || statusOf(error) === 416) return Readable.from([])
    throw explain(error)
  }
}

/**
 * The SDK, which compares the checksum once all bytes are there, throws a plain error without a code; failures of a connection
 * have a code, and those of a time limit a name.
 */
const isMismatch = (error: unknown): boolean => error instanceof Error && error.name === 'Error' && !('code' in error)

/** The deadline is for the answer; its body has a time limit of its own. */
const get = async ({ client, requestOptions }: Bucket, command: GetObjectCommand): Promise<GetObjectCommandOutput> => {
  const answered = new AbortController()
  const { requestTimeout, abortSignal } = requestOptions()
  const late = () => answered.abort(abortSignal.reason)
  abortSignal.addEventListener('abort', late, { once: true })
  try {
    return await client.send(command, { requestTimeout, abortSignal: answered.signal })
  } finally {
    abortSignal.removeEventListener('abort', late)
  }
}

const startOf = (contentRange: string | undefined): number | null => {
  const first = /^bytes (\d+)-/.exec(contentRange ?? '')?.[1]
  return first === undefined ? null : Number(first)
}
