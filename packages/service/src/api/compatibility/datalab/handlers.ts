import type { JobErrorCode } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { datalabFailure } from '../../../compatibility/datalab/answer.ts'
import { callerOf } from '../../authenticate.ts'
import { acceptSubmission } from '../../create-job/accept.ts'
import { noteJob } from '../../observe.ts'
import { findOwnJob } from '../../routes/job-path.ts'
import { type CompatibilityParts, convertedResult, jsonOutput } from '../convert.ts'
import { ConversionError } from '../errors.ts'
import { keptDatalabOptions } from './kept-options.ts'
import { readDatalabForm } from './submission.ts'

/**
 * The address that the client has in the place of https://www.datalab.to. Its paths begin with `/api/v1`, as those of
 * the service do, and need a place of their own.
 */
export const datalabBase = '/datalab'

/** `POST …/convert`: makes a job, and answers with the address at which its result will be. */
export const submitDatalabHandler =
  (path: string) =>
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { parts, intake } = compatible
    const submission = await readDatalabForm(compatible, request, reply)
    const { job } = await acceptSubmission(parts, intake, callerOf(request), submission)
    noteJob(request, job.id)
    const { baseUrl } = parts.settings
    return reply.header('cache-control', 'no-store').send({
      success: true,
      error: null,
      request_id: job.id,
      // Datalab's client takes what is no URL for a path under the address that it was given, which reaches the service wherever it is.
      request_check_url: `${baseUrl === null ? '' : baseUrl + datalabBase}${path}/${job.id}`,
      versions: null,
    })
  }

/** `GET …/convert/{request_id}`: the whole answer as soon as there is one. */
export const checkDatalabHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { requestId } = Object(request.params)
    const job = await findOwnJob(compatible.parts, callerOf(request).accountId, String(requestId))
    const options = job === null ? null : keptDatalabOptions(job)
    if (job === null || options === null) throw new ConversionError('Request not found.', 404)
    reply.header('cache-control', 'no-store')
    if (job.completedAt === null) return reply.send({ status: 'processing' })
    if (job.status === 'failed') {
      const { error, errorCode } = job
      const errorIn = errorCode === null ? 'OTHER' : datalabErrors[errorCode]
      return reply.send(datalabFailure(error ?? 'The document could not be read.', errorIn))
    }
    const answer = await convertedResult(compatible, reply, job, { service: 'datalab', filename: '', options })
    return reply.type(jsonOutput).send(answer)
  }

/** `GET …/user_health`: whether the key is good. */
export const datalabHealthHandler = (): RouteHandlerMethod => async (_request, reply) =>
  reply.header('cache-control', 'no-store').send({ status: 'ok' })

/** The places of errors as Datalab has them: in the request, in the reading of the document, or elsewhere. */
const datalabErrors: Readonly<Record<JobErrorCode, 'VALIDATION' | 'INFERENCE' | 'OTHER'>> = {
  page_out_of_range: 'VALIDATION',
  document_encrypted: 'VALIDATION',
  document_damaged: 'VALIDATION',
  document_empty: 'VALIDATION',
  document_too_large: 'VALIDATION',
  too_many_pages: 'VALIDATION',
  unsupported_option: 'VALIDATION',
  source_unreachable: 'VALIDATION',
  source_refused: 'VALIDATION',
  source_too_large: 'VALIDATION',
  unsupported_media_type: 'VALIDATION',
  timeout: 'INFERENCE',
  out_of_memory: 'INFERENCE',
  engine_crashed: 'INFERENCE',
  provider_unauthorized: 'INFERENCE',
  provider_quota: 'INFERENCE',
  provider_rate_limited: 'INFERENCE',
  provider_unavailable: 'INFERENCE',
  provider_outcome_unknown: 'INFERENCE',
  spending_limit: 'OTHER',
  source_lost: 'OTHER',
  internal_error: 'OTHER',
  cancelled: 'OTHER',
}
