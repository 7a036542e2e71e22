import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from './problems.ts'
import { pathOf } from './request-path.ts'

type KnownRoute = { readonly segments: readonly string[]; readonly methods: Set<string> }

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every(
    (part, index) => (part.startsWith(':') && segments[index] !== '') || part === decoded(segments[index] ?? ''),
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
    const segments = pathOf(request.url).split('/')
    const known = [...routes.values()].filter((route) => matches(route.segments, segments))
    const allowed = [...new Set(known.flatMap(({ methods }) => [...methods]))].toSorted().join(', ')
    if (known.length === 0) throw new ProblemError('route_not_found')
    throw new ProblemError('method_not_allowed', {
      detail: `The path allows ${allowed}.`,
      headers: { allow: allowed },
    })
  })
}
