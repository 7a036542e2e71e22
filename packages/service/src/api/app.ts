import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@polyparse/contract'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type onRequestAsyncHookHandler,
  type RouteHandlerMethod,
} from 'fastify'
import { answerErrors, refuseUnknownRoutes } from './answer-errors.ts'
import { requireKeyOrSession, requireScope } from './authenticate.ts'
import { registerCompatibility } from './compatibility/register.ts'
import { allowOrigins } from './cors.ts'
import { framingErrors } from './framing.ts'
import { createCapacity } from './require-capacity.ts'
import { createHttpServer, baseUrlOf } from './http-server.ts'
import { buildOpenApi } from './openapi/build.ts'
import { observed, observeRequests } from './observe.ts'
import type { ApiOperation } from './operation.ts'
import type { ApiParts } from './parts.ts'
import { RequestProblem, validationError } from './problems.ts'
import { refuseQuery } from './query.ts'
import { limitRate } from './rate-limit.ts'
import { requireKnownHost } from './require-known-host.ts'
import { logRequests } from './request-log.ts'
import { createResultReader } from './result-reading/reader.ts'
import { registerAdminRoutes } from './routes/admin.ts'
import { createBatchHandler, createBatchOperation, readBatchHandler, readBatchOperation } from './routes/batches.ts'
import { cancelJobHandler, cancelJobOperation } from './routes/cancel-job.ts'
import { createIntake, createJobHandlers, createJobOperation, createUploadOperation } from './routes/create-job.ts'
import {
  readCorrectionsHandler,
  readCorrectionsOperation,
  removeCorrectionsHandler,
  removeCorrectionsOperation,
  replaceCorrectionsHandler,
  replaceCorrectionsOperation,
} from './routes/corrections.ts'
import {
  listJudgementsHandler,
  listJudgementsOperation,
  readJudgementsHandler,
  readJudgementsOperation,
  removeJudgementsHandler,
  removeJudgementsOperation,
  replaceJudgementsHandler,
  replaceJudgementsOperation,
} from './routes/judgements.ts'
import { deleteJobHandler, deleteJobOperation } from './routes/delete-job.ts'
import { healthHandler, healthOperation } from './routes/health.ts'
import { readDeliveriesHandler, readDeliveriesOperation } from './routes/job-deliveries.ts'
import { jobEventsHandler, jobEventsOperation } from './routes/job-events.ts'
import { listJobsHandler, listJobsOperation } from './routes/list-jobs.ts'
import { openApiHandler, openApiOperation } from './routes/openapi.ts'
import { liveHandler, liveOperation, readyHandler, readyOperation } from './routes/probes.ts'
import { readPageHandler, readPageOperation } from './routes/job-page.ts'
import { registerMcp } from './routes/mcp.ts'
import { problemPageHandler, problemPageOperation } from './routes/problem-pages.ts'
import {
  jobPartHandler,
  readImageOperation,
  readPageImageOperation,
  readOutputHandler,
  readOutputOperation,
  readProviderImageOperation,
  readProviderOutputOperation,
  readSharedImageOperation,
  readSharedPageImageOperation,
  readSharedProviderImageOperation,
} from './routes/job-parts.ts'
import { parseHandler, parseOperation } from './routes/parse.ts'
import { listProvidersHandler, listProvidersOperation } from './routes/providers.ts'
import { registerOidcRoutes } from './routes/oidc.ts'
import { readJobHandler, readJobOperation } from './routes/read-job.ts'
import { retryJobHandler, retryJobOperation } from './routes/retry-job.ts'
import {
  archiveSchemaHandler,
  archiveSchemaOperation,
  deleteSchemaHandler,
  deleteSchemaOperation,
  listSchemasHandler,
  listSchemasOperation,
  readSchemaHandler,
  readSchemaOperation,
  storeSchemaHandler,
  storeSchemaOperation,
} from './routes/schemas.ts'
import { registerSessionRoutes } from './routes/session.ts'
import { readSharedHandler, readSharedOperation, sharedPartHandler } from './routes/shared.ts'
import {
  createShareHandler,
  createShareOperation,
  listSharesHandler,
  listSharesOperation,
  revokeShareHandler,
  revokeShareOperation,
} from './routes/shares.ts'
import { readUsageHandler, readUsageOperation } from './routes/usage.ts'
import { registerWebApp } from './routes/web-app.ts'
import {
  rotateWebhookSecretHandler,
  rotateWebhookSecretOperation,
  testWebhookHandler,
  testWebhookOperation,
} from './routes/webhooks.ts'
import { routeUrl } from './route-url.ts'
import { isInRanges } from '@polyparse/outbound'
import { keepPrivate, requireShare } from './share-guard.ts'
import { prepareShutdown } from './shutdown.ts'
import { standardTimeouts } from './timeouts.ts'
import { drainUnreadBodies, leaveBodiesAlone } from './body-hooks.ts'

/**
 * The HTTP interface, ready to listen. Closing it answers waiting requests, and ends those under way within seconds.
 */
