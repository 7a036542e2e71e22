import { Readable } from 'node:stream'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import type { AskService } from '../../mcp/service.ts'
import { requireKey } from '../authenticate.ts'
import { receiveJson } from '../create-job/receive.ts'
import type { limitRate } from '../rate-limit.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import type { Shutdown } from '../shutdown.ts'
import { parseStrictJson } from '../strict-json.ts'

/**
 * The Model Context Protocol over streamable HTTP, without sessions, so that any process answers any request. Its tools
 * send requests to this API with the key of the caller: scopes, limits and accounts are those of the API. It is not part
 * of the API's description.
 */
export const registerMcp = (
  app: FastifyInstance,
  parts: ApiParts,
  { shutdown, limit }: { readonly shutdown: Shutdown; readonly limit: ReturnType<typeof limitRate> },
): void => {
  let handler: Promise<McpHttpHandler> | undefined
  app.addHook('onClose', async () => (await handler)?.close())

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    onRequest: [requireKey(parts), limit],
    handler: async (request, reply) => {
      handler ??= createHandler(app, parts)
      const body = request.method === 'POST' ? await receiveJson(request, reply, shutdown) : null
      const parsed = body === null ? null : parseStrictJson(body)
      if (parsed !== null && 'errors' in parsed) throw validationError(parsed.errors)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, shutdown.begun])
      const response = await (await handler).fetch(asWebRequest(request, body, signal))
      return sendWebResponse(reply, response)
    },
  })
}

/** The protocol is loaded when it is first used. */
const createHandler = async (app: FastifyInstance, { logger }: ApiParts): Promise<McpHttpHandler> => {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../../mcp/server.ts'),
  ])
  return createMcpHandler(
    ({ requestInfo }) =>
      createMcpServer({
        ask: askWithin(app, requestInfo?.headers.get('authorization') ?? ''),
        openFile: null,
      }),
    { onerror: (error) => logger.debug({ err: error }, 'a request of the Model Context Protocol failed') },
  )
}

/** Sends requests to the routes of this process, without a connection. */
const askWithin =
  (app: FastifyInstance, authorization: string): AskService =>
  async ({ method, path, headers, body }, signal) => {
    signal.throwIfAborted()
    const payload = typeof body === 'string' ? body : undefined
    const options: InjectOptions = { method, url: path, headers: { ...headers, authorization }, signal }
    const answer = await app.inject(payload === undefined ? options : { ...options, payload })
    signal.throwIfAborted()
    const mediaType = answer.headers['content-type'] ?? 'application/octet-stream'
    return { status: answer.statusCode, mediaType, bytes: answer.rawPayload }
  }

const asWebRequest = ({ method, headers, url }: FastifyRequest, body: Buffer | null, signal: AbortSignal): Request => {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
  )
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: given,
    signal,
    body: body && new Uint8Array(body),
  })
}

const sendWebResponse = (reply: FastifyReply, response: Response): FastifyReply => {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return response.body === null ? reply.send() : reply.send(Readable.fromWeb(response.body))
}
