import { randomUUID } from 'node:crypto'
import { createVendorHttp, type HttpVendor, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { ProviderFailure, type ParseSource } from '../../provider.ts'
import { unusableAnswer } from '../../read-answer.ts'
import { unlessGone } from '../../vendor.ts'
import { neutralName } from '../../vendor-media-types.ts'

/** An object of a bucket. */
export type Staged = { readonly bucket: string; readonly object: string }

/** The bucket from which Textract reads documents of several pages. */
export type Staging = {
  put(bucket: string, source: ParseSource, signal: AbortSignal): Promise<Staged>
  /** It is not an error when nothing is left. */
  remove(staged: Staged, signal: AbortSignal): Promise<void>
  /** Rejects unless there is the bucket and objects in it may be deleted. */
  check(bucket: string, signal: AbortSignal): Promise<void>
}

/** All objects are below it, for a rule of the bucket that deletes what a worker that died has left. */
const folder = 'polyparse'
/** The time for 500 MB over a slow line, which are read twice: once to be signed. */
const putSeconds = 600
const deleteSeconds = 20

export const createStaging = (vendor: Omit<HttpVendor, 'headers' | 'problemOf'>): Staging => {
  const http = createVendorHttp({ ...vendor, headers: {}, problemOf: problemOfS3Answer })
  const erase = ({ bucket, object }: Staged, signal: AbortSignal) =>
    http.json({ method: 'DELETE', path: `${bucket}/${object}`, signal, seconds: deleteSeconds })
  return {
    put: async (bucket, source, signal) => {
      const object = `${folder}/${randomUUID()}/${neutralName(source.mediaType)}`
      const sent = { method: 'PUT', path: `${bucket}/${object}`, body: { document: source } } as const
      const { headers } = await http.json({ ...sent, signal, seconds: putSeconds })
      if (headers['etag'] === undefined) throw unusableAnswer(vendor.name, 'no ETag')
      return { bucket, object }
    },
    remove: async (staged, signal) => {
      await erase(staged, signal).catch(unlessGone)
    },
    check: async (bucket, signal) => {
      try {
        await erase({ bucket, object: `${folder}/check` }, signal)
      } catch (error) {
        throw error instanceof ProviderFailure && error.gone ? http.failure('misconfigured', {}, null) : error
      }
    },
  }
}

/** Requests to S3 have no options of callers: what is wrong with one is the operator's, such as the region. */
const problemOfS3Answer = ({ status }: VendorAnswer): VendorProblem | null => (status === 400 ? 'misconfigured' : null)
