import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bucketOptions, downloadBlob, explained, listObjects, openBucket, uploadBlob } from '@polyparse/service/buckets'
import type { BlobPlace, Settings } from '@polyparse/service/settings'
import { temporaryFolder } from '../service/temporary-folder.ts'
import { isHiddenFile, type SyncPlace } from './place.ts'

/** The objects of a bucket below a prefix. */
export const bucketPlace = (place: BlobPlace & { readonly kind: 's3' }, settings: Settings): SyncPlace => {
  const bucket = openBucket(bucketOptions(settings, place))
  return {
    name: `s3://${place.bucket}/${place.prefix}`,
    isAtomic: true,
    list: async function* (folder) {
      const start = folder === '' ? '' : `${folder}/`
      for await (const object of listObjects(bucket, start, undefined)) {
        // A folder, in the words of consoles, is an empty object whose key ends with a slash.
        const isFolder = object.path.endsWith('/')
        if (!isFolder && !isHiddenFile(object.path.slice(start.length))) yield object
      }
    },
    open: async (path, signal) => {
      const folder = temporaryFolder()
      const dispose = async () => folder[Symbol.dispose]()
      const file = join(folder.path, 'document')
      try {
        await pipeline(await downloadBlob(bucket, bucket.keyOf(path), {}), createWriteStream(file), { signal })
      } catch (error) {
        await dispose()
        throw error
      }
      return { path: file, [Symbol.asyncDispose]: dispose }
    },
    write: async (path, content) => {
      await explained(uploadBlob(bucket, bucket.keyOf(path), Readable.from([Buffer.from(content)]), undefined))
    },
  }
}
