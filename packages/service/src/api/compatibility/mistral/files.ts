import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { fileUrlOf } from '../../../compatibility/mistral/file-url.ts'
import { choiceOf, type FormFields } from '../../../compatibility/refused-form.ts'
import { eraseJob } from '../../../jobs/cancel.ts'
import type { StoredJob } from '../../../jobs/job.ts'
import { callerOf } from '../../authenticate.ts'
import { acceptSubmission } from '../../create-job/accept.ts'
import { receiveForm } from '../../create-job/receive-form.ts'
import { noteJob } from '../../observe.ts'
import type { ApiParts } from '../../parts.ts'
import { findOwnJob } from '../../routes/job-path.ts'
import { type CompatibilityParts, submissionOfStored } from '../convert.ts'
import { ConversionError } from '../errors.ts'
import { ocrOutputs } from './document.ts'

/* A file is a job: its document is read as soon as it is there, and deleted once it is read, as that of any job. */

/** The key in the metadata of a job. */
const mistralMetadataKey = 'mistral-file'
const maxMetadataLength = 512

/** `POST /v1/files` */
export const uploadFileHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { parts, intake } = compatible
    const { submission } = await receiveForm(compatible, request, reply, 'file', ({ fields, source }, jobId) => {
      requirePurpose(fields)
      const made = submissionOfStored(ocrOutputs, jobId, source)
      const metadata = { [mistralMetadataKey]: source.filename.slice(0, maxMetadataLength).toWellFormed() }
      return { submission: { ...made, request: { ...made.request, metadata } } }
    })
    const { job } = await acceptSubmission(parts, intake, callerOf(request), submission)
    noteJob(request, job.id)
    return reply.header('cache-control', 'no-store').send(fileOf(job))
  }

const requirePurpose = (fields: FormFields): void => void choiceOf(fields, 'purpose', ['ocr'])

/** `GET /v1/files/{file_id}` */
export const readFileHandler =
  ({ parts }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) =>
    reply.header('cache-control', 'no-store').send({ ...fileOf(await fileJob(parts, request)), deleted: false })

/** `GET /v1/files/{file_id}/url`: an address for `POST /v1/ocr`, which nobody can fetch. */
export const fileUrlHandler =
  ({ parts }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id } = await fileJob(parts, request)
    return reply.header('cache-control', 'no-store').send({ url: fileUrlOf(id) })
  }

/** `DELETE /v1/files/{file_id}` erases the job. */
export const deleteFileHandler =
  ({ parts }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id } = await fileJob(parts, request)
    if (!(await eraseJob(parts, callerOf(request).accountId, id))) throw noSuchFile()
    return reply.header('cache-control', 'no-store').send({ id, object: 'file', deleted: true })
  }

const fileJob = (parts: ApiParts, request: FastifyRequest): Promise<StoredJob> => {
  const { fileId } = Object(request.params)
  return findFile(parts, callerOf(request).accountId, String(fileId))
}

/** The job that a file is. @throws {ConversionError} when there is none */
export const findFile = async (parts: ApiParts, accountId: string, id: string): Promise<StoredJob> => {
  const job = await findOwnJob(parts, accountId, id)
  // The labels are the caller's own: a job that has them need not have been made for a file.
  if (job?.metadata?.[mistralMetadataKey] === undefined || !hasOcrOutputs(job)) throw noSuchFile()
  return job
}

const hasOcrOutputs = ({ operation, outputs }: StoredJob): boolean =>
  operation === 'parse' && ocrOutputs.every((output) => outputs.includes(output))

const noSuchFile = (): ConversionError => new ConversionError('There is no such file.', 404)

const fileOf = (job: StoredJob): object => ({
  id: job.id,
  object: 'file',
  bytes: job.source.size ?? 0,
  created_at: Math.floor(job.createdAt.getTime() / 1000),
  filename: job.metadata?.[mistralMetadataKey] ?? 'document',
  purpose: 'ocr',
  sample_type: 'ocr_input',
  source: 'upload',
})
