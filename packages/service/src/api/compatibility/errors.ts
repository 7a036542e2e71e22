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
  if (error instanceof RefusedFormError) return reply.code(422).send({ detail: error.message })
  if (error instanceof ConversionError) return reply.code(error.status).send({ detail: error.message })
  if (error instanceof CallerGone) return leaveUnanswered(request, reply)
  const problem = classifyError(error)
  logProblem(request, problem)
  const status = problem.code === 'validation_error' ? 422 : problems[problem.code].status
  return reply.code(status).headers(problem.headers).send({ detail: problem.message })
}
