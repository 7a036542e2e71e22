import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '../../web-app/policy.ts'
import type { AppFile, WebApp } from '../../web-app/web-app.ts'
import { chooseEncoding, matchesEtag } from '../negotiate.ts'
import { RequestProblem } from '../problems.ts'
import { privateHeaders } from '../share-guard.ts'
import type { requireKnownHost } from '../require-known-host.ts'

/** The pages of the app. Its views are selected after the `#`, which browsers do not send. */
const webAppPaths = ['/', '/docs/api']

const year = 365 * 24 * 3600

/**
 * The page of the app, its assets and the documentation; all other paths are route_not_found. They are not part of the
 * API's description.
 */
export const registerWebApp = (
  app: FastifyInstance,
  { page, assets, docs }: WebApp,
  requireHost: ReturnType<typeof requireKnownHost>,
): void => {
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>): void => {
    app.route({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, onRequest: requireHost, handler })
  }

  for (const url of webAppPaths) get(url, (request, reply) => sendTagged(page, request, reply))
  // The page of a shared result: the token is after the `#`, which browsers do not send.
  get('/shared', (request, reply) => sendAppFile(page, request, reply.headers(privateHeaders)))

  // Relative, as the links of the documentation are: a proxy may serve it below a path of its own.
  get('/docs', async (_request, reply) => reply.redirect('docs/', 308))
  get('/docs/*', async (request, reply) => {
    const { '*': path } = paramsOf(request)
    const file = docs.get(path === '' || path.endsWith('/') ? `${path}index.html` : path)
    if (file === undefined) throw new RequestProblem('route_not_found')
    return sendTagged(file, request, reply)
  })

  const asset = async (request: FastifyRequest, reply: FastifyReply) => {
    const { folder, name } = paramsOf(request)
    const file = assets.get(folder === undefined ? name : `${folder}/${name}`)
    if (file === undefined) throw new RequestProblem('route_not_found')
    reply.header('cache-control', `public, max-age=${year}, immutable`)
    return sendAppFile(file, request, reply)
  }
  get('/assets/:name', asset)
  get('/assets/:folder/:name', asset)
}

/** A file whose address stays when its content changes: browsers ask each time whether it has. */
const sendTagged = async (file: AppFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const tag = await file.tag()
  reply.header('cache-control', 'no-cache').header('etag', tag)
  const known = matchesEtag(request.headers['if-none-match'], tag)
  return known ? reply.code(304).headers(securityHeaders).send() : sendAppFile(file, request, reply)
}

const sendAppFile = async (file: AppFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.encodings)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply
    .type(file.mediaType)
    .headers(securityHeaders)
    .header('vary', 'accept-encoding')
    .send(await file.read(encoding))
}

const paramsOf = ({ params }: FastifyRequest): { folder?: string; name: string; '*': string } => {
  const given: Record<string, unknown> = { ...(typeof params === 'object' ? params : null) }
  const { folder, name, '*': path } = given
  return { name: String(name), '*': String(path), ...(typeof folder === 'string' && { folder }) }
}
