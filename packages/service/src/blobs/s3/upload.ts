import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from './aws-sdk.ts'
import { StorageUnavailableError } from '../blob-store.ts'
import { chunksUntilAborted, inParts, type BlobPart } from '../chunks.ts'
import type { Bucket } from './bucket.ts'
import { isS3Answer, mayHaveHappened } from './failures.ts'

/**
 * The smallest part that the protocol allows, so that an upload holds little memory; ten thousand of them are 48 GiB.
 */
const s3UploadPartBytes = 5 * 1024 ** 2

/**
 * Stores the content under the key: in one request if it is small, otherwise in parts, one being sent while the next is
 * received. An upload that cannot be finished is undone.
 */
export const uploadBlob = async (
  bucket: Bucket,
  key: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ size: number }> => {
  const parts = inParts(signal === undefined ? content : chunksUntilAborted(content, signal), s3UploadPartBytes)
  const first = await parts.next()
  // There is always one.
  if (first.done === true) throw new TypeError('no part')
  if (first.value.isLast) return putWhole(bucket, key, first.value.bytes, signal)
  return putInParts(bucket, key, withFirst(first.value, parts), signal)
}

async function* withFirst(first: BlobPart, rest: AsyncIterable<BlobPart>): AsyncGenerator<BlobPart> {
  yield first
  yield* rest
}

const putWhole = async (bucket: Bucket, key: string, bytes: Buffer, signal: AbortSignal | undefined) => {
  const { client, name, requestOptions } = bucket
  try {
    await client.send(
      new PutObjectCommand({ Bucket: name, Key: key, Body: bytes, ContentLength: bytes.length }),
      requestOptions(signal, bytes.length),
    )
    signal?.throwIfAborted()
    return { size: bytes.length }
  } catch (error) {
    if (mayHaveHappened(error)) await takeBack(bucket, key)
    throw error
  }
}

const putInParts = async (
  bucket: Bucket,
  key: string,
  parts: AsyncIterable<BlobPart>,
  signal: AbortSignal | undefined,
): Promise<{ size: number }> => {
  const { client, name, requestOptions } = bucket
  const created = await client.send(
    new CreateMultipartUploadCommand({ Bucket: name, Key: key, ChecksumAlgorithm: 'CRC32' }),
    requestOptions(signal),
  )
  const uploadId = created.UploadId
  if (uploadId === undefined) throw new StorageUnavailableError('the server has given an upload no id')
  const sent: CompletedPart[] = []
  let size = 0
  let sending = Promise.resolve()
  const send = async ({ bytes }: BlobPart, number: number) => {
    const command = new UploadPartCommand({
      Bucket: name,
      Key: key,
      UploadId: uploadId,
      PartNumber: number,
      Body: bytes,
      ContentLength: bytes.length,
      ChecksumAlgorithm: 'CRC32',
    })
    const { ETag, ChecksumCRC32 } = await client.send(command, requestOptions(signal, bytes.length))
    sent.push({ PartNumber: number, ETag, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) })
    size += bytes.length
  }
  try {
    let number = 0
    for await (const part of parts) {
      await sending
      number += 1
      sending = send(part, number)
      sending.catch(() => {})
    }
    await sending
    await complete(bucket, { key, uploadId, sent, size }, signal)
    return { size }
  } catch (error) {
    // A part that arrives after the upload was aborted would stay.
    await sending.catch(() => {})
    await abandon(bucket, key, uploadId)
    if (mayHaveHappened(error)) await takeBack(bucket, key)
    throw error
  }
}

const complete = async (
  { client, name, requestOptions }: Bucket,
  { key, uploadId, sent, size }: { key: string; uploadId: string; sent: CompletedPart[]; size: number },
  signal: AbortSignal | undefined,
): Promise<void> => {
  try {
    await client.send(
      new CompleteMultipartUploadCommand({
        Bucket: name,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts: sent },
      }),
      // The server may have to join the parts.
      requestOptions(signal, size),
    )
  } catch (error) {
    if (!isS3Answer(error, 'NoSuchUpload')) throw error
    // The first try got through, but its answer did not.
    const found = await client.send(new HeadObjectCommand({ Bucket: name, Key: key }), requestOptions(signal))
    if (found.ContentLength !== size) throw error
  }
  signal?.throwIfAborted()
}

/** If this fails now, the removal of unfinished uploads finds it. */
const abandon = async ({ client, name, requestOptions }: Bucket, key: string, uploadId: string): Promise<void> => {
  const command = new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: uploadId })
  await client.send(command, requestOptions()).catch(() => {})
}

/** If this fails now, the sweep for blobs without an owner finds it. */
const takeBack = async ({ client, name, requestOptions }: Bucket, key: string): Promise<void> => {
  await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }), requestOptions()).catch(() => {})
}
