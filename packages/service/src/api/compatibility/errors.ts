import { problems } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RefusedFormError } from '../../compatibility/refused-form.ts'
import { logProblem } from '../answer-errors.ts'
import { CallerGone, leaveUnanswered } from '../caller-gone.ts'
import { classifyError } from '../classify-error.ts'

/** The document could not be converted, or is not there. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
  readonly status: 404 | 422 | 500
  constructor(message: string, status: 404 | 422 | 500) {
    super(message)
    this.status = status
  }
}

/** Answers every error as `{ "detail": "…" }`, which all the compatible services do; bad input has the status 422. */
export const answerDetail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header('cache-control', 'no-store')
  if (error instanceof RefusedFormError) return sendDetail(reply, 422, error.message)
  if (error instanceof ConversionError) return sendDetail(reply, error.status, error.message)
  if (error instanceof CallerGone) return leaveUnanswered(request, reply)
  const problem = classifyError(error)
  logProblem(request, problem)
  const status = problem.code === 'validation_error' ? 422 : problems[problem.code].status
  return sendDetail(reply.headers(problem.headers), status, problem.message)
}

const sendDetail = (reply: FastifyReply, status: number, detail: string): FastifyReply => {
  reply.raw.statusMessage = statusPhraseOf(detail)
  return reply.code(status).send({ detail })
}

/** Longer phrases of a status line may be refused on the way. */
const maxPhraseLength = 200

/**
 * The detail as the phrase of the status line, of which clients tell their users that do not read the body of an error, such as
 * Datalab's.
 */
const statusPhraseOf = (detail: string): string => detail.slice(0, maxPhraseLength).replaceAll(/[^ -~]+/g, ' ')
