import { DeleteObjectCommand, HeadBucketCommand } from './aws-sdk.ts'
import { checkedPath, checkedPrefix } from '../blob-path.ts'
import { StorageUnavailableError, type BlobStore } from '../blob-store.ts'
import { openBucket, type Bucket, type S3Options } from './bucket.ts'
import { downloadBlob } from './download.ts'
import { explain, explained } from './failures.ts'
import { listObjects, removeUnfinishedUploads, unfinishedUploads } from './listing.ts'
import { uploadBlob } from './upload.ts'

/**
 * Blobs in a bucket of a server that speaks S3, below a prefix of their own. Credentials are found where the protocol's
 * tools look for them: `AWS_ACCESS_KEY_ID` and its like, a profile, the role of the machine.
 * @throws {StorageUnavailableError} when the bucket cannot be used.
 */
export const openS3Blobs = async (options: S3Options): Promise<BlobStore> => {
  const bucket = openBucket(options)
  const { client, name, keyOf, requestOptions } = bucket
  await explained(client.send(new HeadBucketCommand({ Bucket: name }), requestOptions()))

  return {
    write: async (path, content, signal) => {
      const key = keyOf(checkedPath(path))
      let failure: unknown = null
      try {
        return await uploadBlob(
          bucket,
          key,
          reporting(content, (error) => (failure = error)),
          signal,
        )
      } catch (error) {
        signal?.throwIfAborted()
        if (failure === error) throw error
        throw explain(error)
      }
    },
    read: async (path, range = {}) => downloadBlob(bucket, keyOf(checkedPath(path)), range),
    delete: async (path) => {
      const command = new DeleteObjectCommand({ Bucket: name, Key: keyOf(checkedPath(path)) })
      await explained(client.send(command, requestOptions()))
    },
    list: (prefix, { after } = {}) => listObjects(bucket, checkedPrefix(prefix), after),
    listUnfinished: async function* (begunBefore) {
      for await (const { key, id } of unfinishedUploads(bucket, begunBefore))
        yield `${bucket.pathOf(key)} (upload ${id})`
    },
    removeUnfinished: (begunBefore) => explained(removeUnfinishedUploads(bucket, begunBefore)),
    keepDeleted: () => null,
    now: () => explained(serverTimeOfBucket(bucket)),
    // A bucket has no measurable free space; a full one says so when it is written to.
    freeBytes: async () => null,
  }
}

/** Reads the time that the head of an answer says. */
const serverTimeOfBucket = async ({ client, name, requestOptions }: Bucket): Promise<Date> => {
  let date = Number.NaN
  const command = new HeadBucketCommand({ Bucket: name })
  command.middlewareStack.add(
    (next) => async (given) => {
      const answered = await next(given)
      date = dateOf(answered.response)
      return answered
    },
    { step: 'deserialize' },
  )
  await client.send(command, requestOptions())
  if (Number.isNaN(date)) throw new StorageUnavailableError('the server does not say what time it is')
  return new Date(date)
}

const dateOf = (response: unknown): number => {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return Number.NaN
  const { headers } = response
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return Number.NaN
  return typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN
}

/** The same content; `report` gets its errors, to distinguish them from those of the server. */
async function* reporting(
  content: AsyncIterable<Uint8Array>,
  report: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    report(error)
    throw error
  }
}
