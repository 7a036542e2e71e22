import type { JobParameters } from '@polyparse/contract'
import { useSyncExternalStore } from 'react'
import type { ApiClient } from '../api/client.ts'
import { isTransient, AnsweredProblem, UnreachableError } from '../api/errors.ts'
import { rememberJob } from '../job-data/remembered.ts'
import { nameOfSource, type ChosenSource } from '../request/source.ts'
import { batchLabels } from '../job-data/batch-labels.ts'
import type { BatchUpload } from './upload.ts'

/*
 * The documents of batches on their way to the service: a few at a time, also while the user looks at other views. What
 * could not be sent because the service or the network is down waits and goes on by itself. Each document has one
 * idempotency key, so that one of which the answer was lost does not become two jobs.
 */

/**
 * The number of documents that are sent at once: enough that the connection is never idle, few enough that each is soon
 * done.
 */
const maxSending = 3
/** Between two attempts while the service is not responding. */
const uploadRetryPauseMs = 2000

export type Uploads = {
  readonly list: readonly BatchUpload[]
  /** Why nothing is sent just now; null while all is well. */
  readonly pausedBy: unknown
}

let uploads: Uploads = { list: [], pausedBy: null }
const uploadListeners = new Set<() => void>()
const aborts = new Map<string, AbortController>()
let timer: ReturnType<typeof setTimeout> | undefined

const changeUploads = (part: Partial<Uploads>): void => {
  uploads = { ...uploads, ...part }
  if (isUnderWay()) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of uploadListeners) listener()
}

const update = (id: string, part: Partial<BatchUpload>): void =>
  changeUploads({ list: uploads.list.map((each) => (each.id === id ? { ...each, ...part } : each)) })

const drop = (isDropped: (upload: BatchUpload) => boolean): void => {
  const dropped = uploads.list.filter(isDropped)
  changeUploads({ list: uploads.list.filter((each) => !isDropped(each)) })
  for (const { id } of dropped) aborts.get(id)?.abort()
}

const isUnderWay = (): boolean => uploads.list.some(({ state }) => state !== 'failed')

/** The browser asks whether to leave: what has not been sent would be lost. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Sends the documents of a batch, one after the other in their order. */
export const sendAll = (
  client: ApiClient,
  batch: string,
  documents: readonly { readonly source: ChosenSource; readonly parameters: JobParameters }[],
): void => {
  const added = documents.map(({ source, parameters }) => ({
    id: crypto.randomUUID(),
    batch,
    name: nameOfSource(source),
    source,
    parameters: {
      ...parameters,
      metadata: batchLabels(batch, 'file' in source ? source.path : undefined, parameters.extraction !== undefined),
    },
    state: 'waiting' as const,
    share: 0,
    error: null,
  }))
  changeUploads({ list: [...uploads.list, ...added] })
  goOn(client)
}

/** Tries those again that were refused. */
export const sendAgain = (client: ApiClient, ids: readonly string[]): void => {
  changeUploads({
    list: uploads.list.map((each) =>
      each.state === 'failed' && ids.includes(each.id) ? { ...each, state: 'waiting', error: null } : each,
    ),
  })
  goOn(client)
}

/** Sends nothing more of a batch, or of any. */
export const stopUploads = (batch?: string): void => drop((each) => batch === undefined || each.batch === batch)

export const stopUpload = (id: string): void => drop((each) => each.id === id)

const goOn = (client: ApiClient): void => {
  // While the service is not responding, one document finds out whether it is back.
  const max = uploads.pausedBy === null ? maxSending : 1
  while (uploads.list.filter(({ state }) => state === 'sending').length < max) {
    const next = uploads.list.find(({ state }) => state === 'waiting')
    if (next === undefined) return
    update(next.id, { state: 'sending', share: 0 })
    void sendUpload(client, next)
  }
}

const sendUpload = async (client: ApiClient, upload: BatchUpload): Promise<void> => {
  const { id, name, source, parameters } = upload
  const abort = new AbortController()
  aborts.set(id, abort)
  try {
    const job = await createJobOfUpload(client, upload, abort.signal)
    rememberJob(job, { name, parameters, ...source })
    drop((each) => each.id === id)
    changeUploads({ pausedBy: null })
  } catch (error) {
    if (!abort.signal.aborted) {
      if (!mayWorkLater(error)) update(id, { state: 'failed', error })
      else {
        update(id, { state: 'waiting', share: 0 })
        changeUploads({ pausedBy: error })
        return pauseBefore(() => goOn(client), error)
      }
    }
  } finally {
    aborts.delete(id)
  }
  goOn(client)
}

const createJobOfUpload = async (client: ApiClient, upload: BatchUpload, signal: AbortSignal): Promise<string> => {
  const { id: idempotencyKey, source, parameters } = upload
  if ('url' in source) return (await client.createJob({ ...parameters, source }, idempotencyKey)).id
  // A file that has changed or gone since it was chosen fails like a connection that is lost, which would be tried forever.
  await source.file.slice(0, 1).arrayBuffer()
  const onProgress = (share: number) => update(upload.id, { share })
  return (await client.uploadDocument(source.file, parameters, { signal, onProgress, idempotencyKey })).id
}

const mayWorkLater = (error: unknown): boolean =>
  isTransient(error) || (error instanceof AnsweredProblem && error.problem.code === 'request_timeout')

/** Waits as long as the service asks for, or until the browser says that it is online again. */
const pauseBefore = (next: () => void, error: unknown): void => {
  const seconds = error instanceof AnsweredProblem ? error.retryAfter : null
  clearTimeout(timer)
  window.removeEventListener('online', resume)
  resume = () => {
    clearTimeout(timer)
    window.removeEventListener('online', resume)
    next()
  }
  timer = setTimeout(resume, seconds === null ? uploadRetryPauseMs : seconds * 1000)
  if (error instanceof UnreachableError) window.addEventListener('online', resume)
}

let resume = (): void => {}

const subscribeToUploads = (listener: () => void): (() => void) => {
  uploadListeners.add(listener)
  return () => uploadListeners.delete(listener)
}

export const useUploads = (): Uploads => useSyncExternalStore(subscribeToUploads, () => uploads)
