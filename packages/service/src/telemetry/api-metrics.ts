import { Counter, Histogram, type Registry } from 'prom-client'
import { requestAnswered } from '../api/request-answered.ts'

/** Anybody may send any method; each would be a series of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const registerApiMetrics = (registry: Registry): (() => void) => {
  const requests = new Counter({
    name: 'polyparse_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'polyparse_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, without requests that asked to wait.',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers: [registry],
  })
  return requestAnswered.on(({ method: given, route, status, seconds }) => {
    const method = methods.has(given) ? given : 'other'
    requests.inc({ method, route: route ?? 'none', status })
    if (seconds !== null) durations.observe({ method, route: route ?? 'none' }, seconds)
  })
}
