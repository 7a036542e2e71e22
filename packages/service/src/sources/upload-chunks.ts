import type { Readable } from 'node:stream'
import { BodyError } from './body-error.ts'

export type UploadLimits = {
  /** The maximum pause between two chunks; the time that storage takes is not the client's. */
  readonly idleMs: number
  /** The time by which the upload must have ended, in milliseconds of `performance.now()`. */
  readonly deadline: number
  readonly slowest?: SlowestRate
  readonly signal: AbortSignal
}

/** The minimum mean rate of an upload, which applies once it has been waited for this long in all. */
export type SlowestRate = { readonly bytesPerSecond: number; readonly graceMs: number }

/**
 * The chunks of a body as they are pulled. Unlike the stream's own iterator it leaves the stream intact when it stops
 * early, and does not wait for ever.
 * @throws {BodyError} `stalled` after too long a pause, too slow a trickle, or too long in all; `broken_off` when the body
 * breaks off or the signal is given.
 */
export async function* uploadChunks(body: Readable, limits: UploadLimits): AsyncGenerator<Uint8Array> {
  const { slowest = slowestRate } = limits
  let bytes = 0
  let waitedMs = 0
  for (;;) {
    if (limits.signal.aborted) throw stopped(limits.signal)
    if (performance.now() > limits.deadline) throw tooLong()
    const chunk: unknown = body.read()
    if (chunk instanceof Uint8Array) {
      bytes += chunk.length
      yield chunk
    } else if (body.readableEnded) return
    else {
      if (waitedMs > slowest.graceMs && bytes < (slowest.bytesPerSecond * waitedMs) / 1000) throw trickled(slowest)
      const began = performance.now()
      await untilReadable(body, limits)
      waitedMs += performance.now() - began
    }
  }
}

/**
 * Few uploads are admitted at once, so one that would need hours is ended. Only the time without any data counts; even the
 * slowest connections for documents are several times as fast.
 */
const slowestRate: SlowestRate = { bytesPerSecond: 1024, graceMs: 30_000 }

const untilReadable = (body: Readable, { idleMs, deadline, signal }: UploadLimits): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const brokenOff = () => {
    const cause = body.errored
    reject(new BodyError('broken_off', 'The upload was interrupted.', cause === null ? {} : { cause }))
  }
  if (body.destroyed) brokenOff()
  const onEvent = () => resolve()
  const onAbort = () => reject(stopped(signal))
  const left = deadline - performance.now()
  const timer = setTimeout(
    () => reject(left < idleMs ? tooLong() : tooSlow(idleMs)),
    Math.max(0, Math.min(idleMs, left)),
  )
  body.on('readable', onEvent).on('end', onEvent).on('error', brokenOff).on('close', brokenOff)
  signal.addEventListener('abort', onAbort)
  return promise.finally(() => {
    clearTimeout(timer)
    body.off('readable', onEvent).off('end', onEvent).off('error', brokenOff).off('close', brokenOff)
    signal.removeEventListener('abort', onAbort)
  })
}

const stopped = (signal: AbortSignal) =>
  new BodyError('broken_off', 'The upload was stopped.', { cause: signal.reason })
const trickled = ({ bytesPerSecond }: SlowestRate) =>
  new BodyError('stalled', `The upload is slower than ${bytesPerSecond} bytes per second.`)
const tooLong = () => new BodyError('stalled', 'The upload took too long.')
const tooSlow = (idleMs: number) => new BodyError('stalled', `The upload stalled for ${idleMs / 1000} seconds.`)
