import { S3Client } from './aws-sdk.ts'
import { StorageUnavailableError } from '../blob-store.ts'

export type S3Options = {
  readonly bucket: string
  /** Put before every path; '' for the whole bucket. */
  readonly prefix: string
  /** null: the endpoint of AWS. */
  readonly endpoint: string | null
  readonly region: string | null
  /** True if the bucket is named in the path rather than in the host name. */
  readonly pathStyle: boolean
  /** The time that the server may take to answer, and a body to deliver its next bytes. */
  readonly answerMs?: number
}

/** A bucket, and what every request to it needs. */
export type Bucket = {
  readonly client: S3Client
  readonly name: string
  readonly answerMs: number
  readonly keyOf: (path: string) => string
  readonly pathOf: (key: string) => string
  /** The time limits of one try and of all of them together. `bytes` is the size of the request body. */
  readonly requestOptions: (
    signal?: AbortSignal,
    bytes?: number,
  ) => { abortSignal: AbortSignal; requestTimeout: number }
}

/** The slowest connection that is supported. */
const bytesPerMs = 256

/** Everything has a time limit, even if the server accepts the connection and never answers. */
export const openBucket = (options: S3Options): Bucket => {
  const { bucket, endpoint, region, pathStyle, answerMs = 10_000 } = options
  const start = options.prefix === '' ? '' : `${options.prefix}/`
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    // Self-hosted servers seldom care, but no request can be signed without a region.
    ...((region !== null || endpoint !== null) && { region: region ?? 'us-east-1' }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // It would cost a round trip for each part, to save what is rarely refused.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: Math.min(3000, answerMs),
      throwOnRequestTimeout: true,
      // Callers who read slowly hold one connection each, and must not keep others waiting.
      httpAgent: { maxSockets: 1000 },
      httpsAgent: { maxSockets: 1000 },
    },
  })
  return {
    client,
    name: bucket,
    answerMs,
    keyOf: (path) => start + path,
    pathOf: (key) => {
      if (!key.startsWith(start)) throw new StorageUnavailableError('the server lists objects that were not requested')
      return key.slice(start.length)
    },
    requestOptions: (signal, bytes = 0) => {
      const requestTimeout = Math.ceil(answerMs + bytes / bytesPerMs)
      const deadline = AbortSignal.timeout(Math.ceil(2.5 * requestTimeout))
      return { requestTimeout, abortSignal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]) }
    },
  }
}
