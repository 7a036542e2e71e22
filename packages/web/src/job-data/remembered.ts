import { JobParameters } from '@polyparse/contract'
import { useSyncExternalStore } from 'react'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { readStored, writeStored } from '../browser/storage.ts'
import { withoutPasswords } from '../request/job-draft.ts'

/**
 * The facts that this tab remembers of the jobs it created: the service returns neither their names nor their
 * parameters.
 */
const StoredJob = Type.Object({
  name: Type.String(),
  url: Type.Optional(Type.String()),
  parameters: Type.Optional(JobParameters),
})
const Stored = Type.Record(Type.String(), StoredJob)

/** `file` is there until the page is reloaded. */
export type RememberedJob = Static<typeof StoredJob> & { readonly file?: File }

const rememberedJobsStorageName = 'jobs'
/** Jobs in the storage of the tab, and those with their files, until the page is reloaded. */
const [maxStored, maxHeld] = [200, 2000]

const loadRememberedJobs = (): Record<string, RememberedJob> => {
  try {
    const stored: unknown = JSON.parse(readStored('session', rememberedJobsStorageName) ?? '{}')
    return Check(Stored, stored) ? stored : {}
  } catch {
    return {}
  }
}

let rememberedJobs: Readonly<Record<string, RememberedJob>> = loadRememberedJobs()
const rememberedJobListeners = new Set<() => void>()

const changeRememberedJobs = (next: Readonly<Record<string, RememberedJob>>): void => {
  rememberedJobs = next
  const newest = Object.entries(next).slice(-maxStored)
  const stored = newest.map(([id, { name, url, parameters }]) => [
    id,
    {
      name,
      ...(url !== undefined && { url }),
      ...(parameters !== undefined && { parameters: withoutPasswords(parameters) }),
    },
  ])
  writeStored('session', rememberedJobsStorageName, JSON.stringify(Object.fromEntries(stored)))
  for (const listener of rememberedJobListeners) listener()
}

export const rememberJob = (id: string, job: RememberedJob): void =>
  changeRememberedJobs(Object.fromEntries([...Object.entries(rememberedJobs), [id, job] as const].slice(-maxHeld)))

/** Stores the document of a job that this tab did not create, or no longer has, once the user has chosen it again. */
export const rememberFile = (id: string, file: File): void =>
  changeRememberedJobs({ ...rememberedJobs, [id]: { name: file.name, ...rememberedJobs[id], file } })

export const forgetJob = (id: string): void =>
  changeRememberedJobs(Object.fromEntries(Object.entries(rememberedJobs).filter(([each]) => each !== id)))

export const forgetAll = (): void => changeRememberedJobs({})

const subscribeToRememberedJobs = (listener: () => void): (() => void) => {
  rememberedJobListeners.add(listener)
  return () => rememberedJobListeners.delete(listener)
}

export const useRemembered = (): Readonly<Record<string, RememberedJob>> =>
  useSyncExternalStore(subscribeToRememberedJobs, () => rememberedJobs)
