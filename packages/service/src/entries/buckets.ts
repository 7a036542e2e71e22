/* Objects of a bucket, read and written as the blobs of a service are. */
export { openBucket } from '../blobs/s3/bucket.ts'
export { downloadBlob } from '../blobs/s3/download.ts'
export { explained } from '../blobs/s3/failures.ts'
export { listObjects } from '../blobs/s3/listing.ts'
export { uploadBlob } from '../blobs/s3/upload.ts'
export { bucketOptions } from '../open-blobs.ts'
