import { problems } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loggable } from '../lib/loggable.ts'
import { classifyError } from './classify-error.ts'
import { problemBody } from './problems.ts'
import { pathOf } from './request-path.ts'

/** Answers every error as a problem, and logs what the caller does not see. */
export const answerErrors =
  (baseUrl: () => string) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = classifyError(error)
    const { status } = problems[problem.code]
    if (status >= 500) {
      const level = problem.code === 'internal_error' ? 'error' : 'warn'
      request.log[level]({ err: loggable(problem.cause ?? problem) }, problem.message)
    } else {
      request.log.debug({ code: problem.code, detail: problem.message }, 'refused')
    }
    // They spoke of the answer that was to be.
    for (const header of ['content-encoding', 'content-length', 'etag', 'vary']) reply.removeHeader(header)
    const body = problemBody(problem, { baseUrl: baseUrl(), path: pathOf(request.url), requestId: request.id })
    return (
      reply
        .code(status)
        .headers(problem.headers)
        .header('cache-control', 'no-store')
        .header('x-request-id', request.id)
        .type('application/problem+json')
        // As bytes: to a string the framework would add a charset, which the media type does not have.
        .send(Buffer.from(JSON.stringify(body)))
    )
  }
