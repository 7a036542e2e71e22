import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ProblemCode, problems } from '@polyparse/contract'
import type { Logger } from 'pino'
import { answerRaw } from './raw-response.ts'

type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

const codeOf = (error: ClientError): { code: ProblemCode; detail: string } => {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers_too_large', detail: problems.headers_too_large.summary }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: problems.request_timeout.summary }
  return { code: 'validation_error', detail: 'The request is not well-formed HTTP/1.1.' }
}

const requestLine = /^[A-Z]+ (\/[^\s?#]*)\S* HTTP\//

/**
 * Answers what the HTTP parser refuses: malformed requests, headers that are too large or too slow. Everything that
 * comes after on the same connection is thrown away, for nobody can tell any more where a request would begin.
 */
export const refuseMalformed = ({
  logger,
  baseUrl,
  responseOn,
}: {
  logger: Logger
  baseUrl: () => string
  /** The answer that is under way on a connection. */
  responseOn: (socket: Duplex) => ServerResponse | undefined
}) => {
  const refused = new WeakSet<Duplex>()

  return (error: ClientError, socket: Duplex): void => {
    if (refused.has(socket)) return
    refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || responseOn(socket)?.headersSent === true) {
      socket.destroy()
      return
    }
    const { code, detail } = codeOf(error)
    const path = requestLine.exec(error.rawPacket?.toString('latin1', 0, 8192) ?? '')?.[1] ?? '/'
    const { requestId } = answerRaw(socket, code, { detail, baseUrl: baseUrl(), path })
    logger.info({ requestId, status: problems[code].status, parser: error.code }, 'malformed request')
  }
}
