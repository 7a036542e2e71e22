import type { JobParameters } from '@polyparse/contract'
import { useSyncExternalStore } from 'react'
import type { Client } from '../api/client.ts'
import { nameOf, type Source } from '../request/source.ts'
import { rememberJob } from './remembered.ts'

/** A document that is being submitted as a job. */
export type Submission = {
  readonly number: number
  readonly name: string
  readonly source: Source
  readonly parameters: JobParameters
  /** From 0 to 1 while it is sent. */
  readonly share: number
  /** Why it was rejected; null while it is being sent. */
  readonly error: unknown
}

let submissions: readonly Submission[] = []
let next = 0
const listeners = new Set<() => void>()
const aborts = new Map<number, AbortController>()

const change = (to: readonly Submission[]): void => {
  submissions = to
  for (const listener of listeners) listener()
}

const update = (number: number, part: Partial<Submission>): void =>
  change(submissions.map((each) => (each.number === number ? { ...each, ...part } : each)))

export const dropSubmission = (number: number): void => {
  aborts.get(number)?.abort()
  change(submissions.filter((each) => each.number !== number))
}

/** Submits a document, even if the user leaves the view. Resolves to the id of its job, or null if it was rejected. */
export const submit = async (client: Client, source: Source, parameters: JobParameters): Promise<string | null> => {
  const number = next++
  const name = nameOf(source)
  const abort = new AbortController()
  aborts.set(number, abort)
  change([{ number, name, source, parameters, share: 0, error: null }, ...submissions])
  try {
    const watch = { signal: abort.signal, onProgress: (share: number) => update(number, { share }) }
    const { id } =
      'file' in source
        ? await client.uploadDocument(source.file, parameters, watch)
        : await client.createJob({ ...parameters, source })
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

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSubmissions = (): readonly Submission[] => useSyncExternalStore(subscribe, () => submissions)
