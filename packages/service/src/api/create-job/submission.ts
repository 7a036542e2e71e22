import { CreateJobBody, type FieldError, type JobParameters, type CanonicalRequest } from '@polyparse/contract'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewSource } from '../../jobs/job.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import type { Shutdown } from '../shutdown.ts'
import {
  contentEncodingErrors,
  describesJob,
  readIdempotencyKey,
  strayUploadHeaders,
  uploadTypeErrors,
} from './headers.ts'
import { emptyBody, receiveJson, receiveSource, refuseAnnounced } from './receive.ts'
import { parameterHeaders, readUploadHeaders } from './upload-headers.ts'
import type { UploadRequest } from './upload-parameters.ts'
import { readUploadQuery } from './upload-query.ts'
import { checkUrl } from '@polyparse/outbound'
import { createCheck, createMemberCheck, rulesApartFrom, withMore } from '../field-errors.ts'
import { parseStrictJson } from '../strict-json.ts'
import { parameterErrors, toJobRequest, withoutDuplicates } from './job-request.ts'

/** A well-formed request for a job, whichever body format it came in. */
export type JobSubmission = {
  /** The id of the job, where its source was stored before it; absent: a new one. */
  readonly id?: string
  readonly idempotencyKey: string
  readonly request: CanonicalRequest
  /** The name that the caller uses for a parameter: a field, or a header. */
  readonly nameOf: (parameter: keyof JobParameters) => string
  /** The address from which to fetch the source; null for an upload. */
  readonly url: string | null
  /**
   * The type that the caller declared, or that the filename implies; null when it is not known before the source is
   * there.
   */
  readonly mediaType: string | null
  /** Receives the source. An upload is only now read into storage, to be owned by the job of this id. */
  receiveSource(jobId: string): Promise<NewSource>
}

/** @throws {ProblemError} that names everything that is wrong with headers and body. */
export const readSubmission = (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
): JobSubmission | Promise<JobSubmission> => {
  const key = readIdempotencyKey(request.raw)
  const idempotencyKey = 'key' in key ? key.key : ''
  const errors = [...('error' in key ? [key.error] : []), ...contentEncodingErrors(request.raw)]
  return describesJob(request.raw)
    ? readJsonSubmission(request, reply, shutdown, {
        idempotencyKey,
        errors: [...errors, ...strayUploadHeaders(request.raw)],
      })
    : readUploadSubmission(parts, request, reply, shutdown, {
        idempotencyKey,
        errors,
        read: readUploadHeaders(request.raw),
        nameOf: (parameter) => parameterHeaders[parameter],
      })
}

/** The same for an upload that is described by its query. */
export const readUpload = (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
): JobSubmission => {
  const key = readIdempotencyKey(request.raw)
  return readUploadSubmission(parts, request, reply, shutdown, {
    idempotencyKey: 'key' in key ? key.key : '',
    errors: [...('error' in key ? [key.error] : []), ...contentEncodingErrors(request.raw)],
    read: readUploadQuery(request.query),
    nameOf: (parameter) => parameter,
  })
}

type SubmissionHeaders = { readonly idempotencyKey: string; readonly errors: readonly FieldError[] }

const readJsonSubmission = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
  { idempotencyKey, errors }: SubmissionHeaders,
): Promise<JobSubmission> => {
  // An encoded body cannot be read, so there is nothing more to say about it.
  if (errors.some(({ field }) => field === 'Content-Encoding')) throw validationError(errors)
  const body = readJsonBody(await receiveJson(request, reply, shutdown))
  if ('errors' in body) throw validationError([...errors, ...body.errors])
  if (errors.length > 0) throw validationError(errors)
  const { url } = body
  return {
    idempotencyKey,
    request: body.request,
    nameOf: (parameter) => parameter,
    url,
    mediaType: null,
    receiveSource: async () => ({ url }),
  }
}

type DescribedUpload = Pick<JobSubmission, 'nameOf'> & {
  readonly read: UploadRequest | { readonly errors: readonly FieldError[] }
}

const readUploadSubmission = (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
  { idempotencyKey, errors, read, nameOf }: SubmissionHeaders & DescribedUpload,
): JobSubmission => {
  const all = [
    ...errors,
    ...uploadTypeErrors(request.raw),
    ...('errors' in read ? read.errors : []),
    ...(hasBody(request) ? [] : [emptyBody]),
  ]
  if ('errors' in read || all.length > 0) throw validationError(all)
  refuseAnnounced(request, parts.settings.maxUploadBytes)
  const { filename } = read
  const mediaType = resolveMediaType(request.headers['content-type'], filename)
  return {
    idempotencyKey,
    request: read.request,
    nameOf,
    url: null,
    mediaType,
    receiveSource: async (jobId) => ({
      filename,
      mediaType,
      ...(await receiveSource(parts, newSourcePath(jobId), request, reply, shutdown)),
    }),
  }
}

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Body A of section 4.1. Whether the address may be fetched from here is a matter of configuration, judged later. */
const readJsonBody = (bytes: Uint8Array): UrlSubmission | { errors: FieldError[] } => {
  const parsed = parseStrictJson(bytes)
  if (!('value' in parsed)) return { errors: [...parsed.errors] }
  const described = readDescribed(parsed.value)
  const errors = withMore(parsed.errors, 'errors' in described ? described.errors : [])
  return errors.length > 0 ? { errors } : described
}

type UrlSubmission = { readonly request: CanonicalRequest; readonly url: string }

const check = createCheck(CreateJobBody)
const selectValidJobMembers = createMemberCheck(CreateJobBody)

/** Returns what a value that describes a job asks for, or what is wrong with it. */
export const readDescribed = (sent: unknown): UrlSubmission | { errors: FieldError[] } => {
  const value = withoutDuplicates(sent)
  const checked = check(value)
  const mistakes = 'errors' in checked ? checked.errors : []
  const rules = ruleErrors('errors' in checked ? selectValidJobMembers(value) : checked.value)
  const errors = [...mistakes, ...rulesApartFrom(mistakes, rules)]
  if (errors.length > 0 || 'errors' in checked) return { errors }
  const { source, ...parameters } = checked.value
  return { request: toJobRequest(parameters), url: source.url }
}

const ruleErrors = ({ source, ...parameters }: Partial<CreateJobBody>): FieldError[] => {
  const url = source === undefined ? null : checkUrl(source.url, { allow: 'all' })
  return [
    ...parameterErrors(parameters, (field) => field),
    ...(url !== null && 'reason' in url ? [{ field: 'source.url', message: url.reason }] : []),
  ]
}
