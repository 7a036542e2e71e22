import { randomUUIDv7 } from 'node:crypto'
import type { FieldError } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSourcePath } from '../../jobs/paths.ts'
import { validationError } from '../problems.ts'
import { contentEncodingErrors, isJson, readIdempotencyKey } from './headers.ts'
import {
  type CarriedParameters,
  parametersOfHeaders,
  parametersOfJson,
  parametersOfText,
  readParseParameters,
} from './parse-parameters.ts'
import { emptyBody, receiveJson, receiveSource, refuseAnnounced } from './receive.ts'
import { type FormParts, receiveForm } from './receive-form.ts'
import { hasBody, type JobSubmission } from './submission.ts'
import { filenameOfHeaders } from './upload-headers.ts'
import { readQueryFilename } from './upload-query.ts'

/** A request for a job whose end it waits for. */
export type ParseSubmission = { readonly submission: JobSubmission; readonly waitSeconds: number }

/** The name of a document that came without one. */
const unnamed = 'document'

/**
 * Reads a request that parses a document: a form, the document under its own type, or JSON that says where it is. Its
 * parameters are fields of the form or of the JSON, or in the query or in headers. The job has the output that is
 * answered, whatever else was asked for.
 * @throws {ProblemError} that names everything that is wrong; then nothing stays in storage.
 */
export const readParseSubmission = async (
  parts: FormParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answered: OutputId,
): Promise<ParseSubmission> => {
  const isForm = isFormBody(request)
  const key = 'idempotency-key' in request.headers ? readIdempotencyKey(request.raw) : { key: randomUUIDv7() }
  const filename = filenameOf(request)
  const query = parametersOfQuery(request)
  const headers = parametersOfHeaders(request.raw)

  const submissionOf = (
    read: ReturnType<typeof readParseParameters>,
    rest: Pick<JobSubmission, 'id' | 'url' | 'mediaType' | 'receiveSource'>,
  ): ParseSubmission => {
    if ('errors' in read) throw validationError(read.errors)
    const { waitSeconds, ...asked } = read
    return { submission: { idempotencyKey: 'key' in key ? key.key : '', ...asked, ...rest }, waitSeconds }
  }
  const readWith = (body: CarriedParameters) => readParseParameters([query, body], headers, answered)

  // Mistakes that no body can mend are reported before the body is received.
  const beside = readParseParameters([query], headers, answered)
  const errors: FieldError[] = [
    ...('error' in key ? [key.error] : []),
    ...contentEncodingErrors(request.raw),
    ...(filename !== null && 'errors' in filename ? filename.errors : []),
    ...(filename !== null && isForm ? [{ field: 'filename', message: 'is that of the file in the form' }] : []),
    ...('errors' in beside ? beside.errors : []),
    ...(hasBody(request) ? [] : [emptyBody]),
  ]
  if (errors.length > 0) throw validationError(errors)

  if (isForm)
    return receiveForm(parts, request, reply, 'file', ({ fields, source }, id) =>
      submissionOf(readWith(parametersOfText(fields, 'is not a known field')), {
        id,
        url: null,
        mediaType: source.mediaType,
        receiveSource: async () => source,
      }),
    )
  if (isJson(request.raw) && filename === null) {
    const { url, ...body } = parametersOfJson(await receiveJson(request, reply, parts.shutdown))
    return submissionOf(readWith(body), { url, mediaType: null, receiveSource: async () => ({ url }) })
  }
  refuseAnnounced(request, parts.parts.settings.maxUploadBytes)
  const name = filename !== null && 'filename' in filename ? filename.filename : unnamed
  const mediaType = resolveMediaType(declaredType(request), name)
  return submissionOf(beside, {
    url: null,
    mediaType,
    receiveSource: async (jobId) => ({
      filename: name,
      mediaType,
      ...(await receiveSource(parts.parts, newSourcePath(jobId), request, reply, parts.shutdown)),
    }),
  })
}

const isFormBody = ({ headers }: FastifyRequest): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/** The media type that programs such as curl declare when they send bytes without having been told a type. */
const undeclaredType = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i

const declaredType = ({ headers }: FastifyRequest): string | undefined =>
  undeclaredType.test(headers['content-type'] ?? '') ? undefined : headers['content-type']

const queryOf = ({ query }: FastifyRequest): Map<string, unknown> => new Map(Object.entries(query ?? {}))

const parametersOfQuery = (request: FastifyRequest): CarriedParameters => {
  const values = queryOf(request)
  values.delete('filename')
  return parametersOfText(values, 'is not a known query parameter')
}

const filenameOf = (request: FastifyRequest): ReturnType<typeof readQueryFilename> | null => {
  const inHeader = filenameOfHeaders(request.raw)
  const inQuery = queryOf(request).get('filename')
  if (inQuery === undefined) return inHeader
  return inHeader === null
    ? readQueryFilename(inQuery)
    : { errors: [{ field: 'filename', message: 'is given more than once' }] }
}
