import { limits } from '@polyparse/contract'
import { JobJudgements, JudgementsBody, JudgementsList, judgementsSchema } from '@polyparse/contract/judgements'
import { Type } from '@polyparse/document/typebox'
import type { FastifyReply, RouteHandlerMethod } from 'fastify'
import { isUuid } from '../../db/values.ts'
import {
  type KeptJudgements,
  listJudgements,
  readJudgementsOfJob,
  removeJudgements,
  replaceJudgements,
} from '../../jobs/judgements.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf } from '../authenticate.ts'
import { receiveJson } from '../create-job/receive.ts'
import { ifMatchHeader, knownRevisionOf, tagOfRevision } from '../if-match.ts'
import { createBodyReader } from '../json-body.ts'
import { judgementsExample, judgementsListExample } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem, validationError } from '../problems.ts'
import { createQueryReader } from '../query.ts'
import { openFinished } from '../read-job/answers.ts'
import type { Shutdown } from '../shutdown.ts'
import { JobPath, jobIdOf, noSuchJob, readOwnJob } from './job-path.ts'

const answer = {
  schema: JobJudgements,
  examples: judgementsExample,
  headers: {
    'Cache-Control': headerResponse.cacheControl,
    ETag: Type.String({ description: 'Names the judgements as they are, for `If-Match`.' }),
  },
}
const ifMatch = ifMatchHeader('judgements')

export const readJudgementsOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/judgements',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readJudgements',
    summary: 'Read the judgements on a comparison',
    description:
      'The judgements of people on its disputes, and whether the account keeps them. Where it does not, the app has them in the browser.',
    tags: ['judgements'],
    params: JobPath,
    response: {
      200: success('The judgements; `document` is null where there are none.', answer),
      ...problemResponses('unauthorized', 'not_found', 'no_result', 'result_expired', 'result_damaged'),
    },
  },
}

export const replaceJudgementsOperation: ApiOperation = {
  method: 'PUT',
  url: '/api/v1/jobs/:jobId/judgements',
  scopes: ['jobs:write', 'jobs:read'],
  description: {
    operationId: 'replaceJudgements',
    summary: 'Judge a comparison',
    description:
      'Stores what people have said about the disputes of a complete job, as the app has it, in the place of what is there. The account must keep judgements, which its operator decides.',
    tags: ['judgements'],
    params: JobPath,
    headers: ifMatch,
    body: { content: { 'application/json': { schema: JudgementsBody } } },
    response: {
      200: success('The judgements as they are now.', answer),
      ...problemResponses(
        'unauthorized',
        'not_found',
        'no_result',
        'result_expired',
        'result_damaged',
        'judgements_changed',
        'payload_too_large',
      ),
    },
  },
}

export const removeJudgementsOperation: ApiOperation = {
  method: 'DELETE',
  url: '/api/v1/jobs/:jobId/judgements',
  scopes: ['jobs:write'],
  description: {
    operationId: 'removeJudgements',
    summary: 'Forget the judgements on a comparison',
    description: 'Also erases those on a job whose record is kept no more.',
    tags: ['judgements'],
    params: JobPath,
    headers: ifMatch,
    response: {
      204: success('There are none any more.'),
      ...problemResponses('unauthorized', 'not_found', 'judgements_changed'),
    },
  },
}

const ListJudgementsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.judgementsListSize.maximum,
      default: limits.judgementsListSize.default,
      description: 'The maximum number of documents.',
    }),
  ),
  cursor: Type.Optional(Type.String({ format: 'uuid', description: 'The `nextCursor` of the previous page.' })),
})
const readListJudgementsQuery = createQueryReader(ListJudgementsQuery)

export const listJudgementsOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/judgements',
  scopes: ['jobs:read'],
  description: {
    operationId: 'listJudgements',
    summary: 'List judged documents',
    description:
      'The judgements that the account keeps, those on the newest job first, as a file that `polyparse bench --judgements` and the app read.',
    tags: ['judgements'],
    querystring: ListJudgementsQuery,
    response: {
      200: success('One page of the list, with `nextCursor` if there are more.', {
        schema: JudgementsList,
        examples: judgementsListExample,
      }),
      ...problemResponses('unauthorized'),
    },
  },
}

