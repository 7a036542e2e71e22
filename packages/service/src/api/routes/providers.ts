import { Catalog } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { catalogExample } from '../openapi/examples.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'

export const listProvidersOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/providers',
  scopes: [],
  description: {
    operationId: 'listProviders',
    summary: 'List providers',
    description:
      'Every known provider with its capabilities, whether it is enabled, and the setting that would enable it.',
    tags: ['providers'],
    response: {
      200: success('The catalog.', { schema: Catalog, examples: catalogExample }),
      ...problemResponses('unauthorized'),
    },
  },
}

export const listProvidersHandler =
  ({ catalog, settings }: ApiParts): RouteHandlerMethod =>
  async (_request, reply) =>
    reply.header('cache-control', 'private, no-cache').send({
      providers: catalog.entries,
      maxUploadBytes: settings.maxUploadBytes,
      pageImageSeconds: Math.min(settings.pageImageRetentionSeconds, settings.resultRetentionSeconds),
    })