export const createApi = (parts: ApiParts): FastifyInstance => {
  const logger: FastifyBaseLogger = parts.logger
  const { timeouts = standardTimeouts } = parts
  const baseUrl = (): string => baseUrlOf(app, parts.settings.baseUrl)

  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // This is for `request.ip` alone: nothing here asks for the host or the protocol that a proxy claims.
    trustProxy: (address) => isInRanges(address, parts.settings.trustedProxies),
    genReqId: () => randomUUIDv7(),
    serverFactory: (handler) => createHttpServer(handler, { logger: parts.logger, baseUrl, timeouts }),
    // The server above answers these errors.
    clientErrorHandler: () => {},
    // A hook answers these requests, with a problem.
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.headerBytes },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded matches no route.
      void answer(new RequestProblem('route_not_found', { cause: error }), request, reply)
    },
  })
  const answer = answerErrors(baseUrl)

  app.setErrorHandler(answer)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  })
  logRequests(app)
  observeRequests(app)
  drainUnreadBodies(app)
  allowOrigins(app, parts.settings.corsOrigins)
  const shutdown = prepareShutdown(app)
  leaveBodiesAlone(app)
  refuseUnknownRoutes(app)
  app.addHook('onRequest', async ({ raw }) => {
    const errors = framingErrors(raw)
    if (errors.length > 0) throw validationError(errors)
  })

  const { requestsPerMinute } = parts.settings
  const capacity = createCapacity(parts)
  const intake = createIntake(parts, capacity)
  const limit = limitRate(requestsPerMinute, parts.clock)
  const byShare = requireShare(parts)
  const guardsOf = (scopes: ApiOperation['scopes']): onRequestAsyncHookHandler[] => {
    if (scopes === null) return []
    return scopes === 'share' ? [byShare] : [requireKeyOrSession(parts), limit, ...scopes.map(requireScope)]
  }
  const serve = ({ method, url, scopes, description }: ApiOperation, handler: RouteHandlerMethod): void => {
    app.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: routeUrl(url),
      exposeHeadRoute: false,
      onRequest: [
        ...guardsOf(scopes),
        ...(description.querystring === undefined
          ? [async ({ query }: FastifyRequest) => void refuseQuery(query)]
          : []),
      ],
      ...(scopes === 'share' && { onSend: keepPrivate }),
      handler: observed(handler),
    })
  }
  const create = createJobHandlers(parts, shutdown, intake)
  serve(createJobOperation, create.job)
  serve(createUploadOperation, create.upload)
  serve(parseOperation, parseHandler({ parts, shutdown, intake }))
  serve(listJobsOperation, listJobsHandler(parts))
  const reader = createResultReader({ maxMebibytes: parts.settings.documentMemoryMebibytes })
  serve(readJobOperation, readJobHandler(parts, shutdown, reader))
  serve(readOutputOperation, readOutputHandler(parts, reader))
  for (const operation of [
    readImageOperation,
    readProviderOutputOperation,
    readProviderImageOperation,
    readPageImageOperation,
  ])
    serve(operation, jobPartHandler(parts))
  serve(readPageOperation, readPageHandler(parts, reader))
  serve(jobEventsOperation, jobEventsHandler(parts, shutdown))
  serve(readDeliveriesOperation, readDeliveriesHandler(parts))
  serve(cancelJobOperation, cancelJobHandler(parts))
  serve(retryJobOperation, retryJobHandler(parts, capacity))
  serve(deleteJobOperation, deleteJobHandler(parts))
  serve(readCorrectionsOperation, readCorrectionsHandler(parts))
  serve(replaceCorrectionsOperation, replaceCorrectionsHandler(parts, shutdown, reader))
  serve(removeCorrectionsOperation, removeCorrectionsHandler(parts))
  serve(readJudgementsOperation, readJudgementsHandler(parts))
  serve(replaceJudgementsOperation, replaceJudgementsHandler(parts, shutdown))
  serve(removeJudgementsOperation, removeJudgementsHandler(parts))
  serve(listJudgementsOperation, listJudgementsHandler(parts))
  serve(createShareOperation, createShareHandler(parts, shutdown, baseUrl))
  serve(listSharesOperation, listSharesHandler(parts))
  serve(revokeShareOperation, revokeShareHandler(parts))
  serve(readSharedOperation, readSharedHandler(parts))
  for (const operation of [readSharedImageOperation, readSharedProviderImageOperation, readSharedPageImageOperation])
    serve(operation, sharedPartHandler(parts))
  serve(createBatchOperation, createBatchHandler(parts, shutdown, intake))
  serve(readBatchOperation, readBatchHandler(parts))
  serve(storeSchemaOperation, storeSchemaHandler(parts, shutdown))
  serve(listSchemasOperation, listSchemasHandler(parts))
  serve(readSchemaOperation, readSchemaHandler(parts))
  serve(archiveSchemaOperation, archiveSchemaHandler(parts))
  serve(deleteSchemaOperation, deleteSchemaHandler(parts))
  serve(listProvidersOperation, listProvidersHandler(parts))
  serve(readUsageOperation, readUsageHandler(parts))
  serve(rotateWebhookSecretOperation, rotateWebhookSecretHandler(parts))
  serve(testWebhookOperation, testWebhookHandler(parts, shutdown))
  serve(healthOperation, healthHandler(parts))
  serve(liveOperation, liveHandler(parts))
  serve(readyOperation, readyHandler(parts))
  serve(
    openApiOperation,
    openApiHandler(() => buildOpenApi(baseUrl())),
  )
  serve(problemPageOperation, problemPageHandler())
  registerAdminRoutes(app, parts, shutdown)
  registerSessionRoutes(app, parts, shutdown)
  registerOidcRoutes(app, parts)
  app.addHook('onClose', () => reader.close())
  registerMcp(app, parts, { shutdown, limit, reader })
  registerCompatibility(app, parts, { shutdown, limit, intake, reader })
  if (parts.webApp !== undefined) registerWebApp(app, parts.webApp, requireKnownHost(parts))
  return app
}
