import { limits, SchemaList, type SchemaSummary, StoredSchema, StoreSchemaBody } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { allowedNames, parseName } from '../../accounts/names.ts'
import {
  archiveSchema,
  eraseSchema,
  listSchemas,
  readStoredSchema,
  type SchemaVersion,
  type SchemaVersionWithContent,
  storeSchema,
  TooManySchemaVersionsError,
} from '../../schemas/stored-schemas.ts'
import { callerOf } from '../authenticate.ts'
import { schemaErrors } from '../create-job/job-request.ts'
import { receiveJson } from '../create-job/receive.ts'
import { createBodyReader } from '../json-body.ts'
import { exampleId, schemaExample, schemaListExample, storeSchemaExample } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem, validationError } from '../problems.ts'
import { createQueryReader } from '../query.ts'
import type { Shutdown } from '../shutdown.ts'

const SchemaLocation = Type.String({
  format: 'uri-reference',
  description: 'The path of the schema.',
  examples: [`/api/v1/schemas/${exampleId}`],
})
const storedAnswer = { schema: StoredSchema, examples: schemaExample, headers: { Location: SchemaLocation } }

export const storeSchemaOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/schemas',
  scopes: ['jobs:write'],
  description: {
    operationId: 'storeSchema',
    summary: 'Store a schema for extractions',
    description: `Jobs refer to it by \`extraction.schemaId\`. Posting under a name that the account has makes the next version of that schema, and an archived one is in use again; posting what the latest version is already changes nothing. An account has at most ${limits.schemaVersions} versions of schemas.`,
    tags: ['schemas'],
    body: { content: { 'application/json': { schema: { ...StoreSchemaBody, 'x-examples': storeSchemaExample } } } },
    response: {
      200: success('The latest version is the same; it was stored before.', storedAnswer),
      201: success('A new version has been stored.', storedAnswer),
      ...problemResponses('unauthorized', 'payload_too_large'),
    },
  },
}

const readStoreSchemaBody = createBodyReader(StoreSchemaBody)

export const storeSchemaHandler =
  (parts: ApiParts, shutdown: Shutdown): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const { name: given, schema, description = null } = readStoreSchemaBody(await receiveJson(request, reply, shutdown))
    const name = parseName(given)
    const errors = [
      ...(name === null ? [{ field: 'name', message: `must have ${allowedNames}` }] : []),
      ...schemaErrors(schema, 'schema'),
    ]
    if (errors.length > 0 || name === null) throw validationError(errors)
    const { created, stored } = await storeSchema(
      parts.database,
      { accountId, name, schema, description },
      parts.clock(),
    ).catch((error: unknown) => {
      if (!(error instanceof TooManySchemaVersionsError)) throw error
      const message = `would be one version more than the ${limits.schemaVersions} that an account has; erase schemas that are not needed`
      throw validationError([{ field: 'schema', message }], error)
    })
    return reply
      .code(created ? 201 : 200)
      .header('location', `/api/v1/schemas/${stored.id}`)
      .header('cache-control', 'no-store')
      .send(bodyOfSchema(stored))
  }

const ListSchemasQuery = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, description: 'Only the schema of this name.' })),
  archived: Type.Optional(
    Type.Enum(['false', 'true'], {
      default: 'false',
      description: '`true` lists the schemas that are archived, and no others.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.listSize.maximum,
      default: limits.listSize.default,
      description: 'The maximum number of schemas.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: 'The `nextCursor` of the previous page, with the same filters.' }),
  ),
})
const readListSchemasQuery = createQueryReader(ListSchemasQuery)

export const listSchemasOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/schemas',
  scopes: ['jobs:read'],
  description: {
    operationId: 'listSchemas',
    summary: 'List schemas',
    description: 'The schemas of the account in their latest versions, without their content, newest name first.',
    tags: ['schemas'],
    querystring: ListSchemasQuery,
    response: {
      200: success('One page of the list, with `nextCursor` if there are more.', {
        schema: SchemaList,
        examples: schemaListExample,
      }),
      ...problemResponses('unauthorized'),
    },
  },
}

