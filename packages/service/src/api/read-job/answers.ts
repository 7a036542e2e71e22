import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { retryAfterHeader } from '@polyparse/contract/retry-after'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BlobDamagedError, BlobNotFoundError } from '../../blobs/blob-store.ts'
import { schemaReferenceOf, type StoredJob, type StoredResult } from '../../jobs/job.ts'
import { readProgress } from '../../jobs/progress.ts'
import { resultExpired } from '../../jobs/read.ts'
import { resultBody, verified } from '../../jobs/verified.ts'
import { loggable } from '../../lib/loggable.ts'
import { matchesEtag, prefersGzip } from '../negotiate.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'

/** The size up to which a body is sent at once, because a stream would cost more than it saves. */
const wholeBytes = 64 * 1024

/** The time after which a caller may read an unfinished job again, in seconds. */
const jobRetryAfterSeconds = 1

/** A caller that has waited for the end of a running job is told how far it is. */
export const sendUnfinished = async (
  { database }: ApiParts,
  reply: FastifyReply,
  { id, status }: StoredJob,
  hasWaited: boolean,
): Promise<FastifyReply> => {
  const progress = hasWaited && status === 'running' ? await readProgress(database, id) : null
  return reply
    .headers(retryAfterHeader(jobRetryAfterSeconds))
    .header('cache-control', 'no-store')
    .send({ id, status, ...(progress !== null && { progress: progress.runs }) })
}

/**
 * A finished job. Its entity tag is weak, because the same result is sent both compressed and uncompressed. `read`
 * reads the job again.
 */
export const sendFinished = async (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  job: StoredJob,
  read: () => Promise<StoredJob>,
): Promise<FastifyReply> => {
  if (resultExpired(job, parts.clock(), parts.settings.resultRetentionSeconds))
    throw new RequestProblem('result_expired')
  const failure = JSON.stringify(failureOfStoredJob(job))
  const tag = job.result?.etag ?? createHash('sha256').update(failure).digest('base64url')
  const etag = `W/"${tag}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (job.resultDamaged) throw new RequestProblem('result_damaged')
  reply.type('application/json')
  return job.result === null ? reply.send(failure) : sendResult(parts, request, reply, job.result, read)
}

/**
 * The stored result of a job.
 * @throws {ProblemError} `no_result` when it is unfinished or has failed, `result_expired`, `result_damaged`.
 */
export const openFinished = (parts: ApiParts, job: StoredJob): StoredResult => {
  if (job.status !== 'complete')
    throw new RequestProblem('no_result', { detail: `The job has no result: it is ${job.status}.` })
  if (resultExpired(job, parts.clock(), parts.settings.resultRetentionSeconds))
    throw new RequestProblem('result_expired')
  if (job.resultDamaged || job.result === null) throw new RequestProblem('result_damaged')
  return job.result
}

const failureOfStoredJob = (job: StoredJob) => {
  const { id, status, error, errorCode, batchId, metadata } = job
  const extractionSchema = schemaReferenceOf(job)
  return {
    id,
    status,
    error,
    ...(errorCode !== null && { errorCode }),
    ...(batchId !== null && { batchId }),
    ...(extractionSchema !== null && { extractionSchema }),
    ...(metadata !== null && { metadata }),
  }
}

const sendResult = async (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  result: StoredResult,
  read: () => Promise<StoredJob>,
): Promise<FastifyReply> => {
  const compressed = prefersGzip(request.headers['accept-encoding'])
  if (compressed) reply.header('content-encoding', 'gzip').header('content-length', result.bodySize)
  // The length of the decompressed result is not known without its content.
  if (request.method === 'HEAD') return reply.send(compressed ? '' : Readable.from([]))
  const stored = await openResult(parts, result, read)
  if (!compressed) return reply.send(decompressed(stored, request))
  return reply.send(result.bodySize <= wholeBytes ? await buffer(stored) : stored)
}

/**
 * The stored body, verified. A result may expire, or its job be erased, just after the job was read.
 * @throws {ProblemError} `result_damaged`, `result_expired` or `not_found`.
 */
export const openResult = (parts: ApiParts, result: StoredResult, read: () => Promise<StoredJob>): Promise<Readable> =>
  openStoredResult(parts, read, async () => verified(await parts.blobs.read(result.path, resultBody(result)), result))

/** The files that the body refers to, likewise; their gzip has a sum. */
export const openFiles = (
  parts: ApiParts,
  { path, size, bodySize }: StoredResult,
  read: () => Promise<StoredJob>,
): Promise<Readable> => openStoredResult(parts, read, () => parts.blobs.read(path, { size, start: bodySize }))

const openStoredResult = async (
  parts: ApiParts,
  read: () => Promise<StoredJob>,
  open: () => Promise<Readable>,
): Promise<Readable> => {
  try {
    return await open()
  } catch (error) {
    if (error instanceof BlobDamagedError) throw new RequestProblem('result_damaged', { cause: error })
    if (!(error instanceof BlobNotFoundError)) throw error
    const job = await read()
    const isExpired = resultExpired(job, parts.clock(), parts.settings.resultRetentionSeconds)
    throw new RequestProblem(isExpired ? 'result_expired' : 'result_damaged', { cause: error })
  }
}

/** An error in the middle breaks off the response, so that no caller takes half a result for a whole one. */
const decompressed = (stored: Readable, request: FastifyRequest): Readable =>
  pipeline(stored, createGunzip(), (error) => logUnreadable(request, error))

/** Logs the error that broke off a result while it was sent. That its caller has disconnected is none. */
export const logUnreadable = ({ log }: FastifyRequest, error: NodeJS.ErrnoException | null | undefined): void => {
  if (error !== undefined && error !== null && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
    log.error({ err: loggable(error) }, 'a result is unreadable')
}
