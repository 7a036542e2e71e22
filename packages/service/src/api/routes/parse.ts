import { Socket } from 'node:net'
import { Job as JobBody, JobAccepted, ParseBody, ParseForm, ParseQuery, UploadHeaders } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { Type } from '@polyparse/document/typebox'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { StoredJob } from '../../jobs/job.ts'
import { callerOf } from '../authenticate.ts'
import { acceptSubmission } from '../create-job/accept.ts'
import { readParseSubmission } from '../create-job/parse-submission.ts'
import type { FormParts } from '../create-job/receive-form.ts'
import { chooseMediaType } from '../negotiate.ts'
import { noteJob, noteWait } from '../observe.ts'
import { acceptedExample, jobExamples } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import { RequestProblem } from '../problems.ts'
import { sendFinished, sendUnfinished } from '../read-job/answers.ts'
import { sendOutput } from '../read-job/parts.ts'
import { awaitEnd } from '../read-job/wait.ts'
import { createJobHeaders } from './create-job.ts'
import { readOwnJob } from './job-path.ts'

/** The types of an answer with the output that each shows, the usual one first; JSON is the whole job. */
const answers = {
  'text/markdown': 'markdown',
  'text/plain': 'text',
  'text/html': 'html',
  'application/json': null,
} as const satisfies Record<string, OutputId | null>
const answerTypes = ['text/markdown', 'text/plain', 'text/html', 'application/json'] as const

const parameterHeadersOfParse = {
  'X-Service-Filename': Type.Optional(
    Type.String({ description: 'Like `filename` in the query, percent-encoded.', examples: ['report%202026.pdf'] }),
  ),
  'X-Service-Outputs': Type.Optional(
    Type.String({ description: 'Like `outputs` in the query, separated by commas.', examples: ['markdown,text'] }),
  ),
  ...Type.Omit(UploadHeaders, ['X-Service-Filename', 'X-Service-Operation', 'X-Service-Outputs', 'X-Service-Providers'])
    .properties,
}

/** The connection is not idle while the document is read. */
const connectionSlackMs = 60_000

const binary = Type.Unsafe({
  type: 'string',
  format: 'binary',
  description: 'The bytes of the document, under its own media type.',
})
const text = Type.String()
const headers = {
  Location: headerResponse.location,
  'X-Job-Id': headerResponse.jobId,
  'Cache-Control': headerResponse.cacheControl,
}

export const parseOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/parse',
  scopes: ['jobs:write', 'jobs:read'],
  description: {
    operationId: 'parse',
    summary: 'Parse a document and answer with what was read',
    description:
      'Takes a document, as a form with one `file`, as the body under its own media type, or as JSON with its `url`, and answers with its Markdown. `Accept: text/plain`, `text/html` or `application/json` asks for text, HTML or the whole job instead. Parameters are fields of the form or of the JSON, or in the query or in headers. Underneath is a job like any other, which goes on if the caller leaves; a document that takes longer than `wait` is read at `Location`. Without an `Idempotency-Key` every request is a new job.',
    tags: ['jobs'],
    headers: Type.Object({
      'Idempotency-Key': Type.Optional(createJobHeaders['Idempotency-Key']),
      ...parameterHeadersOfParse,
    }),
    querystring: ParseQuery,
    body: {
      content: {
        'multipart/form-data': { schema: ParseForm },
        'application/json': { schema: ParseBody },
        'application/octet-stream': { schema: binary },
      },
    },
    response: {
      200: {
        ...success('The reading of the document.', { headers }),
        content: {
          'text/markdown': { schema: text },
          'text/plain': { schema: text },
          'text/html': { schema: text },
          'application/json': { schema: JobBody, examples: jobExamples },
        },
      },
      202: success('The document takes longer.', {
        schema: JobAccepted,
        examples: acceptedExample,
        headers: { ...headers, 'Retry-After': headerResponse.retryAfter },
      }),
      ...problemResponses(
        'unauthorized',
        'not_acceptable',
        'idempotency_conflict',
        'result_expired',
        'payload_too_large',
        'job_failed',
      ),
    },
  },
}

export const parseHandler =
  (form: FormParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { parts, intake } = form
    const answerType = chooseMediaType(request.headers.accept, answerTypes)
    if (answerType === null)
      throw new RequestProblem('not_acceptable', { detail: `Accept must allow one of ${answerTypes.join(', ')}.` })
    const output = answers[answerType]
    const { submission, waitSeconds } = await readParseSubmission(form, request, reply, output ?? 'markdown')
    const caller = callerOf(request)
    const { job: accepted } = await acceptSubmission(parts, intake, caller, submission)
    noteJob(request, accepted.id)
    const named = { location: `/api/v1/jobs/${accepted.id}`, 'x-job-id': accepted.id }
    const read = () => readOwnJob(parts, caller.accountId, accepted.id)
    const job = await waitForEnd(form, request, reply, { accepted, read, waitSeconds })
    if (job.status === 'failed') throw jobFailed(job, named)
    reply.headers(named)
    if (job.completedAt === null) return sendUnfinished(parts, reply.code(202), job, false)
    if (output !== null) return sendOutput(parts, reply, job, output, read)
    return sendFinished(parts, request, reply, job, read)
  }

type Waiting = {
  readonly accepted: StoredJob
  readonly read: () => Promise<StoredJob>
  readonly waitSeconds: number
}

/** A caller that leaves ends the wait, and not the job. */
const waitForEnd = async (
  { parts, shutdown }: FormParts,
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  { accepted, read, waitSeconds }: Waiting,
): Promise<StoredJob> => {
  if (accepted.completedAt !== null || response.destroyed || waitSeconds === 0) return accepted
  noteWait(request)
  const milliseconds = waitSeconds * 1000
  const { socket } = request.raw
  if (socket instanceof Socket) socket.setTimeout(milliseconds + connectionSlackMs)
  return awaitEnd(parts, accepted, read, { milliseconds, response, stop: shutdown.begun })
}

const jobFailed = ({ error, errorCode }: StoredJob, headers: Readonly<Record<string, string>>): RequestProblem =>
  new RequestProblem('job_failed', { ...(error !== null && { detail: error }), errorCode, headers })
