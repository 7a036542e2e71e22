import {
  CompleteJob,
  FailedJob,
  JobAccepted,
  JobList,
  Problem,
  type RunProgress,
  UnfinishedJob,
} from '@polyparse/contract'
import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'

/** A request to the HTTP API, without the key. */
export type ServiceRequest = {
  readonly method: 'GET' | 'POST'
  /** From `/api/v1` on. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Blob
}

export type ServiceAnswer = { readonly status: number; readonly mediaType: string; readonly bytes: Uint8Array }

/** Sends a request to the HTTP API with the key of the caller. Rejects with the reason of the signal. */
export type AskService = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>

/** What went wrong, in words for the model that has called a tool. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

const AnyJob = Type.Union([UnfinishedJob, CompleteJob, FailedJob])
type EndedJob = Static<typeof CompleteJob> | Static<typeof FailedJob>

/** The part of the HTTP API that the tools use. */
export const createService = (ask: AskService) => {
  const send = async (request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> => {
    const answer = await ask(request, signal)
    if (answer.status < 400) return answer
    const problem = jsonOf(answer)
    throw new ToolError(
      Check(Problem, problem) ? problem.detail : `The service answered with HTTP status ${answer.status}.`,
    )
  }

  const read = async <Schema extends TSchema>(
    schema: Schema,
    request: ServiceRequest,
    signal: AbortSignal,
  ): Promise<Static<Schema>> => {
    const content = jsonOf(await send(request, signal))
    if (!Check(schema, content)) throw new ToolError('The answer of the service is not of a known form.')
    return content
  }

  const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`

  /** Waits for the end of the job, and cancels it when the signal is aborted. */
  const untilEnded = async (
    id: string,
    onProgress: (progress: readonly RunProgress[]) => void,
    signal: AbortSignal,
  ): Promise<EndedJob> => {
    try {
      for (;;) {
        const job = await read(AnyJob, { method: 'GET', path: `${jobPath(id)}?wait=${waitSeconds}` }, signal)
        if (job.status === 'complete' || job.status === 'failed') return job
        onProgress(job.progress ?? [])
      }
    } catch (error) {
      if (signal.aborted) {
        const path = `${jobPath(id)}/cancel`
        await ask({ method: 'POST', path }, AbortSignal.timeout(cancelMs)).catch(() => {})
      }
      throw error
    }
  }

  return {
    /** Creates a job and waits for its end. @throws {ToolError} when it fails */
    runJob: async (
      request: Omit<ServiceRequest, 'method' | 'path'>,
      onProgress: (progress: readonly RunProgress[]) => void,
      signal: AbortSignal,
    ): Promise<Static<typeof CompleteJob>> => {
      const { id } = await read(JobAccepted, { ...request, method: 'POST', path: '/api/v1/jobs' }, signal)
      const job = await untilEnded(id, onProgress, signal)
      if (job.status === 'failed') throw new ToolError(job.error ?? 'The document could not be read.')
      return job
    },

    /** One output of a complete parse. */
    output: async <Schema extends TSchema>(
      id: string,
      { output, schema }: { readonly output: string; readonly schema: Schema },
      signal: AbortSignal,
    ): Promise<Static<Schema>> => read(schema, { method: 'GET', path: `${jobPath(id)}/outputs/${output}` }, signal),

    /** One output as text, under its media type. */
    text: (id: string, output: string, signal: AbortSignal): Promise<ServiceAnswer> =>
      send({ method: 'GET', path: `${jobPath(id)}/outputs/${encodeURIComponent(output)}` }, signal),

    image: (id: string, image: string, signal: AbortSignal): Promise<ServiceAnswer> =>
      send({ method: 'GET', path: `${jobPath(id)}/images/${encodeURIComponent(image)}` }, signal),

    /** The parses that are complete, the newest first. */
    recentParses: async (signal: AbortSignal) => {
      const path = '/api/v1/jobs?status=complete&operation=parse&limit=20'
      return (await read(JobList, { method: 'GET', path }, signal)).jobs
    },
  }
}

export type Service = ReturnType<typeof createService>

/** How long one request waits for the end of a job: progress is told this often. */
const waitSeconds = 2
const cancelMs = 5000

const jsonOf = ({ bytes }: ServiceAnswer): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
