import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Catalog, CreateJobBody, Job, JobAccepted, JobList, scopes, WebhookEvent } from '@polyparse/contract'
import type { TSchema } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { buildOpenApi } from '../../src/api/openapi/build.ts'
import {
  createExamples,
  acceptedExample,
  catalogExample,
  jobExamples,
  listExample,
  webhookExamples,
} from '../../src/api/openapi/examples.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'

type Parameter = { name: string; in: string; required: boolean }
type Link = { operationId: string; parameters: Record<string, string> }
type Response = {
  headers?: Record<string, object>
  links?: Record<string, Link>
  content?: Record<string, { schema: object; examples?: object }>
}
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: { apiKey?: string[]; shareToken?: string[] }[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { examples?: object }> }
  responses: Record<string, Response>
}
type Description = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const assertAccepted = (schema: TSchema, examples: Record<string, { value: unknown }>): void => {
  for (const [name, { value }] of Object.entries(examples)) assert.ok(Value.Check(schema, value), name)
}

describe('GET /api/openapi.json', () => {
  let api: ApiHarness
  let served: Description
  before(async () => {
    api = await openApiHarness()
    served = (await api.app.inject({ url: '/api/openapi.json' })).json()
  })
  after(() => api.close())

  const operations = (): [path: string, method: string, operation: Operation][] =>
    Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
    )

  it('is an OpenAPI 3.1 document, the same as the one built without a database', async () => {
    assert.equal(served.openapi, '3.1.0')
    assert.equal(served.servers[0]?.url, 'https://parse.example.com')
    assert.deepEqual(served, await buildOpenApi('https://parse.example.com'))
  })

  it('describes every endpoint of the interface', () => {
    assert.deepEqual(
      operations().map(([path, method]) => `${method} ${path}`),
      [
        'post /api/v1/jobs',
        'get /api/v1/jobs',
        'post /api/v1/uploads',
        'post /api/v1/parse',
        'get /api/v1/jobs/{jobId}',
        'delete /api/v1/jobs/{jobId}',
        'get /api/v1/jobs/{jobId}/outputs/{output}',
        'get /api/v1/jobs/{jobId}/images/{imageId}',
        'get /api/v1/jobs/{jobId}/providers/{provider}/outputs/{output}',
        'get /api/v1/jobs/{jobId}/providers/{provider}/images/{imageId}',
        'get /api/v1/jobs/{jobId}/pages/{page}/image',
        'get /api/v1/jobs/{jobId}/pages/{page}',
        'get /api/v1/jobs/{jobId}/events',
        'get /api/v1/jobs/{jobId}/deliveries',
        'post /api/v1/jobs/{jobId}/cancel',
        'post /api/v1/jobs/{jobId}/retry',
        'get /api/v1/jobs/{jobId}/corrections',
        'put /api/v1/jobs/{jobId}/corrections',
        'delete /api/v1/jobs/{jobId}/corrections',
        'get /api/v1/jobs/{jobId}/judgements',
        'put /api/v1/jobs/{jobId}/judgements',
        'delete /api/v1/jobs/{jobId}/judgements',
        'get /api/v1/judgements',
        'post /api/v1/jobs/{jobId}/shares',
        'get /api/v1/jobs/{jobId}/shares',
        'delete /api/v1/jobs/{jobId}/shares/{shareId}',
        'get /api/v1/shared',
        'get /api/v1/shared/images/{imageId}',
        'get /api/v1/shared/providers/{provider}/images/{imageId}',
        'get /api/v1/shared/pages/{page}/image',
        'post /api/v1/batches',
        'get /api/v1/batches/{batchId}',
        'post /api/v1/schemas',
        'get /api/v1/schemas',
        'get /api/v1/schemas/{schemaId}',
        'delete /api/v1/schemas/{schemaId}',
        'post /api/v1/schemas/{schemaId}/archive',
        'get /api/v1/providers',
        'get /api/v1/usage',
        'post /api/v1/webhooks/secret/rotate',
        'post /api/v1/webhooks/test',
        'get /api/v1/health',
        'get /livez',
        'get /readyz',
        'get /api/openapi.json',
        'get /problems/{name}',
      ],
    )
  })

  it('says for each operation who may call it, what it answers and with which headers', () => {
    for (const [path, method, operation] of operations()) {
      const where = `${method} ${path}`
      assert.ok(operation.operationId && operation.summary && operation.description && operation.tags.length > 0, where)
      const isPublic = /health|livez|readyz|openapi|problems/.test(path)
      const isShared = path.startsWith('/api/v1/shared')
      assert.equal(
        operation.security.some(({ shareToken }) => shareToken !== undefined),
        isShared,
        where,
      )
      const needed = operation.security.flatMap(({ apiKey = [] }) => apiKey)
      const counts = {
        'get /api/v1/providers': 0,
        'post /api/v1/parse': 2,
        'put /api/v1/jobs/{jobId}/corrections': 2,
        'put /api/v1/jobs/{jobId}/judgements': 2,
        'post /api/v1/jobs/{jobId}/shares': 2,
      }
      const count = isShared ? 0 : (new Map(Object.entries(counts)).get(where) ?? 1)
      assert.ok(isPublic ? operation.security.length === 0 : needed.length === count, where)
      assert.ok(
        needed.every((scope) => scopes.some((each) => each === scope)),
        where,
      )
      assert.equal('401' in operation.responses, !isPublic, where)
      assert.equal('403' in operation.responses, !isPublic && !isShared, where)
      assert.equal('429' in operation.responses, !isPublic, where)
      for (const [status, response] of Object.entries(operation.responses)) {
        assert.ok(response.headers && 'X-Request-ID' in response.headers, `${where} ${status}`)
        if (Number(status) >= 400)
          assert.ok(response.content?.['application/problem+json']?.examples, `${where} ${status}`)
      }
      for (const status of ['400', '408', '431', '500', '503'])
        assert.ok(status in operation.responses, `${where} ${status}`)
    }
  })

  it('has both bodies for creating a job, the headers as the interface spells them, and the statuses', () => {
    const create = served.paths['/api/v1/jobs']?.['post']
    assert.ok(create)
    assert.deepEqual(Object.keys(create.requestBody?.content ?? {}), ['application/json', 'application/octet-stream'])
    assert.ok(create.requestBody?.content['application/json']?.examples)
    assert.deepEqual(
      create.parameters?.map(({ name }) => name),
      [
        'Idempotency-Key',
        'X-Service-Filename',
        'X-Service-Operation',
        'X-Service-Outputs',
        'X-Service-Pages',
        'X-Service-Provider',
        'X-Service-Providers',
        'X-Service-Provider-Options',
        'X-Service-Include-Raw',
        'X-Service-Extraction',
        'X-Service-Classification',
        'X-Service-Images',
        'X-Service-Page-Images',
        'X-Service-Provisional-Pages',
        'X-Service-Deadline-Seconds',
        'X-Service-Fallback',
        'X-Service-Webhook',
        'X-Service-Deliver',
        'X-Service-Metadata',
      ],
    )
    for (const status of ['200', '202', '401', '409', '413']) assert.ok(status in create.responses, status)
    assert.ok(create.responses['202']?.headers && 'Location' in create.responses['202'].headers)
  })

  it('says of which bytes an answer is, and what else it depends on', () => {
    for (const [path, method, { responses }] of operations())
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const where = `${method} ${path} ${status}`
        assert.ok('Vary' in headers, where)
        assert.equal('Content-Range' in headers, status === '206' || status === '416', where)
        const isPart = '206' in responses && ['200', '206', '416'].includes(status)
        assert.equal('Accept-Ranges' in headers, isPart, where)
      }
  })

  it('says which texts are addresses, and which are paths', () => {
    const found = new Set<string>()
    const search = (value: unknown, name: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { format, description } = Object(value)
      const isAddress = typeof format === 'string' && format.startsWith('uri')
      if (isAddress) found.add(`${name} ${format}`)
      if (/^(?:url|Location)$/.test(name))
        assert.ok(isAddress || Object(value).schema !== undefined, String(description))
      for (const [key, member] of Object.entries(value))
        search(member, key === 'schema' ? name : String(Object(member).in === undefined ? key : member.name))
    }
    search(JSON.parse(JSON.stringify({ paths: served.paths, components: served.components })), '')
    assert.deepEqual([...found].toSorted(), [
      'Location uri-reference',
      'X-Service-Webhook uri',
      'additionalProperties uri',
      'type uri',
      'url uri',
      'url uri-reference',
      'webhook uri',
    ])
    assert.doesNotMatch(JSON.stringify(served), /x-format/)
  })

  it('links what an answer identifies to the operations on it', () => {
    const byId = new Map(
      operations().map(([path, , operation]) => [operation.operationId, { path, ...operation }] as const),
    )
    const targets = new Map<string, string[]>()
    for (const [path, method, { responses }] of operations())
      for (const [status, { links = {} }] of Object.entries(responses)) {
        for (const { operationId, parameters } of Object.values(links)) {
          const target = byId.get(operationId)
          assert.ok(target, operationId)
          for (const name of Object.keys(parameters))
            assert.ok(
              target.parameters?.some((parameter) => parameter.name === name),
              `${operationId} ${name}`,
            )
        }
        if (Object.keys(links).length > 0)
          targets.set(
            `${method} ${path} ${status}`,
            Object.values(links).map(({ operationId }) => operationId),
          )
      }
    const ofJob = ['readJob', 'followJob', 'cancelJob', 'deleteJob']
    const ofSchema = ['readSchema', 'archiveSchema', 'deleteSchema']
    const ofParts = ['readOutput', 'readImage', 'readProviderOutput', 'readProviderImage', 'readPageImage']
    assert.deepEqual(Object.fromEntries(targets), {
      'post /api/v1/jobs 200': ofJob,
      'post /api/v1/jobs 202': ofJob,
      'post /api/v1/uploads 200': ofJob,
      'post /api/v1/uploads 202': ofJob,
      'post /api/v1/jobs/{jobId}/retry 202': ofJob,
      'get /api/v1/jobs/{jobId} 200': [...ofParts, 'readBatch'],
      'post /api/v1/jobs/{jobId}/shares 201': ['revokeShare'],
      'post /api/v1/batches 200': ['readBatch', 'listJobs'],
      'post /api/v1/batches 202': ['readBatch', 'listJobs'],
      'post /api/v1/schemas 200': ofSchema,
      'post /api/v1/schemas 201': ofSchema,
      'get /api/v1/batches/{batchId} 200': ['listJobs'],
    })
  })

  it('describes what a webhook receives, with headers, body and the answers that it may give', () => {
    const receive = served.webhooks['jobEnded']?.['post']
    assert.ok(receive)
    assert.deepEqual(
      receive.parameters?.map((parameter) => [parameter.name, parameter.in, parameter.required]),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, 'header', true]),
    )
    assert.ok(receive.requestBody?.content['application/json']?.examples)
    assert.deepEqual(receive.security, [])
    assert.deepEqual(new Set(Object.keys(receive.responses)), new Set(['2XX', '410']))
  })

  it('names the schemas of the contract once each', () => {
    for (const name of [
      'Job',
      'ParseResult',
      'CompareResult',
      'Problem',
      'Block',
      'Document',
      'Chunk',
      'CreateJobBody',
      'WebhookEvent',
    ])
      assert.ok(name in served.components.schemas, name)
    const references = JSON.stringify(served).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    for (const [, name = ''] of references) assert.ok(name in served.components.schemas, name)
  })

  it('requires no body of which nothing is required, as the API does not', () => {
    const optional = operations().filter(([, , { requestBody }]) => requestBody?.required === false)
    assert.deepEqual(
      optional.map(([path, method]) => `${method} ${path}`),
      ['post /api/v1/jobs/{jobId}/shares'],
    )
  })

  it('has examples that its own schemas accept', () => {
    assertAccepted(CreateJobBody, createExamples)
    assertAccepted(JobAccepted, acceptedExample)
    assertAccepted(Job, jobExamples)
    assertAccepted(JobList, listExample)
    assertAccepted(Catalog, catalogExample)
    assertAccepted(WebhookEvent, webhookExamples)
  })
})
