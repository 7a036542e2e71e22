import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { outputSchemas } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { conversionOf } from '../../compatibility/docling-serve/conversion.ts'
import {
  type ConversionOptions,
  fieldsOf,
  outputsFor,
  readConversionOptions,
} from '../../compatibility/docling-serve/options.ts'
import { type FormFields, RefusedFormError } from '../../compatibility/refused-form.ts'
import type { Job } from '../../jobs/job.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import { cleanFilename } from '../../lib/filename.ts'
import { callerOf } from '../authenticate.ts'
import { acceptSubmission } from '../create-job/accept.ts'
import { receiveJson, receiveStream } from '../create-job/receive.ts'
import type { Submission } from '../create-job/submission.ts'
import { createCheck } from '../field-errors.ts'
import { createBodyReader } from '../json-body.ts'
import { noteJob } from '../observe.ts'
import { awaitEnd } from '../read-job/wait.ts'
import { requireRoom } from '../require-room.ts'
import { findOwnJob } from '../routes/job-path.ts'
import { type CompatibilityParts, convert, readResult, submissionOf, submissionOfStored } from './convert.ts'
import { DetailError } from './errors.ts'
import { discardSource, receiveForm } from './receive-form.ts'

/** How a request names its document. */
type Read = (
  parts: CompatibilityParts,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ readonly submission: Submission; readonly filename: string; readonly options: ConversionOptions }>

/** `POST /v1/convert/…`: waits for the end of the job, and answers with the document. */
export const convertHandler =
  (read: Read) =>
  (parts: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { submission, filename, options } = await read(parts, request, reply)
    const job = await convert(parts, request, reply, submission)
    return reply.header('cache-control', 'no-store').send(await answerOf(parts, job, filename, options))
  }

/** `POST /v1/convert/…/async`: answers with a task, which is the job. */
export const convertLaterHandler =
  (read: Read) =>
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
  ({ parts, intake, shutdown }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const job = await taskJob(parts, request)
    if (job.completedAt === null)
      throw new DetailError('Task result not found. Please wait for a completion status.', 404)
    reply.header('cache-control', 'no-store')
    if (job.status === 'failed')
      return reply.send({ kind: 'TaskFailureResult', failure: failureOf(job), error_message: job.error })
    const fields = job.metadata?.[optionsLabel]
    if (fields === undefined) throw new DetailError('Task not found.', 404)
    const { filename, options } = JSON.parse(fields)
    return reply.send(
      await answerOf(
        { parts, intake, shutdown },
        job,
        String(filename),
        readConversionOptions(fieldsOf(Object(options))),
      ),
    )
  }

const taskJob = async (parts: CompatibilityParts['parts'], request: FastifyRequest): Promise<Job> => {
  const { taskId } = Object(request.params)
  const job = await findOwnJob(parts, callerOf(request).accountId, String(taskId))
  if (job === null) throw new DetailError('Task not found.', 404)
  return job
}

const statuses = { queued: 'pending', running: 'started', complete: 'success', failed: 'failure' } as const

const taskOf = (job: Job): object => ({
  task_id: job.id,
  task_type: 'convert',
  task_status: statuses[job.status],
  task_position: null,
  task_meta: null,
  error_message: job.status === 'failed' ? job.error : null,
  failure: job.status === 'failed' ? failureOf(job) : null,
})

const failureOf = ({ error, errorCode }: Job): object => ({
  category: errorCode === 'source_unreachable' ? 'source_unavailable' : 'unknown',
  message: error ?? 'The document could not be read.',
  retryable: false,
  phase: 'execution',
  details: {},
})

const { markdown, pages, text, html, json, images } = outputSchemas
const Outputs = Type.Object({
  markdown: Type.Optional(markdown),
  pages: Type.Optional(pages),
  text: Type.Optional(text),
  html: Type.Optional(html),
  json: Type.Optional(json),
  images: Type.Optional(images),
})
const Warnings = Type.Array(Type.Object({ message: Type.String(), page: Type.Optional(Type.Integer()) }))
const checkResult = createCheck(
  Type.Object({
    result: Type.Object({
      outputs: Outputs,
      timing: Type.Object({ durationMs: Type.Number() }),
      warnings: Warnings,
    }),
  }),
)

