import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListMultipartUploadsCommandOutput,
} from './aws-sdk.ts'
import { StorageUnavailableError, type StoredBlob } from '../blob-store.ts'
import type { Bucket } from './bucket.ts'
import { explained } from './failures.ts'

/** Page by page, as the server returns them: up to a thousand objects per request. */
export async function* listObjects(
  { client, name, keyOf, pathOf, requestOptions }: Bucket,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<StoredBlob> {
  let token: string | undefined
  do {
    const from =
      token === undefined ? after !== undefined && { StartAfter: keyOf(after) } : { ContinuationToken: token }
    const command = new ListObjectsV2Command({ Bucket: name, Prefix: keyOf(prefix), ...from })
    const page = await explained(client.send(command, requestOptions()))
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key === undefined || Size === undefined || LastModified === undefined)
        throw new StorageUnavailableError('the server lists objects without saying what they are')
      yield { path: pathOf(Key), size: Size, modifiedAt: LastModified }
    }
    const next = page.IsTruncated === true ? page.NextContinuationToken : undefined
    if (page.IsTruncated === true && (next === undefined || next === token))
      throw new StorageUnavailableError('the server does not say how its list continues')
    token = next
  } while (token !== undefined)
}

/** Uploads in parts that began before this time and never finished. */
export async function* unfinishedUploads(
  { client, name, keyOf, requestOptions }: Bucket,
  begunBefore: Date,
): AsyncGenerator<{ key: string; id: string }> {
  let from: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | null = {}
  while (from !== null) {
    const command = new ListMultipartUploadsCommand({
      Bucket: name,
      Prefix: keyOf(''),
      KeyMarker: from.NextKeyMarker,
      UploadIdMarker: from.NextUploadIdMarker,
    })
    const page: ListMultipartUploadsCommandOutput = await explained(client.send(command, requestOptions()))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key?.startsWith(keyOf('')) !== true || UploadId === undefined) continue
      if (Initiated !== undefined && Initiated < begunBefore) yield { key: Key, id: UploadId }
    }
    const goesOn = page.IsTruncated === true && page.NextKeyMarker !== undefined
    from = goesOn && page.NextKeyMarker !== from.NextKeyMarker ? page : null
  }
}

/** Aborts them; resolves to how many there were. */
export const removeUnfinishedUploads = async (bucket: Bucket, begunBefore: Date): Promise<number> => {
  const { client, name, requestOptions } = bucket
  let removed = 0
  for await (const { key, id } of unfinishedUploads(bucket, begunBefore)) {
    const command = new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: id })
    await explained(client.send(command, requestOptions()))
    removed += 1
  }
  return removed
}
