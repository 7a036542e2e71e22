/** The part of the SDK that is used, in a module of its own: published, it holds that part of the SDK. */
export {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
export type { CompletedPart, GetObjectCommandOutput, ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
