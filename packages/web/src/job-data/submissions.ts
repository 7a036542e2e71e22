import type { JobParameters } from '@polyparse/contract'
import { useSyncExternalStore } from 'react'
import type { ApiClient } from '../api/client.ts'
import { nameOfSource, type ChosenSource } from '../request/source.ts'
import { rememberJob } from './remembered.ts'

/** A document that is being submitted as a job. */
export type BrowserSubmission = {
  readonly number: number
  readonly name: string
  readonly source: ChosenSource
  readonly parameters: JobParameters
  /** The share that is sent, from 0 to 1. */
  readonly share: number
  /** Why it was rejected; null while it is being sent. */
  readonly error: unknown
}

let submissions: readonly BrowserSubmission[] = []
let next = 0
const submissionListeners = new Set<() => void>()
const aborts = new Map<number, AbortController>()

const changeSubmissions = (to: readonly BrowserSubmission[]): void => {
  submissions = to
  for (const listener of submissionListeners) listener()
}

const update = (number: number, part: Partial<BrowserSubmission>): void =>
  changeSubmissions(submissions.map((each) => (each.number === number ? { ...each, ...part } : each)))

export const dropSubmission = (number: number): void => {
  aborts.get(number)?.abort()
  changeSubmissions(submissions.filter((each) => each.number !== number))
}

/** Submits a document, even if the user leaves the view. Resolves to the id of its job, or null if it was rejected. */
export const submitDocument = async (
  client: ApiClient,
  source: ChosenSource,
  parameters: JobParameters,
): Promise<string | null> => {
  const number = next++
  const name = nameOfSource(source)
  const abort = new AbortController()
  aborts.set(number, abort)
  changeSubmissions([{ number, name, source, parameters, share: 0, error: null }, ...submissions])
  try {
    const watch = { signal: abort.signal, onProgress: (share: number) => update(number, { share }) }
    const asked = { ...parameters, ...(isShownAsRead(parameters) && { provisionalPages: true }) }
    const { id } =
      'file' in source
        ? await client.uploadDocument(source.file, asked, watch)
        : await client.createJob({ ...asked, source })
    rememberJob(id, { name, parameters, ...source })
    dropSubmission(number)
    return id
  } catch (error) {
    if (!abort.signal.aborted) update(number, { error })
    return null
  } finally {
    aborts.delete(number)
  }
}

/**
 * Tells whether the pages of a job can be shown before its end. Its parameters do not tell: they are the choices of the
 * user.
 */
const isShownAsRead = ({ operation, outputs }: JobParameters): boolean =>
  operation === 'parse' && outputs.includes('markdown')

const subscribeToSubmissions = (listener: () => void): (() => void) => {
  submissionListeners.add(listener)
  return () => submissionListeners.delete(listener)
}

export const useSubmissions = (): readonly BrowserSubmission[] =>
  useSyncExternalStore(subscribeToSubmissions, () => submissions)
