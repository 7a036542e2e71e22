import { problems } from '@polyparse/contract'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { itemAt } from '@polyparse/document/items'
import { loggable } from '../lib/loggable.ts'
import { CallerGone, leaveUnanswered } from './caller-gone.ts'
import { classifyError } from './classify-error.ts'
import { problemBody, RequestProblem } from './problems.ts'
import { pathOfRequest } from './request-log.ts'

/** Answers every error as a problem, and logs what the caller does not see. */
export const answerErrors =
  (baseUrl: () => string) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof CallerGone) return leaveUnanswered(request, reply)
    const problem = classifyError(error)
    const { status } = problems[problem.code]
    logProblem(request, problem)
    // These headers describe the body that was going to be sent.
    for (const header of ['content-encoding', 'content-length', 'etag', 'vary']) reply.removeHeader(header)
    // Node's phrase for 413 is an older one.
    reply.raw.statusMessage = problems[problem.code].title
    const body = problemBody(problem, { baseUrl: baseUrl(), path: pathOfRequest(request.url), requestId: request.id })
    return (
      reply
        .code(status)
        .headers(problem.headers)
        .header('cache-control', 'no-store')
        .header('x-request-id', request.id)
        .header('x-content-type-options', 'nosniff')
        .type('application/problem+json')
        // It is sent as bytes, because the framework adds a charset to a string, and the media type has none.
        .send(Buffer.from(JSON.stringify(body)))
    )
  }

/** Logs what the caller of a request does not see. */
export const logProblem = (request: FastifyRequest, problem: RequestProblem): void => {
  if (problems[problem.code].status < 500) {
    request.log.debug({ code: problem.code, detail: problem.message }, 'refused')
    return
  }
  const level = problem.code === 'internal_error' ? 'error' : 'warn'
  request.log[level]({ err: loggable(problem.cause ?? problem) }, problem.message)
}

type KnownRoute = { readonly segments: readonly string[]; readonly methods: Set<string> }

const decodePathSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every(
    (part, index) =>
      (part.startsWith(':') && segments[index] !== '') || part === decodePathSegment(itemAt(segments, index)),
  )

/** 404 for a path that no route has, 405 with `Allow` for one that other methods have. Register it before the routes. */
export const refuseUnknownRoutes = (app: FastifyInstance): void => {
  const routes = new Map<string, KnownRoute>()

  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { segments: url.split('/'), methods: new Set() }
    for (const each of [method].flat()) route.methods.add(each)
    routes.set(url, route)
  })

  app.setNotFoundHandler((request: FastifyRequest) => {
    const segments = pathOfRequest(request.url).split('/')
    const known = [...routes.values()].filter((route) => matches(route.segments, segments))
    const allowed = [...new Set(known.flatMap(({ methods }) => [...methods]))].toSorted().join(', ')
    if (known.length === 0) throw new RequestProblem('route_not_found')
    throw new RequestProblem('method_not_allowed', {
      detail: `The path allows ${allowed}.`,
      headers: { allow: allowed },
    })
  })
}
