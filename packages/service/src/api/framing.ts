import type { IncomingMessage } from 'node:http'
import type { FieldError } from '@polyparse/contract'
import { timesSent } from './create-job/headers.ts'

/** Headers that a request must not repeat: an intermediary and the service might each believe another value. */
const once = ['Host', 'Authorization', 'Content-Type']

/**
 * Returns what is wrong with the headers that say where a request goes, who sends it, and what it is (RFC 9112, 3.2 and
 * 6.1).
 */
export const framingErrors = (request: IncomingMessage): FieldError[] => {
  const { httpVersion, headers } = request
  const coding = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked'
  return [
    ...(httpVersion === '1.1' && headers.host === undefined ? [{ field: 'Host', message: 'is required' }] : []),
    ...once
      .filter((name) => timesSent(request, name) > 1)
      .map((field) => ({ field, message: 'is given more than once' })),
    ...(coding === 'chunked' ? [] : [{ field: 'Transfer-Encoding', message: 'must be chunked, or absent' }]),
  ]
}
