import { randomUUIDv7 } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type ProblemCode, problems } from '@polyparse/contract'
import { problemBody, RequestProblem } from './problems.ts'

/** The time for which a client may go on sending after it was answered, so that it can read the answer. */
export const drainMs = 2000

/** Closes the connection after a while, or at once if the other side does. */
export const closeSoon = (socket: Duplex): void => {
  const timer = setTimeout(() => socket.destroy(), drainMs)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', () => socket.destroy())
  socket.resume()
}

/** Answers on a bare socket, for requests that HTTP could not parse, and closes it. */
export const answerRaw = (
  socket: Duplex,
  code: ProblemCode,
  { detail, baseUrl, path }: { detail: string; baseUrl: string; path: string },
): { requestId: string } => {
  const requestId = randomUUIDv7()
  const body = JSON.stringify(problemBody(new RequestProblem(code, { detail }), { baseUrl, path, requestId }))
  const { status, title } = problems[code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Date: ${new Date().toUTCString()}`,
      `X-Request-ID: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  closeSoon(socket)
  return { requestId }
}
