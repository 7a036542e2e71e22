import { join } from 'node:path'
import type { BlobStore } from './blobs/blob-store.ts'
import { openDiskBlobs } from './blobs/disk.ts'
import type { S3Options } from './blobs/s3/bucket.ts'
import type { Settings } from './config.ts'
import type { BlobPlace } from './config/service-settings.ts'

type BlobSettings = Pick<Settings, 'blobs' | 'dataDirectory' | 's3Endpoint' | 's3Region' | 's3PathStyle'>

/**
 * Opens the blob store that the settings name.
 * @throws {StorageUnavailableError} when a bucket cannot be used.
 */
export const openBlobs = async (settings: BlobSettings): Promise<BlobStore> => {
  const place = blobPlace(settings)
  if (place.kind === 'directory') return openDiskBlobs(place.path)
  // Imported only when needed: it takes as long to load as the rest of the service.
  const { openS3Blobs } = await import('./blobs/s3/s3.ts')
  return openS3Blobs(bucketOptions(settings, place))
}

/** A part of a bucket, on the server that the settings name. */
export const bucketOptions = (
  { s3Endpoint: endpoint, s3Region: region, s3PathStyle }: Pick<Settings, 's3Endpoint' | 's3Region' | 's3PathStyle'>,
  { bucket, prefix }: BlobPlace & { readonly kind: 's3' },
): S3Options => {
  const pathStyle = s3PathStyle === 'auto' ? endpoint !== null : s3PathStyle === 'true'
  return { bucket, prefix, endpoint, region, pathStyle }
}

export const blobPlace = ({ blobs, dataDirectory }: Pick<Settings, 'blobs' | 'dataDirectory'>) =>
  blobs ?? ({ kind: 'directory', path: join(dataDirectory, 'blobs') } as const)
