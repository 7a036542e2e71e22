import { JobList, jobStatuses, type JobSummary, limits, operations, ProviderId } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { keptSince } from '../kept-since.ts'
import { schemaReferenceOf } from '../../jobs/job.ts'
import { expiryOfResult, InvalidCursorError, type ListedJob, listJobs } from '../../jobs/read.ts'
import { isStorable, notStorable } from '../../lib/storable-text.ts'
import { callerOf } from '../authenticate.ts'
import { listExample } from '../openapi/examples.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import { createQueryReader } from '../query.ts'

const jobTimeSchema = { format: 'date-time', examples: ['2026-01-15T09:30:00Z'] }

const ListJobsQuery = Type.Object({
  status: Type.Optional(
    Type.Array(Type.Enum([...jobStatuses]), { description: 'Only jobs in this state, or one of these.' }),
  ),
  operation: Type.Optional(Type.Enum([...operations], { description: 'Only jobs of this operation.' })),
  provider: Type.Optional({ ...ProviderId, description: 'Only jobs that this provider was asked for.' }),
  batch: Type.Optional(Type.String({ format: 'uuid', description: 'Only jobs of this batch.' })),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only jobs whose filename or URL contains this text, in upper or lower case.',
    }),
  ),
  same_source_as: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'Only jobs whose source has the same bytes as the source of this job, including this job. A source at a URL counts once it has been fetched.',
    }),
  ),
  created_after: Type.Optional(Type.String({ ...jobTimeSchema, description: 'Only jobs created later than this.' })),
  created_before: Type.Optional(Type.String({ ...jobTimeSchema, description: 'Only jobs created earlier than this.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.listSize.maximum,
      default: limits.listSize.default,
      description: 'The maximum number of jobs.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: 'The `nextCursor` of the previous page, with the same filters.' }),
  ),
})
const readListJobsQuery = createQueryReader(ListJobsQuery)

export const listJobsOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs',
  scopes: ['jobs:read'],
  description: {
    operationId: 'listJobs',
    summary: 'List jobs',
    description:
      'The jobs of the account, newest first. Filters are combined: a job is listed if all of them apply. `metadata.<key>=<value>`, for any key and also for several, lists the jobs with these labels.',
    tags: ['jobs'],
    querystring: ListJobsQuery,
    response: {
      200: success('One page of the list, with `nextCursor` if there are more.', {
        schema: JobList,
        examples: listExample,
      }),
      ...problemResponses('unauthorized'),
    },
  },
}

/** A filter by a label: its key follows. */
const metadataPrefix = 'metadata.'

/** The labels that are asked for, and the other parameters. */
const splitQuery = (query: unknown): { metadata: Record<string, string>; others: Record<string, unknown> } => {
  const [labels, others] = [new Map<string, string>(), new Map<string, unknown>()]
  for (const [name, value] of Object.entries(query ?? {})) {
    const key = name.startsWith(metadataPrefix) ? name.slice(metadataPrefix.length) : ''
    if (key === '') others.set(name, value)
    else if (typeof value !== 'string') throw validationError([{ field: name, message: 'is given more than once' }])
    else if (!isStorable(key + value)) throw validationError([{ field: name, message: notStorable }])
    else labels.set(key, value)
  }
  return { metadata: Object.fromEntries(labels), others: Object.fromEntries(others) }
}

export const listJobsHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { metadata, others } = splitQuery(request.query)
    const {
      limit = limits.listSize.default,
      cursor,
      status,
      created_after,
      created_before,
      same_source_as,
      ...same
    } = readListJobsQuery(others)
    const filter = {
      ...same,
      ...(status !== undefined && { statuses: status }),
      ...(same_source_as !== undefined && { sameSourceAs: same_source_as }),
      ...(created_after !== undefined && { createdAfter: new Date(created_after) }),
      ...(created_before !== undefined && { createdBefore: new Date(created_before) }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    }
    const page = { limit, cursor, keptSince: keptSince(parts) }
    try {
      const { jobs, nextCursor } = await listJobs(parts.database, callerOf(request).accountId, filter, page)
      return reply.header('cache-control', 'no-store').send({
        jobs: jobs.map((job) => summaryOf(job, parts.settings)),
        ...(nextCursor !== null && { nextCursor }),
      })
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error
      throw validationError([{ field: 'cursor', message: 'is not a cursor of this list' }], error)
    }
  }

const summaryOf = (job: ListedJob, { resultRetentionSeconds }: ApiParts['settings']): JobSummary => {
  const {
    id,
    status,
    operation,
    createdAt,
    startedAt,
    completedAt,
    source,
    providers,
    pageCount,
    cost,
    quality,
    warningCount,
    doubtedPages,
    progress,
    errorCode,
    batchId,
    metadata,
  } = job
  const [provider] = providers
  const extractionSchema = schemaReferenceOf(job)
  const mediaType = source.detectedMediaType ?? source.mediaType
  const expiresAt = expiryOfResult(job, resultRetentionSeconds)
  return {
    id,
    status,
    operation,
    createdAt: createdAt.toISOString(),
    ...(startedAt !== null && { startedAt: startedAt.toISOString() }),
    ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
    ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }),
    source: {
      ...(source.filename !== null && { filename: source.filename }),
      ...(source.url !== null && { url: source.url }),
      ...(mediaType !== null && { mediaType }),
      ...(source.size !== null && { sizeBytes: source.size }),
    },
    ...(operation === 'compare' ? { providers: [...providers] } : provider !== undefined && { provider }),
    ...(pageCount !== null && { pageCount }),
    ...(cost !== null && { cost: cost / 1_000_000 }),
    ...(quality !== null && { quality: { score: roundedScore(quality), scale: '0-1' } }),
    ...(warningCount !== null && { warningCount }),
    ...(doubtedPages !== null && { doubtedPages: { ...doubtedPages } }),
    ...(progress !== null && { progress: [...progress] }),
    ...(errorCode !== null && { errorCode }),
    ...(batchId !== null && { batchId }),
    ...(extractionSchema !== null && { extractionSchema }),
    ...(metadata !== null && { metadata }),
  }
}

/** Drops the digits that a number of single precision does not have. */
const roundedScore = (score: number): number => Math.round(score * 1e6) / 1e6
