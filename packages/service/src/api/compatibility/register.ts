import packageJson from '../../../package.json' with { type: 'json' }
import type { FastifyInstance, onRequestAsyncHookHandler, RouteHandlerMethod } from 'fastify'
import { requireKey, requireScope } from '../authenticate.ts'
import { observed } from '../observe.ts'
import type { limitRate } from '../rate-limit.ts'
import type { CompatibilityParts } from './convert.ts'
import { checkDatalabHandler, datalabBase, datalabHealthHandler, submitDatalabHandler } from './datalab/handlers.ts'
import { readConversionForm, readConversionSource } from './docling-serve/conversion-request.ts'
import { convertHandler, convertLaterHandler, pollHandler, resultHandler } from './docling-serve/handlers.ts'
import { answerDetail } from './errors.ts'
import { deleteFileHandler, fileUrlHandler, readFileHandler, uploadFileHandler } from './mistral/files.ts'
import { ocrHandler } from './mistral/ocr.ts'
import { processHandler } from './open-webui.ts'
import { tikaByAccept, tikaByPath, tikaHandler } from './tika.ts'
import { partitionHandler } from './unstructured.ts'
import type { CompatibleService } from '../../compatibility/services.ts'
import type { ApiParts } from '../parts.ts'

type Route = {
  readonly service: CompatibleService
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT'
  readonly url: string
  /** The header that has the API key, where it is not `Authorization`. */
  readonly keyHeader: string | null
  readonly handler: (parts: CompatibilityParts) => RouteHandlerMethod
}

const routes: readonly Route[] = [
  { service: 'openwebui', method: 'PUT', url: '/process', keyHeader: null, handler: processHandler },
  {
    service: 'unstructured',
    method: 'POST',
    url: '/general/v0/general',
    keyHeader: 'unstructured-api-key',
    handler: partitionHandler,
  },
  ...[
    // The second is what Datalab's was called before, and what many programs still ask.
    ...['/api/v1/convert', '/api/v1/marker'].flatMap((path) => [
      { path, method: 'POST', handler: submitDatalabHandler(path) } as const,
      { path: `${path}/:requestId`, method: 'GET', handler: checkDatalabHandler } as const,
    ]),
    { path: '/api/v1/user_health', method: 'GET', handler: datalabHealthHandler } as const,
  ].map(({ path, ...route }): Route => ({
    service: 'datalab',
    url: `${datalabBase}${path}`,
    keyHeader: 'x-api-key',
    ...route,
  })),
  ...[
    { path: 'convert/file', method: 'POST', handler: convertHandler(readConversionForm) } as const,
    { path: 'convert/source', method: 'POST', handler: convertHandler(readConversionSource) } as const,
    { path: 'convert/file/async', method: 'POST', handler: convertLaterHandler(readConversionForm) } as const,
    { path: 'convert/source/async', method: 'POST', handler: convertLaterHandler(readConversionSource) } as const,
    { path: 'status/poll/:taskId', method: 'GET', handler: pollHandler } as const,
    { path: 'result/:taskId', method: 'GET', handler: resultHandler } as const,
  ].map(({ path, ...route }): Route => ({ service: 'docling', url: `/v1/${path}`, keyHeader: 'x-api-key', ...route })),
  ...[
    { path: 'ocr', method: 'POST', handler: ocrHandler } as const,
    { path: 'files', method: 'POST', handler: uploadFileHandler } as const,
    { path: 'files/:fileId', method: 'GET', handler: readFileHandler } as const,
    { path: 'files/:fileId/url', method: 'GET', handler: fileUrlHandler } as const,
    { path: 'files/:fileId', method: 'DELETE', handler: deleteFileHandler } as const,
  ].map(({ path, ...route }): Route => ({ service: 'mistral', url: `/v1/${path}`, keyHeader: null, ...route })),
  ...[
    { url: '/tika', handler: tikaHandler(tikaByAccept) },
    { url: '/tika/:handler', handler: tikaHandler(tikaByPath('object')) },
    { url: '/rmeta', handler: tikaHandler(tikaByPath('list')) },
    { url: '/rmeta/:handler', handler: tikaHandler(tikaByPath('list')) },
    { url: '/meta', handler: tikaHandler(() => ({ content: null, shape: 'object' })) },
  ].map((route): Route => ({ service: 'tika', method: 'PUT', keyHeader: null, ...route })),
]

/**
 * The routes of other services, as far as the operator has switched them on. Each makes a job as `POST /api/v1/jobs`
 * does, for the account of the same API key, waits for its end and answers in the shape of that service. They are not
 * part of the API's description.
 */
export const registerCompatibility = (
  app: FastifyInstance,
  parts: ApiParts,
  { limit, ...more }: Omit<CompatibilityParts, 'parts'> & { readonly limit: ReturnType<typeof limitRate> },
): void => {
  for (const { service, method, url, keyHeader, handler } of routes) {
    if (!parts.settings.compatibility.includes(service)) continue
    app.route({
      method,
      url,
      errorHandler: (error, request, reply) => void answerDetail(error, request, reply),
      onRequest: [
        ...(keyHeader === null ? [] : [takeKeyFrom(keyHeader)]),
        ...(service === 'tika' || service === 'docling' ? [takeKeyOfBasic] : []),
        requireKey(parts),
        limit,
        requireScope('jobs:write'),
        requireScope('jobs:read'),
        ...(method === 'DELETE' ? [requireScope('jobs:delete')] : []),
      ],
      handler: observed(handler({ parts, ...more })),
    })
  }
  if (parts.settings.compatibility.includes('unstructured')) registerPartitionPage(app)
  if (parts.settings.compatibility.includes('docling')) registerDoclingPages(app)
  if (parts.settings.compatibility.includes('tika')) registerTikaPage(app)
}

/** Unstructured's Python client asks for this page before it sends the pieces of a PDF, and needs an answer. */
const registerPartitionPage = (app: FastifyInstance): void => {
  app.route({
    method: 'GET',
    url: '/general/docs',
    exposeHeadRoute: false,
    handler: async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('POST /general/v0/general partitions a document.\n'),
  })
}

/** Answers what clients of docling-serve ask before they send anything; none of it needs a key. */
const registerDoclingPages = (app: FastifyInstance): void => {
  const get = (url: string, body: object): void => {
    app.route({ method: 'GET', url, exposeHeadRoute: false, handler: async (_request, reply) => reply.send(body) })
  }
  get('/health', { status: 'ok' })
  get('/version', { polyparse: packageJson.version, 'docling-serve': '1.31.0' })
}

/**
 * Clients of Tika find out by this page whether it is there. `/version`, which Tika has as well, is docling-serve's
 * here.
 */
const registerTikaPage = (app: FastifyInstance): void => {
  app.route({
    method: 'GET',
    url: '/tika',
    exposeHeadRoute: false,
    handler: async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(`Polyparse ${packageJson.version}, by the routes of Apache Tika\n`),
  })
}

/** Programs that know Tika, and some that know docling-serve, have no field for a key, but take an address such as `http://key:KEY@host`. */
const takeKeyOfBasic: onRequestAsyncHookHandler = async ({ headers }) => {
  const [, encoded = ''] = /^basic +([\w+/=-]{1,2000})$/i.exec(headers.authorization ?? '') ?? []
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (password !== '') headers.authorization = `Bearer ${password}`
}

const takeKeyFrom =
  (header: string): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    const key = headers[header]
    if (typeof key === 'string') headers.authorization ??= `Bearer ${key}`
  }
