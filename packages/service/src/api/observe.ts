import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { fail, SpanKind, startSpan, within, type Span, type TraceContext } from '../lib/tracing.ts'
import { requestAnswered } from './request-answered.ts'
import { withoutPatterns } from './route-url.ts'

const spansByRequest = new WeakMap<FastifyRequest, Span>()

const probes = new Set(['/livez', '/readyz', '/api/v1/health'])

/** Probes would fill every store of traces and logs. */
export const isProbe = (request: FastifyRequest): boolean => probes.has(routeOf(request) ?? '')

/** Emits an event for each request, with its answer and duration, and makes it a span of its caller's trace. */
export const observeRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request) => {
    const route = routeOf(request)
    if (route === null || isProbe(request)) return
    const { method } = request
    const attributes = { 'http.request.method': method, 'http.route': route, 'polyparse.request.id': request.id }
    spansByRequest.set(
      request,
      startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, parent: traceOf(request), attributes }),
    )
  })
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method } = request
    const seconds = mayWait(request) ? null : elapsedTime / 1000
    requestAnswered.emit({ method, route: routeOf(request), status: statusCode, seconds })
    const span = spansByRequest.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (span !== undefined && statusCode >= 500) fail(span, String(statusCode))
    span?.end()
  })
}

/** The work of the handler belongs to the request's span, wherever it is called from. */
export const observed = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    return duringSpan(request, () => handler.call(this, request, reply))
  }

/** Runs within the request's span, if it has one. */
export const duringSpan = <Result>(request: FastifyRequest, work: () => Result): Result => {
  const span = spansByRequest.get(request)
  return span === undefined ? work() : within(span, work)
}

/** The job that a request was about, once it is known. */
export const noteJob = (request: FastifyRequest, jobId: string): void => {
  jobIdsByRequest.set(request, jobId)
  spansByRequest.get(request)?.setAttribute('polyparse.job.id', jobId)
}

const jobIdsByRequest = new WeakMap<FastifyRequest, string>()

export const knownJob = (request: FastifyRequest): string | undefined => jobIdsByRequest.get(request)

const routeOf = ({ routeOptions: { url } }: FastifyRequest): string | null =>
  url === undefined ? null : withoutPatterns(url)

/** Marks a request whose duration is that of a job. */
export const noteWait = (request: FastifyRequest): void => void waits.add(request)

const waits = new WeakSet<FastifyRequest>()

/** Requests whose duration depends on something else. */
const mayWait = (request: FastifyRequest): boolean =>
  waits.has(request) || /[?&]wait=[1-9]/.test(request.url) || routeOf(request)?.endsWith('/events') === true

/** A malformed header counts as absent (section 4.3). */
const traceOf = ({ headers: { traceparent, tracestate } }: FastifyRequest): TraceContext | null =>
  typeof traceparent === 'string' ? { traceparent, tracestate: [tracestate ?? []].flat().join(',') || null } : null
