import { CreateBatchBody, type FieldError, type JobRequest, limits } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentEncodingErrors, readIdempotencyKey, strayUploadHeaders } from '../create-job/headers.ts'
import { webhookErrors } from '../create-job/job-request.ts'
import { receiveJson } from '../create-job/receive.ts'
import { readDescribed } from '../create-job/submission.ts'
import { createBodyReader } from '../json-body.ts'
import { validationError } from '../problems.ts'
import type { Shutdown } from '../shutdown.ts'

/** A well-formed request for a batch. */
export type BatchSubmission = {
  readonly idempotencyKey: string
  readonly webhook: { readonly url: string } | null
  readonly jobs: readonly { readonly request: JobRequest; readonly url: string }[]
}

const readBody = createBodyReader(CreateBatchBody)

/** @throws {ProblemError} that names what is wrong, in an entry as `jobs.3.source.url`. */
export const readBatchSubmission = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
): Promise<BatchSubmission> => {
  const key = readIdempotencyKey(request.raw, limits.batchKeyLength)
  const errors: FieldError[] = [
    ...('error' in key ? [key.error] : []),
    ...contentEncodingErrors(request.raw),
    ...strayUploadHeaders(request.raw),
  ]
  if (errors.length > 0 || 'error' in key) throw validationError(errors)
  const { jobs, webhook = null } = readBody(await receiveJson(request, reply, shutdown, limits.batchBodyBytes))
  const read = jobs.map(readDescribed)
  const mistakes = [
    ...read.flatMap((job, index) => ('errors' in job ? inEntry(index, job.errors) : [])),
    ...webhookErrors(webhook, { allow: 'all' }, (field) => field),
  ]
  if (mistakes.length > 0) throw validationError(mistakes)
  return { idempotencyKey: key.key, webhook, jobs: read.flatMap((job) => ('errors' in job ? [] : [job])) }
}

/** The mistakes in one entry, under its index. */
export const inEntry = (index: number, errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, message }) => ({ field: `jobs.${index}.${field}`, message }))
