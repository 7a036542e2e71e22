import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Agreement } from '@polyparse/contract'
import { startedModule } from '@polyparse/document/started-module'
import { Check } from '@polyparse/document/typebox/value'
import { running } from './parameters.ts'
import type { Family } from './reading.ts'

/** A provider's reading as JSON in UTF-8 (`JSON.stringify(readingOf(document))`), and how long it took. */
export type StoredReading = {
  readonly provider: string
  readonly json: Uint8Array
  /** The duration in milliseconds. */
  readonly durationMs: number
  readonly family?: Family
}

type AgreementLimits = {
  readonly maxCpuSeconds: number
  readonly maxClockSeconds: number
  readonly maxMebibytes: number
}

/** Between two looks at the CPU time of the thread. */
const cpuLookMs = 200

const agreementThreadPath = startedModule(import.meta.filename, 'agreement-thread')

/**
 * The agreement of stored readings, made in a thread of its own with limits of 120 seconds of CPU time and 1 GiB, so
 * that no document can block the process or exhaust its memory. The result is that of `agree`. Readings of another schema
 * version are left out; of others only the version is checked. When it settles, the thread is gone.
 *
 * @throws the reason of `signal` when it is aborted
 * @throws {Error} when the agreement took too much time (named `AbortError`) or memory (`ERR_WORKER_OUT_OF_MEMORY`)
 * @throws {SyntaxError} when a reading is not JSON
 *
 * @example
 * const readings = [{ provider: 'ours', json: await readFile('ours.json'), durationMs: 120 }]
 * const agreement = await agreeInThread(readings, AbortSignal.timeout(10_000))
 */
export const agreeInThread = async (
  readings: readonly StoredReading[],
  signal: AbortSignal,
  { maxCpuSeconds, maxClockSeconds, maxMebibytes }: AgreementLimits = running,
): Promise<Agreement> => {
  signal.throwIfAborted()
  const worker = new Worker(agreementThreadPath, {
    workerData: readings,
    resourceLimits: { maxOldGenerationSizeMb: maxMebibytes },
  })
  const overdue = new AbortController()
  const late = AbortSignal.any([overdue.signal, AbortSignal.timeout(maxClockSeconds * 1000)])
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage()
    if (user + system > maxCpuSeconds * 1_000_000) overdue.abort()
  }
  // A thread that has ended does not say what it has used.
  const watch = setInterval(() => void look().catch(() => {}), cpuLookMs)
  try {
    // Rejects with the error that ends the thread, such as running out of memory.
    const [agreement]: unknown[] = await once(worker, 'message', { signal: AbortSignal.any([signal, late]) })
    if (!Check(Agreement, agreement)) throw new TypeError('the thread did not answer with an agreement')
    return agreement
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}
