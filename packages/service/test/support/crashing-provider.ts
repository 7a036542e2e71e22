import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { EngineTable } from '@polyparse/engine'
import { engines } from '@polyparse/readers'
import { serialize } from 'node:v8'
import type { Sandbox } from '@polyparse/sandbox'
import type { Polled, RemoteProvider, Submitted } from '@polyparse/providers/port'
import { remoteProvider } from './remote-vendor.ts'
import { everyVendor, type TestedVendor, type VendorName } from '../../../providers/test/support/every-vendor.ts'
import { vendorAt } from '../../../providers/test/support/open-vendor.ts'

/** The vendor of a worker that kills itself: a vendor's adapter over its fake, or else a provider made for tests. */
export type CrashingVendor = {
  readonly vendorUrl: string
  readonly vendor: VendorName | null
  readonly options: Parameters<typeof remoteProvider>[1]
  /** Gets one line for each request that is about to leave during a submit: the token of that submit. */
  readonly submitsFile: string
}

/** Moments after which the process may die. */
export type Moments = {
  readonly counted: <Result>(call: Promise<Result>) => Promise<Result>
  readonly pass: () => void
}

export const crashingProvider = async (
  { vendorUrl, vendor, options, submitsFile }: CrashingVendor,
  { counted, pass }: Moments,
): Promise<RemoteProvider> => {
  if (vendor === null) return countingProvider(remoteProvider(vendorUrl, options), counted)
  // Also between the calls of an adapter: on the way of each request and of its answer.
  let submitting: string | null = null
  subscribe('undici:request:create', () => {
    if (submitting !== null) appendFileSync(submitsFile, `${submitting}\n`)
  })
  for (const moment of ['create', 'bodySent', 'headers', 'trailers']) subscribe(`undici:request:${moment}`, pass)
  const { adapter, key, path, access, accessAt }: TestedVendor = await everyVendor[vendor]()
  await engines.survey().then((engine) => engine.warmUp())
  const sandbox: Pick<Sandbox, 'run'> = { run: (...asked) => counted(here(...asked)) }
  const provider = vendorAt(adapter, `${vendorUrl}${path}`, { sandbox, key, ...access, ...accessAt?.(vendorUrl) })
  const marking: RemoteProvider = {
    ...provider,
    submit: async (submission, signal) => {
      submitting = submission.token
      try {
        return await provider.submit(submission, signal)
      } finally {
        submitting = null
      }
    },
  }
  return impatient(countingProvider(marking, counted), options?.limits)
}

/** An engine in this process, which is short-lived enough for that. */
const here: Sandbox['run'] = async (name, { open, request }) => {
  const table: EngineTable = engines
  const engine = await table[name]?.()
  if (engine === undefined) throw new TypeError(`no engine ${name}`)
  return { serialized: serialize(await engine.read(await buffer(await open()), request)) }
}

const countingProvider = (provider: RemoteProvider, counted: Moments['counted']): RemoteProvider => {
  const upload = provider.upload?.bind(provider)
  const forget = provider.forget?.bind(provider)
  return {
    ...provider,
    ...(upload !== undefined && { upload: (request, signal) => counted(upload(request, signal)) }),
    submit: (submission, signal) => counted(provider.submit(submission, signal)),
    poll: (work, signal) => counted(provider.poll(work, signal)),
    fetch: (work, signal) => counted(provider.fetch(work, signal)),
    ...(forget !== undefined && { forget: (reference, signal) => counted(forget(reference, signal)) }),
  }
}

/** Tests do not wait for as long as politeness demands. */
const impatient = (provider: RemoteProvider, limits: Partial<RemoteProvider['limits']> = {}): RemoteProvider => {
  const soon = <Answer extends Submitted | Polled>(answer: Answer): Answer =>
    'pollInSeconds' in answer ? { ...answer, pollInSeconds: 0.01 } : answer
  return {
    ...provider,
    limits: { ...provider.limits, ...limits },
    submit: async (submission, signal) => soon(await provider.submit(submission, signal)),
    poll: async (work, signal) => soon(await provider.poll(work, signal)),
  }
}