const answerOf = async (
  { parts }: CompatibilityParts,
  job: Job,
  filename: string,
  options: ConversionOptions,
): Promise<object> => {
  const checked = checkResult(await readResult(parts, job))
  if ('errors' in checked) throw new Error(`the result of the job ${job.id} does not fit its schema`)
  const { outputs, timing, warnings } = checked.value.result
  return conversionOf({ outputs, warnings, durationMs: timing.durationMs }, filename, options)
}

/** What the result of a task is made by, kept with its job. */
const optionsLabel = 'docling-serve'

/** The request of a job with the options. */
const withOptions = (
  { parts }: CompatibilityParts,
  submission: Submission,
  {
    filename,
    fields,
    options,
  }: { readonly filename: string; readonly fields: FormFields; readonly options: ConversionOptions },
): Submission => {
  const kept = ['to_formats', 'image_export_mode', 'md_page_break_placeholder'].flatMap((name) => {
    const values = fields.get(name)
    return values === undefined ? [] : [[name, values] as const]
  })
  const label = JSON.stringify({ filename, options: Object.fromEntries(kept) })
  if (label.length > 512) throw new RefusedFormError('the filename or md_page_break_placeholder is too long')
  return {
    ...submission,
    request: {
      ...submission.request,
      pages: options.pages,
      metadata: { [optionsLabel]: label },
      ...(options.forceRecognition && {
        providerOptions: { [parts.catalog.defaultProvider]: { forceRecognition: true } },
      }),
    },
  }
}

/** A form with one document and its options. */
export const readConversionForm: Read = async (compatible, request, reply) => {
  const { parts, intake, shutdown } = compatible
  const caller = callerOf(request)
  await requireRoom(parts, intake.room, caller)
  const id = randomUUIDv7()
  const releaseSlot = intake.acquireUploadSlot(caller.accountId)
  const { fields, source } = await receiveForm(parts, request, reply, shutdown, id).finally(releaseSlot)
  try {
    const options = readConversionOptions(fields)
    const { filename } = source
    const submission = submissionOfStored(outputsFor(options), id, source)
    return { submission: withOptions(compatible, submission, { filename, fields, options }), filename, options }
  } catch (error) {
    await discardSource(parts, source)
    throw error
  }
}

/** A document in base64 is held in memory: larger ones go as files. */
const maxSourceBytes = 32 * 1024 * 1024

const readSourceBody = createBodyReader(
  Type.Object({
    sources: Type.Array(
      Type.Union([
        Type.Object({ kind: Type.Literal('http'), url: Type.String({ maxLength: 8192 }) }),
        Type.Object({
          kind: Type.Literal('file'),
          base64_string: Type.String(),
          filename: Type.String({ minLength: 1, maxLength: 500 }),
        }),
      ]),
      { minItems: 1, maxItems: 1 },
    ),
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    target: Type.Optional(Type.Object({ kind: Type.Literal('inbody') })),
  }),
)

/** A JSON body with one source, at a URL or in base64. */
export const readConversionSource: Read = async (compatible, request, reply) => {
  const { parts, shutdown } = compatible
  const body = readSourceBody(await receiveJson(request, reply, shutdown, maxSourceBytes))
  const [source] = body.sources
  if (source === undefined) throw new RefusedFormError('sources must have one source')
  const fields = fieldsOf(body.options ?? {})
  const options = readConversionOptions(fields)
  const outputs = outputsFor(options)
  if (source.kind === 'http') {
    const { url } = source
    const filename = URL.parse(url)?.pathname.split('/').at(-1) || 'document'
    const submission = { ...submissionOf(outputs, { mediaType: null, receiveSource: async () => ({ url }) }), url }
    return { submission: withOptions(compatible, submission, { filename, fields, options }), filename, options }
  }
  const filename = cleanFilename(source.filename)
  if (filename === null) throw new RefusedFormError('filename must name a file')
  const mediaType = resolveMediaType(undefined, filename)
  const bytes = Buffer.from(source.base64_string, 'base64')
  const submission = submissionOf(outputs, {
    mediaType,
    receiveSource: async (jobId) => ({
      filename,
      mediaType,
      ...(await receiveStream(parts, newSourcePath(jobId), Readable.from([bytes]), shutdown)),
    }),
  })
  return { submission: withOptions(compatible, submission, { filename, fields, options }), filename, options }
}
