import { CreateJobBody, JobAccepted, limits, UploadHeaders, UploadQuery } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { callerOf } from '../authenticate.ts'
import { acceptSubmission, type Intake } from '../create-job/accept.ts'
import { readSubmission, readUpload, type JobSubmission } from '../create-job/submission.ts'
import type { Capacity } from '../require-capacity.ts'
import { createAdmissions } from '../admissions.ts'
import { acceptedExample, createExamples } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import { noteJob } from '../observe.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import type { Shutdown } from '../shutdown.ts'

export const createJobHeaders = {
  'Idempotency-Key': Type.String({
    minLength: limits.idempotencyKeyLength.minimum,
    maxLength: limits.idempotencyKeyLength.maximum,
    description:
      'Chosen by the caller, one per job. The same key with the same request returns the same job, however often it is sent; with a different request it is a conflict. Kept as long as the job.',
    examples: ['report-2026-01-15'],
  }),
  ...UploadHeaders.properties,
}

const jobAcceptedAnswer = {
  schema: JobAccepted,
  examples: acceptedExample,
  headers: { Location: headerResponse.location },
}

export const createJobOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/jobs',
  scopes: ['jobs:write'],
  description: {
    operationId: 'createJob',
    summary: 'Create a job',
    description:
      'Accepts a document and answers at once with a job that will convert it. With `Content-Type: application/json` the body describes the job and where the document is; with any other type, or with the required `X-Service-*` headers, the body is the document itself, streamed into storage, and these headers describe the job.',
    tags: ['jobs'],
    headers: Type.Object(createJobHeaders),
    body: {
      content: {
        // The generator takes examples of a body from this member of its schema.
        'application/json': { schema: { ...CreateJobBody, 'x-examples': createExamples } },
        // Bodies may have any other media type: generators of clients accept this one alone.
        'application/octet-stream': {
          schema: Type.Unsafe({
            type: 'string',
            format: 'binary',
            description: 'The bytes of the document, under its own media type.',
          }),
        },
      },
    },
    response: {
      200: success(
        'The job that was created before with the same idempotency key and request. No new job is created.',
        jobAcceptedAnswer,
      ),
      202: success('A new job has been created.', jobAcceptedAnswer),
      ...problemResponses('unauthorized', 'idempotency_conflict', 'payload_too_large'),
    },
  },
}

export const createUploadOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/uploads',
  scopes: ['jobs:write'],
  description: {
    operationId: 'createUpload',
    summary: 'Upload a document',
    description:
      'The upload of `POST /api/v1/jobs` with its parameters in the query, for clients that are generated from this description: the body is the document itself, streamed into storage. The same parameters and bytes are the same request, whichever of the two takes it.',
    tags: ['jobs'],
    headers: Type.Object({ 'Idempotency-Key': createJobHeaders['Idempotency-Key'] }),
    querystring: UploadQuery,
    body: {
      content: {
        'application/octet-stream': {
          schema: Type.Unsafe({ type: 'string', format: 'binary', description: 'The bytes of the document.' }),
        },
      },
    },
    response: createJobOperation.description.response,
  },
}

/** Makes what all operations that create jobs of uploads share, so that their limits hold together. */
export const createIntake = ({ settings }: ApiParts, capacity: Capacity): Intake => {
  const { maxUploads, maxUploadsPerAccount } = settings
  return {
    capacity,
    admitUpload: createAdmissions({
      perAccount: maxUploadsPerAccount,
      all: maxUploads,
      accountRefusal: `An account may upload ${maxUploadsPerAccount} documents at once.`,
      refusal: 'The service is receiving as many uploads as it can at the moment.',
    }),
  }
}

/** The two operations that create jobs, which share their limits of uploads. */
export const createJobHandlers = (
  parts: ApiParts,
  shutdown: Shutdown,
  intake: Intake,
): { readonly job: RouteHandlerMethod; readonly upload: RouteHandlerMethod } => {
  type Read = (...request: Parameters<typeof readSubmission>) => JobSubmission | Promise<JobSubmission>
  const handler =
    (read: Read): RouteHandlerMethod =>
    async (request, reply) => {
      const submission = await read(parts, request, reply, shutdown)
      const { created, job } = await acceptSubmission(parts, intake, callerOf(request), submission)
      noteJob(request, job.id)
      return reply
        .code(created ? 202 : 200)
        .header('location', `/api/v1/jobs/${job.id}`)
        .header('cache-control', 'no-store')
        .send({ id: job.id, status: job.status })
    }
  return { job: handler(readSubmission), upload: handler(readUpload) }
}