const readBody = createBodyReader(JudgementsBody)

export const readJudgementsHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const jobId = jobIdOf(request)
    const isKept = ({ keeping, stored }: KeptJudgements): boolean => keeping === 'kept' && stored !== null
    const found = isUuid(jobId) ? await readJudgementsOfJob(parts.database, accountId, jobId) : null
    if (found !== null && isKept(found)) return sendJudgements(reply, found)
    const job = await readOwnJob(parts, accountId, jobId)
    openFinished(parts, job)
    return sendJudgements(reply, await readJudgementsOfJob(parts.database, accountId, job.id))
  }

export const replaceJudgementsHandler =
  (parts: ApiParts, shutdown: Shutdown): RouteHandlerMethod =>
  async (request, reply) => {
    const { document } = readBody(await receiveJson(request, reply, shutdown))
    const { accountId } = callerOf(request)
    const read = () => readOwnJob(parts, accountId, jobIdOf(request))
    const { id: jobId, ...job } = await read()
    const { path: resultPath } = openFinished(parts, { id: jobId, ...job })
    if (document.job !== jobId)
      throw validationError([{ field: 'document.job', message: 'must be the id of the job in the path' }])
    const change = { accountId, jobId, resultPath, document, known: knownRevisionOf(request) }
    const details = { settlements: document.settlements.length }
    const act = { action: 'judgements.replace', target: jobId, details } as const
    const stored = await auditedForCaller(parts, request, act, async () => {
      const replaced = await replaceJudgements(parts.database, change)
      if (replaced === 'changed') throw judgementsChanged()
      if (replaced === 'off')
        throw new RequestProblem('forbidden', {
          detail: 'The account keeps no judgements: its operator can have it keep them.',
        })
      if (replaced !== 'gone') return replaced
      // Erased, expired or run again just now.
      openFinished(parts, await read())
      throw judgementsChanged()
    })
    const { keeping } = await readJudgementsOfJob(parts.database, accountId, jobId)
    return sendJudgements(reply, { keeping, stored })
  }

export const removeJudgementsHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const jobId = jobIdOf(request)
    if (!isUuid(jobId)) throw noSuchJob()
    const change = { accountId, jobId, known: knownRevisionOf(request) }
    await auditedForCaller(parts, request, { action: 'judgements.remove', target: jobId }, async () => {
      const outcome = await removeJudgements(parts.database, change)
      if (outcome === 'changed') throw judgementsChanged()
      if (outcome === 'none') await readOwnJob(parts, accountId, jobId)
    })
    return reply.code(204).send()
  }

export const listJudgementsHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { limit = limits.judgementsListSize.default, cursor = null } = readListJudgementsQuery(request.query)
    if (cursor !== null && !isUuid(cursor))
      throw validationError([{ field: 'cursor', message: 'is not a cursor of this list' }])
    const { clock, database, settings } = parts
    const completedAfter = new Date(clock().getTime() - settings.resultRetentionSeconds * 1000)
    const { accountId } = callerOf(request)
    const { documents, nextCursor } = await listJudgements(database, accountId, { limit, cursor, completedAfter })
    const body: JudgementsList = {
      schema: judgementsSchema,
      exportedAt: clock().toISOString(),
      documents: [...documents],
      ...(nextCursor !== null && { nextCursor }),
    }
    return reply.header('cache-control', 'no-store').send(body)
  }

const sendJudgements = (reply: FastifyReply, { keeping, stored }: KeptJudgements): FastifyReply => {
  const body: JobJudgements = { keeping, document: stored?.document ?? null }
  return reply
    .header('etag', tagOfRevision(stored?.revision ?? null))
    .header('cache-control', 'no-store')
    .send(body)
}

const judgementsChanged = (): RequestProblem => new RequestProblem('judgements_changed')
