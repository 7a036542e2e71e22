import type { CallToolResult } from '@modelcontextprotocol/server'
import { FailedJob, JobAccepted, JobList, Problem, type RunProgress, UnfinishedJob } from '@polyparse/contract'
import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import type { LookUp } from './look-ups/look-up.ts'
import { ToolError } from './tool-error.ts'

/** A request to the HTTP API, without the key. */
export type ServiceRequest = {
  readonly method: 'GET' | 'POST'
  /** The path from `/api/v1` on. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Blob
  /** The length of the answer that is read. */
  readonly maxBytes: number
}

export type ServiceAnswer = {
  readonly status: number
  readonly mediaType: string
  /** The first `maxBytes` of the answer. */
  readonly bytes: Uint8Array
  readonly isWhole: boolean
}

/** Sends a request to the HTTP API with the key of the caller. Rejects with the reason of the signal. */
export type AskService = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>

/**
 * Looks up something in the result of a job of the caller, wherever that is done without holding up others. Throws
 * {@link ToolError}, or the reason of the signal.
 */
export type LookUpInJob = (lookUp: LookUp, signal: AbortSignal) => Promise<CallToolResult>

/** The length of an answer that is parsed: an answer that is not the result of a job is smaller. */
export const maxAnswerBytes = 1024 * 1024

/** A job without its result. */
const AnyJob = Type.Union([UnfinishedJob, FailedJob, Type.Object({ status: Type.Literal('complete') })])

/** Returns what is wrong, in the words of the service. */
export const refusalOf = (answer: Pick<ServiceAnswer, 'status' | 'bytes'>): ToolError => {
  const problem = jsonOf(answer)
  return new ToolError(
    Check(Problem, problem) ? problem.detail : `The service answered with HTTP status ${answer.status}.`,
  )
}

/** The part of the HTTP API that the tools use. */
export const createService = (ask: AskService, lookUp: LookUpInJob) => {
  const send = async (request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> => {
    const answer = await ask(request, signal)
    if (answer.status < 400) return answer
    throw refusalOf(answer)
  }

  const read = async <Schema extends TSchema>(
    schema: Schema,
    request: Omit<ServiceRequest, 'maxBytes'>,
    signal: AbortSignal,
  ): Promise<Static<Schema>> => {
    const content = jsonOf(await send({ ...request, maxBytes: maxAnswerBytes }, signal))
    if (!Check(schema, content)) throw unknownForm()
    return content
  }

  const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`

  /** Reads what there is to say of the job; of a complete one no more than that. */
  const readJob = async (id: string, signal: AbortSignal): Promise<Static<typeof AnyJob>> => {
    const path = `${jobPath(id)}?wait=${waitSeconds}`
    const answer = await send({ method: 'GET', path, maxBytes: maxAnswerBytes }, signal)
    // Nothing but a result is so large.
    if (!answer.isWhole) return { status: 'complete' }
    const job = jsonOf(answer)
    if (!Check(AnyJob, job)) throw unknownForm()
    return job
  }

  /** Waits for the end of the job, and cancels it when the signal is aborted. @throws {ToolError} when it fails */
  const untilComplete = async (
    id: string,
    onProgress: (progress: readonly RunProgress[]) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    try {
      for (;;) {
        const job = await readJob(id, signal)
        if (job.status === 'complete') return
        if (job.status === 'failed') throw new ToolError(job.error ?? 'The document could not be read.')
        onProgress(job.progress ?? [])
      }
    } catch (error) {
      if (signal.aborted) {
        const path = `${jobPath(id)}/cancel`
        await ask({ method: 'POST', path, maxBytes: maxAnswerBytes }, AbortSignal.timeout(cancelMs)).catch(() => {})
      }
      throw error
    }
  }

  return {
    /** Creates a job and waits until it is complete. @throws {ToolError} when it fails */
    runJob: async (
      request: JobRequestParts,
      onProgress: (progress: readonly RunProgress[]) => void,
      signal: AbortSignal,
    ): Promise<string> => {
      const { id } = await read(JobAccepted, { ...request, method: 'POST', path: '/api/v1/jobs' }, signal)
      await untilComplete(id, onProgress, signal)
      return id
    },

    lookUp,

    /** One output as text, under its media type; the first `maxBytes` of it. */
    text: (id: string, output: string, maxBytes: number, signal: AbortSignal): Promise<ServiceAnswer> =>
      send({ method: 'GET', path: `${jobPath(id)}/outputs/${encodeURIComponent(output)}`, maxBytes }, signal),

    /** The file of an image; the first `maxBytes` of it. */
    image: (id: string, image: string, maxBytes: number, signal: AbortSignal): Promise<ServiceAnswer> =>
      send({ method: 'GET', path: `${jobPath(id)}/images/${encodeURIComponent(image)}`, maxBytes }, signal),

    /** The parses that are complete, the newest first. */
    recentParses: async (signal: AbortSignal) => {
      const path = '/api/v1/jobs?status=complete&operation=parse&limit=20'
      return (await read(JobList, { method: 'GET', path }, signal)).jobs
    },
  }
}

/** The parts of a request for a job, besides its path. */
export type JobRequestParts = Pick<ServiceRequest, 'headers' | 'body'>

export type McpService = ReturnType<typeof createService>

/** The time that one request waits for the end of a job: progress is reported at this interval. */
const waitSeconds = 2
const cancelMs = 5000

const unknownForm = (): ToolError => new ToolError('The answer of the service is not of a known form.')

const jsonOf = ({ bytes }: Pick<ServiceAnswer, 'bytes'>): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
