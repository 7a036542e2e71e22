import { Type } from '@polyparse/document/typebox'
import { CreateBatchBody, type FieldError, type CanonicalRequest, limits } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentEncodingErrors, readIdempotencyKey, strayUploadHeaders } from '../create-job/headers.ts'
import { webhookErrors } from '../create-job/job-request.ts'
import { receiveJson } from '../create-job/receive.ts'
import { readDescribed } from '../create-job/submission.ts'
import { createCheck, createMemberCheck, withMore } from '../field-errors.ts'
import { maxErrors, validationError } from '../problems.ts'
import { parseStrictJson } from '../strict-json.ts'
import type { Shutdown } from '../shutdown.ts'

/** A well-formed request for a batch. */
export type BatchSubmission = {
  readonly idempotencyKey: string
  readonly webhook: { readonly url: string } | null
  readonly jobs: readonly { readonly request: CanonicalRequest; readonly url: string }[]
}

/** A batch whose jobs are not looked at yet: each is checked for itself, until there are mistakes enough. */
const Envelope = Type.Object(
  {
    jobs: Type.Array(Type.Unknown(), { minItems: 1, maxItems: limits.batchJobs }),
    webhook: CreateBatchBody.properties.webhook,
  },
  { additionalProperties: false },
)
const checkEnvelope = createCheck(Envelope)
const selectValidBatchMembers = createMemberCheck(Envelope)

/** @throws {ProblemError} that names what is wrong, in an entry as `jobs.3.source.url`. */
export const readBatchSubmission = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
  idleMs: number,
): Promise<BatchSubmission> => {
  const key = readIdempotencyKey(request.raw, limits.batchKeyLength)
  const errors: FieldError[] = [
    ...('error' in key ? [key.error] : []),
    ...contentEncodingErrors(request.raw),
    ...strayUploadHeaders(request.raw),
  ]
  // An encoded body cannot be read, so there is nothing more to say about it.
  if (errors.some(({ field }) => field === 'Content-Encoding')) throw validationError(errors)
  const parsed = parseStrictJson(
    await receiveJson(request, reply, shutdown, { maxBytes: limits.batchBodyBytes, idleMs }),
    limits.batchJson,
  )
  if (!('value' in parsed)) throw validationError([...errors, ...parsed.errors])
  const checked = checkEnvelope(parsed.value)
  if ('errors' in checked) errors.push(...checked.errors)
  const { jobs = [], webhook = null } = 'errors' in checked ? selectValidBatchMembers(parsed.value) : checked.value
  errors.push(...webhookErrors(webhook, { allow: 'all' }, (field) => field))
  const read: BatchSubmission['jobs'][number][] = []
  for (const [index, sent] of jobs.entries()) {
    const job = readDescribed(sent)
    if ('errors' in job) errors.push(...inEntry(index, job.errors))
    else read.push(job)
    if (errors.length >= maxErrors) break
  }
  const all = withMore(parsed.errors, errors)
  if (all.length > 0 || 'error' in key) throw validationError(all)
  return { idempotencyKey: key.key, webhook, jobs: read }
}

/** The mistakes in one entry, under its index. */
export const inEntry = (index: number, errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, message }) => ({ field: `jobs.${index}.${field}`, message }))
