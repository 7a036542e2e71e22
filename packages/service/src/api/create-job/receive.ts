import type { Readable } from 'node:stream'
import { limits } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BodyError, type BodyFault } from '../../sources/body-error.ts'
import { receiveUpload } from '../../sources/receive-upload.ts'
import { readBody } from '../body.ts'
import { knownCaller } from '../authenticate.ts'
import { unavailable } from '../classify-error.ts'
import { inviteBody } from '../http-server.ts'
import { createLoopTurns } from '../../lib/loop-turns.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem, validationError } from '../problems.ts'
import type { Shutdown } from '../shutdown.ts'
import { standardTimeouts } from '../timeouts.ts'

const tooLarge = (maxBytes: number, cause?: unknown): RequestProblem =>
  new RequestProblem('payload_too_large', { detail: `The body may have at most ${maxBytes} bytes.`, cause })

export const emptyBody = { field: 'body', message: 'must not be empty' }

/** Refuses a body that is announced as too large, before any of it is read or invited with 100 Continue. */
export const refuseAnnounced = ({ headers }: FastifyRequest, maxBytes: number): void => {
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
}

const problemOfBody: Readonly<Record<BodyFault, (error: BodyError, maxBytes: number) => RequestProblem>> = {
  too_large: (error, maxBytes) => tooLarge(maxBytes, error),
  empty: (error) => validationError([emptyBody], error),
  stalled: (cause) => new RequestProblem('request_timeout', { detail: 'The body did not arrive in time.', cause }),
  broken_off: (error) => validationError([{ field: 'body', message: 'broke off before it was complete' }], error),
}

/** The problems for a body that did not arrive as it should. */
export const receiving = async <Result>(
  work: Promise<Result>,
  maxBytes: number,
  { overdue }: Shutdown,
): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (overdue.aborted) throw unavailable('The service is stopping.', error)
    throw error instanceof BodyError ? problemOfBody[error.fault](error, maxBytes) : error
  }
}

type JsonPatience = { readonly maxBytes?: number; readonly idleMs?: number }

/** A larger body may hold enough to take many milliseconds to read; requests for one document are smaller. */
const smallBytes = 4096

const nextTurn = createLoopTurns()

/**
 * The bytes of a JSON body, or of another one without a document. Large ones that are complete at the same time are given out
 * one after the other, to accounts in turn.
 */
export const receiveJson = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
  { maxBytes = limits.jsonBodyBytes, idleMs = limits.uploadIdleMs }: JsonPatience = {},
): Promise<Buffer> => {
  refuseAnnounced(request, maxBytes)
  inviteBody(request.raw, reply.raw)
  const bounds = { maxBytes, idleMs, totalMs: 2 * idleMs }
  const body = await receiving(readBody(request.raw, bounds, shutdown.overdue), maxBytes, shutdown)
  if (body.length > smallBytes) await nextTurn(knownCaller(request)?.accountId ?? request.ip)
  return body
}

export const receiveSource = (
  parts: ApiParts,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: Shutdown,
): ReturnType<typeof receiveUpload> => {
  inviteBody(request.raw, reply.raw)
  return receiveStream(parts, path, request.raw, shutdown)
}

/** The same for a source that is only a part of the body. */
export const receiveStream = (
  { blobs, settings, timeouts = standardTimeouts }: ApiParts,
  path: string,
  body: Readable,
  shutdown: Shutdown,
): ReturnType<typeof receiveUpload> => {
  const upload = receiveUpload({
    blobs,
    path,
    body,
    maxBytes: settings.maxUploadBytes,
    idleMs: timeouts.uploadIdleMs,
    totalMs: timeouts.uploadTotalMs,
    signal: shutdown.overdue,
  })
  return receiving(upload, settings.maxUploadBytes, shutdown)
}
