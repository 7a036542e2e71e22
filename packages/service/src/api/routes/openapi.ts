import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'

export const openApiOperation: ApiOperation = {
  method: 'GET',
  url: '/api/openapi.json',
  scopes: null,
  description: {
    operationId: 'readOpenApi',
    summary: 'Read this description',
    description: 'The OpenAPI 3.1 document of the API.',
    tags: ['service'],
    response: {
      200: success('The document.', { schema: Type.Object({}, { additionalProperties: true }) }),
      ...problemResponses(),
    },
  },
}

/** The document does not change while the service runs, so it is built once, when it is first requested. */
export const openApiHandler = (build: () => Promise<object>): RouteHandlerMethod => {
  let document: Promise<string> | undefined
  return async (_request, reply) => {
    document ??= build().then((built) => JSON.stringify(built))
    return reply
      .type('application/json')
      .header('cache-control', 'public, max-age=60')
      .send(await document)
  }
}
