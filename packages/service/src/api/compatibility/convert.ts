import { randomUUIDv7 } from 'node:crypto'
import { Socket } from 'node:net'
import type { CanonicalRequest } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cancelJob } from '../../jobs/cancel.ts'
import type { StoredJob, NewSource } from '../../jobs/job.ts'
import { callerOf } from '../authenticate.ts'
import { callerGoneSignal } from '../caller-gone.ts'
import { unavailable } from '../classify-error.ts'
import { acceptSubmission, type Intake } from '../create-job/accept.ts'
import { toJobRequest } from '../create-job/job-request.ts'
import type { JobSubmission } from '../create-job/submission.ts'
import { noteJob, noteWait } from '../observe.ts'
import type { ApiParts } from '../parts.ts'
import { openFinished, openResult } from '../read-job/answers.ts'
import { awaitEnd } from '../read-job/wait.ts'
import type { ConversionShape } from '../result-reading/messages.ts'
import { type ResultReader, ResultTooLarge } from '../result-reading/reader.ts'
import { readOwnJob } from '../routes/job-path.ts'
import type { Shutdown } from '../shutdown.ts'
import { ConversionError } from './errors.ts'

/** The parts with which all compatible routes work. */
export type CompatibilityParts = {
  readonly parts: ApiParts
  readonly intake: Intake
  readonly shutdown: Shutdown
  readonly reader: ResultReader
}

/** The time that a request waits for its document; a scan of many pages takes minutes. */
const maxWaitMs = 15 * 60_000

/** The connection is not idle while the document is read. */
const connectionSlackMs = 60_000

/** The media type of answers that are written elsewhere. */
export const jsonOutput = 'application/json; charset=utf-8'

/** A parse by the default provider; the job has a key of its own, because these services have no idempotency. */
export const submissionOf = (
  outputs: CanonicalRequest['outputs'],
  { mediaType, ...more }: Pick<JobSubmission, 'mediaType' | 'receiveSource'> & { readonly id?: string },
): JobSubmission => ({
  idempotencyKey: randomUUIDv7(),
  request: toJobRequest({ operation: 'parse', outputs: [...outputs] }),
  nameOf: (parameter) => parameter,
  url: null,
  mediaType,
  ...more,
})

/** The same for a source that is stored. */
export const submissionOfStored = (
  outputs: CanonicalRequest['outputs'],
  id: string,
  source: Extract<NewSource, { path: string }>,
): JobSubmission => submissionOf(outputs, { id, mediaType: source.mediaType, receiveSource: async () => source })

/**
 * Creates the job and waits for its end. If the caller leaves, the time is over or the service stops, the job is
 * cancelled, because no other request can ask for it.
 * @throws {ConversionError} when the job has failed, and {ProblemError} as for any job.
 */
export const convert = async (
  { parts, intake, shutdown }: Omit<CompatibilityParts, 'reader'>,
  request: FastifyRequest,
  reply: FastifyReply,
  submission: JobSubmission,
): Promise<StoredJob> => {
  noteWait(request)
  const { accountId } = callerOf(request)
  const { job: created } = await acceptSubmission(parts, intake, callerOf(request), submission)
  noteJob(request, created.id)
  const job = await awaitWithin({ parts, shutdown }, request, reply, created)
  if (job.status === 'complete') return job
  if (job.completedAt === null && (await cancelJob(parts, job.id))) throw notInTime()
  return requireComplete(await readOwnJob(parts, accountId, job.id))
}

/**
 * Waits for the end of a job that other requests can ask for as well.
 * @throws {ConversionError} when it has failed, and {ProblemError} when the time is over
 */
export const awaitJob = async (
  compatible: Pick<CompatibilityParts, 'parts' | 'shutdown'>,
  request: FastifyRequest,
  reply: FastifyReply,
  job: StoredJob,
): Promise<StoredJob> => {
  noteWait(request)
  noteJob(request, job.id)
  const ended = job.completedAt === null ? await awaitWithin(compatible, request, reply, job) : job
  if (ended.completedAt === null) throw notInTime()
  return requireComplete(ended)
}

const awaitWithin = async (
  { parts, shutdown }: Pick<CompatibilityParts, 'parts' | 'shutdown'>,
  request: FastifyRequest,
  reply: FastifyReply,
  job: StoredJob,
): Promise<StoredJob> => {
  const { socket } = request.raw
  if (socket instanceof Socket) socket.setTimeout(maxWaitMs + connectionSlackMs)
  if (reply.raw.destroyed) return job
  return awaitEnd(parts, job, () => readOwnJob(parts, job.accountId, job.id), {
    milliseconds: maxWaitMs,
    response: reply.raw,
    stop: shutdown.begun,
  })
}

const notInTime = () => unavailable('The document was not read in time.')

const requireComplete = (job: StoredJob): StoredJob => {
  if (job.status === 'complete') return job
  const status = job.errorCode === 'internal_error' ? 500 : 422
  throw new ConversionError(job.error ?? 'The document could not be read.', status)
}

/**
 * The result of a finished job in the shape of another service, as JSON or CSV; null if that has to have text, and there
 * is none.
 * @throws {ConversionError} when it is too large for that, and {ProblemError} as the route of the job does.
 */
export const convertedResult = async (
  { parts, reader }: Pick<CompatibilityParts, 'parts' | 'reader'>,
  reply: FastifyReply,
  job: StoredJob,
  conversion: ConversionShape,
): Promise<Buffer | null> => {
  const open = async () => ({
    bytes: await openResult(parts, openFinished(parts, job), () => readOwnJob(parts, job.accountId, job.id)),
    isCompressed: true,
  })
  const options = { account: job.accountId, open, signal: callerGoneSignal(reply) }
  try {
    const read = await reader.read({ kind: 'conversion', conversion }, options)
    if (read.kind === 'converted') return read.bytes && Buffer.from(read.bytes.buffer)
    throw new TypeError('a result was looked up instead of being converted')
  } catch (error) {
    if (!(error instanceof ResultTooLarge)) throw error
    throw new ConversionError(`${error.message} GET /api/v1/jobs/${job.id} returns it whole.`, 422)
  }
}
