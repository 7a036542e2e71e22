import swagger from '@fastify/swagger'
import { limits } from '@polyparse/contract'
import fastify from 'fastify'
import type { ApiOperation } from '../operation.ts'
import { apiOperations } from '../operations.ts'
import { links } from './links.ts'
import { webhooks } from './webhooks.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const isJsonObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members of an OpenAPI document that hold values, not schemas. */
const notSchemas = new Set(['example', 'examples', 'info', 'default'])

/** Statuses whose answers never have content; the generator declares some nevertheless. */
const emptyStatuses = new Set(['204', '304'])

const withoutContent = (response: Json): Json =>
  isJsonObject(response)
    ? Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'content'))
    : response

/** An answer without a body, or a body that may be left out because it has no member that is required. */
const asSent = (name: string, member: Json): Json => {
  if (emptyStatuses.has(name)) return withoutContent(member)
  return name === 'requestBody' && isJsonObject(member) && isOptionalBody(member)
    ? { ...member, required: false }
    : member
}

const isOptionalBody = ({ content }: { [name: string]: Json }): boolean =>
  isJsonObject(content) &&
  Object.values(content).every((body) => {
    const schema = isJsonObject(body) ? body['schema'] : undefined
    return isJsonObject(schema) && schema['type'] === 'object' && schema['required'] === undefined
  })

/**
 * The document in which every schema with a title has moved to `components.schemas`, once, with references in its
 * places.
 */
const withComponents = (document: object): object => {
  const schemas: { [name: string]: Json } = {}

  const moved = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(moved)
    if (!isJsonObject(value)) return value
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        notSchemas.has(name) ? member : moved(asSent(name, member)),
      ]),
    )
    // Generators of types want the type as well.
    if (Array.isArray(copy['enum']) && copy['enum'].every((member) => typeof member === 'string'))
      copy['type'] ??= 'string'
    // Says what callers should send; what is wrong with an address is for code to say that knows more than its form.
    const { 'x-format': format, ...rest } = copy
    if (format !== undefined) return { ...rest, format }
    const { title } = copy
    if (typeof title !== 'string') return copy
    if (schemas[title] !== undefined && JSON.stringify(schemas[title]) !== JSON.stringify(copy))
      throw new Error(`two different schemas have the title ${title}`)
    schemas[title] = copy
    return { $ref: `#/components/schemas/${title}` }
  }

  const plain: Json = JSON.parse(JSON.stringify(document))
  const copy = moved(plain)
  if (!isJsonObject(copy)) throw new TypeError('an OpenAPI document is an object')
  const components = isJsonObject(copy['components']) ? copy['components'] : {}
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)))
  return { ...copy, components: { ...components, schemas: sorted } }
}

const securityOf = (scopes: ApiOperation['scopes']): Readonly<Record<string, string[]>>[] => {
  if (scopes === null) return []
  return [scopes === 'share' ? { shareToken: [] } : { apiKey: [...scopes] }]
}

const description = `Converts documents, given by URL or uploaded, into Markdown, text, tables and other formats, with one provider or several side by side.

A job is created, answers at once, and is read until it is \`complete\` or \`failed\`. Creation is idempotent by its \`Idempotency-Key\`. Errors are \`application/problem+json\` (RFC 9457). Every response has an \`X-Request-ID\`.`

/**
 * The OpenAPI 3.1 document, made from the descriptions and schemas that the routes themselves use. Needs neither a
 * database nor a running service. Schemas with a title become components of that name.
 */
export const buildOpenApi = async (baseUrl = '/'): Promise<object> => {
  // The descriptions are only data here: nothing is compiled or served.
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
        { name: 'corrections', description: 'The corrections that people have made to results.' },
        { name: 'judgements', description: 'The judgements of people on the disputes of comparisons.' },
        { name: 'shares', description: 'Results that are shown by a link, without a key.' },
        { name: 'batches', description: 'Many jobs at once.' },
        { name: 'schemas', description: 'Schemas for extractions, stored under names and in versions.' },
        { name: 'providers', description: 'The providers that parse documents.' },
        { name: 'account', description: 'The usage of the account, and its webhooks.' },
        { name: 'service', description: 'The service itself; no key needed.' },
      ],
      webhooks,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: `Authorization: Bearer <key>`, with the scope that the operation names.',
          },
          shareToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a link to a result: what follows `#/` in its address.',
          },
        },
      },
    },
  })
  for (const { method, url, scopes, description } of apiOperations)
    app.route({
      method,
      url,
      schema: { ...description, security: securityOf(scopes) },
      exposeHeadRoute: false,
      bodyLimit: limits.jsonBodyBytes,
      handler: async () => {},
      links: links[description.operationId ?? ''] ?? {},
    })
  await app.ready()
  return withComponents(app.swagger())
}