export const listSchemasHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const {
      name,
      archived = 'false',
      limit = limits.listSize.default,
      cursor = null,
    } = readListSchemasQuery(request.query)
    const filter = { name: name?.normalize('NFC'), isArchived: archived === 'true' }
    const { accountId } = callerOf(request)
    const { schemas, nextCursor } = await listSchemas(parts.database, accountId, filter, { limit, cursor })
    const body: SchemaList = { schemas: schemas.map(summaryOfSchema), ...(nextCursor !== null && { nextCursor }) }
    return reply.header('cache-control', 'no-store').send(body)
  }

const SchemaPath = Type.Object({
  schemaId: Type.String({
    format: 'uuid',
    description: 'The id of the schema, as returned when it was stored.',
    examples: [exampleId],
  }),
})

const ReadSchemaQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.schemaVersions, description: 'Omitted: the latest version.' }),
  ),
})
const readReadSchemaQuery = createQueryReader(ReadSchemaQuery)

const schemaAnswer = {
  schema: StoredSchema,
  examples: schemaExample,
  headers: { 'Cache-Control': headerResponse.cacheControl },
}

export const readSchemaOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/schemas/:schemaId',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readSchema',
    summary: 'Read a schema',
    description: 'A version of a schema, or its latest, also of one that is archived.',
    tags: ['schemas'],
    params: SchemaPath,
    querystring: ReadSchemaQuery,
    response: { 200: success('The schema.', schemaAnswer), ...problemResponses('unauthorized', 'not_found') },
  },
}

export const readSchemaHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { version = null } = readReadSchemaQuery(request.query)
    const schema = await readStoredSchema(parts.database, callerOf(request).accountId, schemaIdOf(request), version)
    if (schema === null) throw noSuchSchema(version)
    return reply.header('cache-control', 'no-store').send(bodyOfSchema(schema))
  }

export const archiveSchemaOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/schemas/:schemaId/archive',
  scopes: ['jobs:write'],
  description: {
    operationId: 'archiveSchema',
    summary: 'Archive a schema',
    description:
      'New jobs cannot refer to it any more. Jobs that exist are not changed, and all versions stay readable. It can be repeated; posting under the name takes the schema into use again.',
    tags: ['schemas'],
    params: SchemaPath,
    response: {
      200: success('The latest version of the schema, which is archived.', schemaAnswer),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const archiveSchemaHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const id = schemaIdOf(request)
    await archiveSchema(parts.database, { accountId, id }, parts.clock())
    const schema = await readStoredSchema(parts.database, accountId, id)
    if (schema === null) throw noSuchSchema(null)
    return reply.header('cache-control', 'no-store').send(bodyOfSchema(schema))
  }

export const deleteSchemaOperation: ApiOperation = {
  method: 'DELETE',
  url: '/api/v1/schemas/:schemaId',
  scopes: ['jobs:delete'],
  description: {
    operationId: 'deleteSchema',
    summary: 'Erase a schema',
    description:
      'The schema is erased with all its versions. Jobs that exist are not changed: each has a copy of what it fills.',
    tags: ['schemas'],
    params: SchemaPath,
    response: {
      204: success('The schema has been erased.'),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const deleteSchemaHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    if (!(await eraseSchema(parts.database, { accountId, id: schemaIdOf(request) }))) throw noSuchSchema(null)
    return reply.code(204).send()
  }

const schemaIdOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'schemaId' in params ? String(params.schemaId) : ''

/** The same for a schema of another account, so that no answer tells whether it exists. */
const noSuchSchema = (version: number | null): RequestProblem =>
  new RequestProblem('not_found', {
    detail: `There is no schema with this id${version === null ? '' : ' and version'} in your account.`,
  })

const summaryOfSchema = (stored: SchemaVersion): SchemaSummary => {
  const { id, name, version, latestVersion, description, createdAt, archivedAt } = stored
  return {
    id,
    name,
    version,
    latestVersion,
    ...(description !== null && { description }),
    createdAt: createdAt.toISOString(),
    ...(archivedAt !== null && { archivedAt: archivedAt.toISOString() }),
  }
}

const bodyOfSchema = (stored: SchemaVersionWithContent): StoredSchema => ({
  ...summaryOfSchema(stored),
  schema: stored.schema,
})
