import { Readable } from 'node:stream'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify'
import { loggable } from '../../lib/loggable.ts'
import { firstBytes } from '../../mcp/first-bytes.ts'
import { type AskService, type LookUpInJob, maxAnswerBytes, refusalOf } from '../../mcp/service.ts'
import { ToolError } from '../../mcp/tool-error.ts'
import { requireKey } from '../authenticate.ts'
import { callerGoneSignal } from '../caller-gone.ts'
import { receiveJson } from '../create-job/receive.ts'
import { RequestProblem } from '../problems.ts'
import { type ResultReader, ResultTooLarge } from '../result-reading/reader.ts'
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
  {
    shutdown,
    limit,
    reader,
  }: { readonly shutdown: Shutdown; readonly limit: ReturnType<typeof limitRate>; readonly reader: ResultReader },
): void => {
  let handler: Promise<McpHttpHandler> | undefined
  app.addHook('onClose', async () => (await handler)?.close())

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    onRequest: [requireKey(parts), limit],
    handler: async (request, reply) => {
      handler ??= createHandler(app, parts, reader)
      const body = request.method === 'POST' ? await receiveJson(request, reply, shutdown) : null
      const parsed = body === null ? null : parseStrictJson(body)
      if (parsed !== null && parsed.errors.length > 0) throw validationError(parsed.errors)
      const signal = AbortSignal.any([callerGoneSignal(reply), shutdown.begun])
      const response = await (await handler).fetch(asWebRequest(request, body, signal))
      return sendWebResponse(reply, response)
    },
  })
}

/** The protocol is loaded when it is first used. */
const createHandler = async (
  app: FastifyInstance,
  { logger }: ApiParts,
  reader: ResultReader,
): Promise<McpHttpHandler> => {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('../../mcp/mcp-sdk.ts'),
    import('../../mcp/server.ts'),
  ])
  return createMcpHandler(
    ({ requestInfo }) => {
      const authorization = requestInfo?.headers.get('authorization') ?? ''
      return createMcpServer({
        ask: askWithin(app, authorization),
        lookUp: lookUpWithin(app, authorization, { reader, logger }),
        openFile: null,
      })
    },
    { onerror: (error) => logger.debug({ err: error }, 'a request of the Model Context Protocol failed') },
  )
}

/** An answer of a route of this process, which stops answering when nothing more is read of it. */
const inject = async (app: FastifyInstance, options: InjectOptions, signal: AbortSignal) => {
  signal.throwIfAborted()
  const answer: LightMyRequestResponse = await app.inject({ ...options, signal, payloadAsStream: true })
  const bytes = answer.stream()
  bytes.once('close', () => answer.raw.res.destroy())
  signal.throwIfAborted()
  return { status: answer.statusCode, headers: answer.headers, bytes, [Symbol.dispose]: () => void bytes.destroy() }
}

/** Sends requests to the routes of this process, without a connection. */
const askWithin =
  (app: FastifyInstance, authorization: string): AskService =>
  async ({ method, path, headers, body, maxBytes }, signal) => {
    const payload = typeof body === 'string' ? body : undefined
    const options: InjectOptions = { method, url: path, headers: { ...headers, authorization } }
    using answer = await inject(app, payload === undefined ? options : { ...options, payload }, signal)
    const { status, bytes } = answer
    const mediaType = answer.headers['content-type'] ?? 'application/octet-stream'
    return { status, mediaType, ...(await firstBytes(bytes, maxBytes)) }
  }

/** Has results read elsewhere than in the main thread; they come from the route of the job, as they are stored. */
const lookUpWithin =
  (
    app: FastifyInstance,
    authorization: string,
    { reader, logger }: { readonly reader: ResultReader; readonly logger: ApiParts['logger'] },
  ): LookUpInJob =>
  async (lookUp, signal) => {
    const url = `/api/v1/jobs/${encodeURIComponent(lookUp.id)}`
    const headers = { authorization, 'accept-encoding': 'gzip' }
    const open = async () => {
      const { status, headers: answered, bytes } = await inject(app, { method: 'GET', url, headers }, signal)
      if (status >= 400) throw refusalOf({ status, ...(await firstBytes(bytes, maxAnswerBytes)) })
      return { bytes, isCompressed: answered['content-encoding'] === 'gzip' }
    }
    try {
      const read = await reader.read({ kind: 'look-up', lookUp }, { account: authorization, open, signal })
      if (read.kind === 'found') return read.result
      throw new ToolError(read.kind === 'not_found' ? read.message : 'The result could not be read.')
    } catch (error) {
      if (error instanceof ResultTooLarge || error instanceof RequestProblem) throw new ToolError(error.message)
      if (!(error instanceof ToolError) && !signal.aborted)
        logger.error({ err: loggable(error) }, 'something could not be looked up in a result')
      throw error
    }
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
