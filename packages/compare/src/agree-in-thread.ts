import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Agreement } from '@polyparse/contract'
import { Check } from 'typebox/value'

/** A reading as it is stored, in JSON, and how long it took. */
export type StoredReading = { readonly provider: string; readonly json: Uint8Array; readonly durationMs: number }

/** Documents may be made to be costly to compare: more than this no agreement is worth. */
const max = { seconds: 120, mebibytes: 1024 }

const thread = new URL(`agreement-thread${extname(import.meta.filename)}`, import.meta.url)

/**
 * The agreement of stored readings, made in a thread of its own, so that nothing that documents hold keeps the process
 * from its other work or takes its memory.
 * @throws {Error} when it took too long or too much memory; the reason of `signal` when that is aborted.
 */
export const agreeInThread = async (readings: readonly StoredReading[], signal: AbortSignal): Promise<Agreement> => {
  signal.throwIfAborted()
  const late = AbortSignal.timeout(max.seconds * 1000)
  const worker = new Worker(thread, {
    workerData: readings,
    resourceLimits: { maxOldGenerationSizeMb: max.mebibytes },
  })
  try {
    // Rejects with what the thread fails of, such as its memory.
    const [agreement]: unknown[] = await once(worker, 'message', { signal: AbortSignal.any([signal, late]) })
    if (!Check(Agreement, agreement)) throw new TypeError('what the thread answers is no agreement')
    return agreement
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await worker.terminate()
  }
}
