import type { IncomingMessage } from 'node:http'
import { BodyError } from '../sources/body-error.ts'
import { uploadChunks } from '../sources/upload-chunks.ts'

export type BodyLimits = { readonly maxBytes: number; readonly idleMs: number; readonly totalMs: number }

/**
 * The whole body of a request, for bodies that are small by contract. The connection stays usable whatever happens, so
 * that an error can be answered.
 * @throws {BodyError}
 */
export const readBody = async (
  request: IncomingMessage,
  { maxBytes, idleMs, totalMs }: BodyLimits,
  signal: AbortSignal,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of uploadChunks(request, { idleMs, deadline: performance.now() + totalMs, signal })) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new BodyError('too_large', `The body has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}
