import { join } from 'node:path'
import type { BlobStore } from './blobs/blob-store.ts'
import { openDiskBlobs } from './blobs/disk.ts'
import type { Settings } from './config.ts'

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
  const { s3Endpoint: endpoint, s3Region: region, s3PathStyle } = settings
  const pathStyle = s3PathStyle === 'auto' ? endpoint !== null : s3PathStyle === 'true'
  return openS3Blobs({ bucket: place.bucket, prefix: place.prefix, endpoint, region, pathStyle })
}

export const blobPlace = ({ blobs, dataDirectory }: Pick<Settings, 'blobs' | 'dataDirectory'>) =>
  blobs ?? ({ kind: 'directory', path: join(dataDirectory, 'blobs') } as const)
