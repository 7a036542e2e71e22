import swagger from '@fastify/swagger'
import { limits } from '@polyparse/contract'
import fastify from 'fastify'
import { operations } from '../operations.ts'
import { withComponents } from './components.ts'
import { webhooks } from './webhooks.ts'

const description = `Converts documents, given by URL or uploaded, into Markdown, text, tables and other formats, with one provider or several side by side.

A job is created, answers at once, and is read until it is \`complete\` or \`failed\`. Creation is idempotent by its \`Idempotency-Key\`. Errors are \`application/problem+json\` (RFC 9457). Every response has an \`X-Request-ID\`.`

/**
 * The OpenAPI 3.1 document, made from the descriptions and schemas that the routes themselves use. Needs no database
 * and nothing that runs. Schemas with a title become components of that name.
 */
export const buildOpenApi = async (baseUrl = '/'): Promise<object> => {
  // The descriptions are data here: nothing is compiled, nothing is served.
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Polyparse',
        version: '1',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'jobs', description: 'Documents to parse, and their results.' },
        { name: 'providers', description: 'The providers that parse documents.' },
        { name: 'service', description: 'The service itself; no key needed.' },
      ],
      webhooks,
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <key>`.' },
        },
      },
    },
  })
  for (const { method, url, key, description } of operations)
    app.route({
      method,
      url,
      schema: { ...description, security: key ? [{ apiKey: [] }] : [] },
      exposeHeadRoute: false,
      bodyLimit: limits.jsonBodyBytes,
      handler: async () => {},
    })
  await app.ready()
  return withComponents(app.swagger())
}
