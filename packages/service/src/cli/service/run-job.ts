import { randomUUID } from 'node:crypto'
import { type EndedJob, followJob, type JobListener, type JobQuery } from '@polyparse/client'
import { DocumentError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { replaceControls } from '../output.ts'
import { clientSource, type ServiceClient } from './service-client.ts'

/** A signal that aborts `graceMs` after another one, unless it is disposed of first. */
const graceAfter = (signal: AbortSignal, graceMs: number): Disposable & { readonly signal: AbortSignal } => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), graceMs)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', begin)
      clearTimeout(timer)
    },
  }
}

/** When the command is interrupted while a job is created: how long the answer is waited for, in milliseconds. */
const createGraceMs = 5_000

/**
 * The result of a new job. When the command ends before the job does, the job is erased.
 * @throws {DocumentError} when the job fails
 */
export const runJob = async (
  service: ServiceClient,
  source: DocumentSource,
  query: JobQuery,
  listener: JobListener,
): Promise<Extract<EndedJob, { status: 'complete' }>> => {
  const id = await createJob(service, source, query)
  // Its events may begin after a worker has taken it.
  listener.onStatus?.('queued')
  let job: EndedJob
  try {
    job = await service.call((client) => followJob(client, id, listener))
  } catch (error) {
    await service.client.eraseJob(id)
    throw error
  }
  if (job.status === 'complete') return job
  throw new DocumentError(replaceControls(job.error ?? 'The job failed for an unknown reason.'))
}

/** Without its id a job cannot be erased, so an interruption does not end the request at once. */
const createJob = async (service: ServiceClient, source: DocumentSource, query: JobQuery): Promise<string> => {
  using grace = graceAfter(service.signal, createGraceMs)
  return await service.call((client) => client.createJob(clientSource(source), query, randomUUID(), grace.signal))
}
