import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { StoredJob } from '../../../jobs/job.ts'
import { callerOf } from '../../authenticate.ts'
import { acceptSubmission } from '../../create-job/accept.ts'
import { noteJob } from '../../observe.ts'
import type { ApiParts } from '../../parts.ts'
import { awaitEnd } from '../../read-job/wait.ts'
import { findOwnJob } from '../../routes/job-path.ts'
import { type CompatibilityParts, convert, convertedResult, jsonOutput } from '../convert.ts'
import { ConversionError } from '../errors.ts'
import type { ReadConversion } from './conversion-request.ts'
import { keptOptions } from './kept-options.ts'
import { taskFailure, taskOf } from './task.ts'

/** `POST /v1/convert/…`: waits for the end of the job, and answers with the document. */
export const convertHandler =
  (read: ReadConversion) =>
  (parts: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { submission, filename, options } = await read(parts, request, reply)
    const job = await convert(parts, request, reply, submission)
    const document = await convertedResult(parts, reply, job, { service: 'docling', filename, options })
    return reply.header('cache-control', 'no-store').type(jsonOutput).send(document)
  }

/** `POST /v1/convert/…/async`: answers with a task, which is the job. */
export const convertLaterHandler =
  (read: ReadConversion) =>
  (parts: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { submission } = await read(parts, request, reply)
    const { job } = await acceptSubmission(parts.parts, parts.intake, callerOf(request), submission)
    noteJob(request, job.id)
    return reply.header('cache-control', 'no-store').send(taskOf(job))
  }

/** The most seconds that a poll waits. */
const maxWaitSeconds = 60

/** `GET /v1/status/poll/{task_id}?wait=…` */
export const pollHandler =
  ({ parts, shutdown }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { wait } = Object(request.query)
    const seconds = Math.min(Number(wait) || 0, maxWaitSeconds)
    const read = () => taskJob(parts, request)
    const job = await read()
    const end = { milliseconds: seconds * 1000, response: reply.raw, stop: shutdown.begun }
    const now = seconds > 0 && job.completedAt === null ? await awaitEnd(parts, job, read, end) : job
    return reply.header('cache-control', 'no-store').send(taskOf(now))
  }

/** `GET /v1/result/{task_id}` */
export const resultHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const job = await taskJob(compatible.parts, request)
    if (job.completedAt === null)
      throw new ConversionError('Task result not found. Please wait for a completion status.', 404)
    reply.header('cache-control', 'no-store')
    if (job.status === 'failed')
      return reply.send({ kind: 'TaskFailureResult', failure: taskFailure(job), error_message: job.error })
    const kept = keptOptions(job)
    if (kept === null) throw noSuchTask()
    return reply.type(jsonOutput).send(await convertedResult(compatible, reply, job, { service: 'docling', ...kept }))
  }

const noSuchTask = (): ConversionError => new ConversionError('Task not found.', 404)

const taskJob = async (parts: ApiParts, request: FastifyRequest): Promise<StoredJob> => {
  const { taskId } = Object(request.params)
  const job = await findOwnJob(parts, callerOf(request).accountId, String(taskId))
  if (job === null) throw noSuchTask()
  return job
}
