import { JobParameters } from '@polyparse/contract'
import { useSyncExternalStore } from 'react'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { keep, recall } from '../design/storage.ts'
import { withoutPasswords } from '../request/without-passwords.ts'

/** What this tab still knows of the jobs that it made: the service tells neither their names nor what was asked for. */
const Told = Type.Object({
  name: Type.String(),
  url: Type.Optional(Type.String()),
  parameters: Type.Optional(JobParameters),
})
const Stored = Type.Record(Type.String(), Told)

/** `file` is there until the page is loaded anew. */
export type RememberedJob = Static<typeof Told> & { readonly file?: File }

const place = 'jobs'
const max = 200

const load = (): Record<string, RememberedJob> => {
  try {
    const stored: unknown = JSON.parse(recall('session', place) ?? '{}')
    return Check(Stored, stored) ? stored : {}
  } catch {
    return {}
  }
}

let jobs: Readonly<Record<string, RememberedJob>> = load()
const listeners = new Set<() => void>()

const change = (next: Readonly<Record<string, RememberedJob>>): void => {
  jobs = next
  const told = Object.entries(next).map(([id, { name, url, parameters }]) => [
    id,
    {
      name,
      ...(url !== undefined && { url }),
      ...(parameters !== undefined && { parameters: withoutPasswords(parameters) }),
    },
  ])
  keep('session', place, JSON.stringify(Object.fromEntries(told)))
  for (const listener of listeners) listener()
}

export const rememberJob = (id: string, job: RememberedJob): void =>
  change(Object.fromEntries([...Object.entries(jobs), [id, job] as const].slice(-max)))

/** The document of a job that this tab did not make, or no longer has: its reader has given it again. */
export const rememberFile = (id: string, file: File): void =>
  change({ ...jobs, [id]: { name: file.name, ...jobs[id], file } })

export const forgetJob = (id: string): void =>
  change(Object.fromEntries(Object.entries(jobs).filter(([each]) => each !== id)))

export const forgetAll = (): void => change({})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRemembered = (): Readonly<Record<string, RememberedJob>> => useSyncExternalStore(subscribe, () => jobs)
