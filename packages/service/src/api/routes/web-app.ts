import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '../../web-app/policy.ts'
import type { AppFile, WebApp } from '../../web-app/web-app.ts'
import { chooseEncoding, matchesEtag } from '../negotiate.ts'
import { ProblemError } from '../problems.ts'
import type { requireKnownHost } from '../require-known-host.ts'

/** The pages of the app. Its views are selected after the `#`, which browsers do not send. */
const pages = ['/', '/docs']

const year = 365 * 24 * 3600

/**
 * The page of the app and its assets; all other paths are route_not_found. They are not part of the API's description.
 */
export const registerWebApp = (
  app: FastifyInstance,
  { page, pageTag, assets }: WebApp,
  requireHost: ReturnType<typeof requireKnownHost>,
): void => {
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>): void => {
    app.route({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, onRequest: requireHost, handler })
  }

  for (const url of pages)
    get(url, async (request, reply) => {
      reply.header('cache-control', 'no-cache').header('etag', pageTag)
      const known = matchesEtag(request.headers['if-none-match'], pageTag)
      return known ? reply.code(304).headers(securityHeaders).send() : send(page, request, reply)
    })

  get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))

  const asset = async (request: FastifyRequest, reply: FastifyReply) => {
    const { folder, name } = paramsOf(request)
    const file = assets.get(folder === undefined ? name : `${folder}/${name}`)
    if (file === undefined) throw new ProblemError('route_not_found')
    reply.header('cache-control', `public, max-age=${year}, immutable`)
    return send(file, request, reply)
  }
  get('/assets/:name', asset)
  get('/assets/:folder/:name', asset)
}

const send = async (file: AppFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.encodings)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply
    .type(file.mediaType)
    .headers(securityHeaders)
    .header('vary', 'accept-encoding')
    .send(await file.read(encoding))
}

const paramsOf = ({ params }: FastifyRequest): { folder?: string; name: string } => {
  const given: Record<string, unknown> = { ...(typeof params === 'object' ? params : null) }
  const { folder, name } = given
  return { name: String(name), ...(typeof folder === 'string' && { folder }) }
}
