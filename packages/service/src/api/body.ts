import type { IncomingMessage } from 'node:http'

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}
export class BodyStalledError extends Error {
  override readonly name = 'BodyStalledError'
}
export class BodyAbortedError extends Error {
  override readonly name = 'BodyAbortedError'
}

export type BodyLimits = { readonly maxBytes: number; readonly idleMs: number; readonly totalMs: number }

/**
 * The whole body of a request, for bodies that are small by contract. The connection stays usable whatever happens, so
 * that an error can be answered.
 * @throws {BodyTooLargeError} {@link BodyStalledError} {@link BodyAbortedError} or the reason of the signal.
 */
export const readBody = (
  request: IncomingMessage,
  { maxBytes, idleMs, totalMs }: BodyLimits,
  signal: AbortSignal,
): Promise<Buffer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  const tooSlow = () => reject(new BodyStalledError('the body did not arrive in time'))
  const idle = setTimeout(tooSlow, idleMs)
  const total = setTimeout(tooSlow, totalMs)
  const onData = (chunk: Buffer) => {
    idle.refresh()
    bytes += chunk.length
    if (bytes > maxBytes) reject(new BodyTooLargeError(`the body has more than ${maxBytes} bytes`))
    else chunks.push(chunk)
  }
  const onEnd = () => resolve(Buffer.concat(chunks, bytes))
  const onClose = () => reject(new BodyAbortedError('the connection was closed before the body was complete'))
  const onAbort = () => reject(signal.reason)

  request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  else if (request.destroyed) onClose()

  return promise.finally(() => {
    clearTimeout(idle)
    clearTimeout(total)
    request.off('data', onData).off('end', onEnd).off('close', onClose)
    signal.removeEventListener('abort', onAbort)
  })
}
