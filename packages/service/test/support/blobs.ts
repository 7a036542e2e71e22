import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/blobs/disk.ts'
import { openS3Blobs } from '../../src/blobs/s3/s3.ts'
import { noS3Server, startS3Server, type S3Server } from './s3-server.ts'

let server: Promise<S3Server> | null = null

/**
 * An empty store: on disk, in the folder; in a bucket of a real server when POLYPARSE_TEST_BLOBS is `s3`. There is one
 * server per process, and it ends with the process.
 */
export const openTestBlobs = async (folder: string): Promise<BlobStore> => {
  if (process.env['POLYPARSE_TEST_BLOBS'] !== 's3') return openDiskBlobs(folder)
  if (noS3Server !== false) throw new Error(noS3Server)
  server ??= startS3Server({ endsWithProcess: true })
  const { bucket, endpoint, environment } = await server
  Object.assign(process.env, environment)
  return openS3Blobs({ bucket, prefix: randomUUID(), endpoint, region: null, pathStyle: true })
}
