import { randomUUIDv7 } from 'node:crypto'
import { CreatedShare, CreateShareBody, limits, Shares, type Share } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { createShare, listShares, revokeShare, type StoredShare } from '../../accounts/shares.ts'
import { expiryOfResult } from '../../jobs/read.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf } from '../authenticate.ts'
import { receiveJson } from '../create-job/receive.ts'
import { createBodyReader } from '../json-body.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { openFinished } from '../read-job/answers.ts'
import { noSuchShare } from '../share-guard.ts'
import type { Shutdown } from '../shutdown.ts'
import { JobPath, jobIdOf, noSuchJob, readOwnJob } from './job-path.ts'

const SharePath = Type.Object({
  ...JobPath.properties,
  shareId: Type.String({ format: 'uuid', description: 'The id of the link.' }),
})

const headers = { 'Cache-Control': headerResponse.cacheControl }

export const createShareOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/jobs/:jobId/shares',
  scopes: ['jobs:write', 'jobs:read'],
  description: {
    operationId: 'createShare',
    summary: 'Share a result by a link',
    description: `Makes a link that shows the result of a complete job to whoever has it, without a key, until it expires or is revoked, or the job is erased. It is shown this once. A job may have ${limits.shares.perJob}.`,
    tags: ['shares'],
    params: JobPath,
    body: { content: { 'application/json': { schema: CreateShareBody } } },
    response: {
      201: success('The link.', { schema: CreatedShare, headers }),
      ...problemResponses(
        'unauthorized',
        'not_found',
        'no_result',
        'limit_reached',
        'result_expired',
        'result_damaged',
        'payload_too_large',
      ),
    },
  },
}

export const listSharesOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/shares',
  scopes: ['jobs:read'],
  description: {
    operationId: 'listShares',
    summary: 'List the links to a result',
    description: 'Those that are valid, without their tokens.',
    tags: ['shares'],
    params: JobPath,
    response: {
      200: success('The links, the newest first.', { schema: Shares, headers }),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

export const revokeShareOperation: ApiOperation = {
  method: 'DELETE',
  url: '/api/v1/jobs/:jobId/shares/:shareId',
  scopes: ['jobs:write'],
  description: {
    operationId: 'revokeShare',
    summary: 'Revoke a link to a result',
    description: 'From then on the link shows nothing to anybody.',
    tags: ['shares'],
    params: SharePath,
    response: {
      204: success('The link is not valid any more.'),
      ...problemResponses('unauthorized', 'not_found'),
    },
  },
}

const readBody = createBodyReader(CreateShareBody)

/** A body without a lifetime is short. */
const maxBodyBytes = 16 * 1024

export const createShareHandler =
  (parts: ApiParts, shutdown: Shutdown, baseUrl: () => string): RouteHandlerMethod =>
  async (request, reply) => {
    const { database, clock, settings } = parts
    const { accountId } = callerOf(request)
    const { expiresIn = limits.shares.expiresInSeconds.default } = readBody(
      await receiveJson(request, reply, shutdown, { maxBytes: maxBodyBytes }),
    )
    const job = await readOwnJob(parts, accountId, jobIdOf(request))
    openFinished(parts, job)
    const now = clock()
    const asked = new Date(now.getTime() + expiresIn * 1000)
    const end = expiryOfResult(job, settings.resultRetentionSeconds)
    const expiresAt = end !== null && end < asked ? end : asked
    const share = { id: randomUUIDv7(), jobId: job.id, expiresAt }
    const details = { share: share.id, expiresAt: expiresAt.toISOString() }
    const token = await auditedForCaller(
      parts,
      request,
      { action: 'share.create', target: job.id, details },
      async () => {
        if (settings.sharing === 'off')
          throw new RequestProblem('forbidden', { detail: 'The operator of this service allows no links to results.' })
        const created = await createShare(database, accountId, share, now)
        if (created === null) throw noSuchJob()
        if (created === 'too_many')
          throw new RequestProblem('limit_reached', { detail: `A job may have ${limits.shares.perJob} links.` })
        return created.token
      },
    )
    const body: CreatedShare = { ...wireOfShare({ ...share, createdAt: now }), url: `${baseUrl()}/shared#/${token}` }
    return reply.code(201).header('cache-control', 'no-store').send(body)
  }

export const listSharesHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const job = await readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const body: Shares = { shares: (await listShares(parts.database, job.id, parts.clock())).map(wireOfShare) }
    return reply.header('cache-control', 'no-store').send(body)
  }

export const revokeShareHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id } = await readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const share = shareIdOf(request)
    await auditedForCaller(parts, request, { action: 'share.revoke', target: id, details: { share } }, async () => {
      if (!(await revokeShare(parts.database, id, share))) throw noSuchShare()
    })
    return reply.code(204).send()
  }

const shareIdOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'shareId' in params ? String(params.shareId) : ''

const wireOfShare = ({ id, createdAt, expiresAt }: StoredShare): Share => ({
  id,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
