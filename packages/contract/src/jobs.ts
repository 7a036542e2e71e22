import { nullable, Quality } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { jobErrorCodes } from './failures.ts'
import { Metadata } from './metadata.ts'
import { Timestamp, uncheckedUri, Uuid } from './primitives.ts'
import { RunProgress } from './progress.ts'
import { CompareResult, ParseResult } from './results.ts'
import { SchemaReference } from './schemas.ts'

export const operations = ['parse', 'compare'] as const
export type Operation = (typeof operations)[number]

export const jobStatuses = ['queued', 'running', 'complete', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The body of 202 and of an idempotent replay. */
export const JobAccepted = Type.Object({ id: Uuid, status: Type.Enum([...jobStatuses]) }, { title: 'JobAccepted' })

export const JobErrorCodeSchema = Type.Enum([...jobErrorCodes], { description: 'The reason, for programs.' })

const BatchId = Type.Optional(
  Type.String({ format: 'uuid', description: 'The batch that the job was created with, if it was.' }),
)

export const UnfinishedJob = Type.Object(
  {
    id: Uuid,
    status: Type.Enum(['queued', 'running']),
    progress: Type.Optional(
      Type.Array(RunProgress, {
        description: 'The progress of each provider, in a running job and only where `wait` was given.',
      }),
    ),
  },
  { title: 'UnfinishedJob' },
)
export const CompleteJob = Type.Object(
  {
    id: Uuid,
    status: Type.Literal('complete'),
    result: Type.Union([ParseResult, CompareResult]),
    batchId: BatchId,
    extractionSchema: Type.Optional(SchemaReference),
    metadata: Type.Optional(Metadata),
  },
  { title: 'CompleteJob' },
)
export const FailedJob = Type.Object(
  {
    id: Uuid,
    status: Type.Literal('failed'),
    error: nullable(Type.String({ description: 'The reason why the job failed.' })),
    errorCode: Type.Optional(JobErrorCodeSchema),
    batchId: BatchId,
    extractionSchema: Type.Optional(SchemaReference),
    metadata: Type.Optional(Metadata),
  },
  { title: 'FailedJob' },
)
export const EndedJob = Type.Union([CompleteJob, FailedJob], { title: 'EndedJob' })
export const Job = Type.Union([UnfinishedJob, CompleteJob, FailedJob], { title: 'Job' })

/** The facts about a job's document so far. Of a URL that has not been fetched, only the address is available. */
export const JobSource = Type.Object(
  {
    filename: Type.Optional(Type.String()),
    url: Type.Optional(Type.String(uncheckedUri)),
    mediaType: Type.Optional(Type.String({ description: 'The detected media type, or until then the declared one.' })),
    sizeBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { title: 'JobSource' },
)

export const JobSummary = Type.Object(
  {
    id: Uuid,
    status: Type.Enum([...jobStatuses]),
    operation: Type.Enum([...operations]),
    createdAt: Timestamp,
    startedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The time at which the first provider was asked.' }),
    ),
    completedAt: Type.Optional(Timestamp),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The time at which the result of a complete job is deleted.' }),
    ),
    source: JobSource,
    provider: Type.Optional(
      Type.String({ description: 'The provider whose outcome is that of the job, in a `parse`.' }),
    ),
    providers: Type.Optional(Type.Array(Type.String(), { description: 'The providers of a `compare`.' })),
    pageCount: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Pages that were read; of a `compare`, the most by one provider.' }),
    ),
    cost: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'The cost in US dollars of everything that was read for the job, estimates included; 0 where there is none on record.',
      }),
    ),
    quality: Type.Optional(Quality),
    warningCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The number of warnings of its result; in a `compare`, those of all readings.',
      }),
    ),
    doubtedPages: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ minimum: 1, description: 'The number of pages with the warning `low_confidence`.' }),
          worst: Type.Integer({ minimum: 1, description: 'The page of them that the provider is least sure of.' }),
        },
        { description: 'The pages of a `parse` that a person should look at.' },
      ),
    ),
    progress: Type.Optional(
      Type.Array(RunProgress, { description: 'The progress of each provider, in a running job.' }),
    ),
    errorCode: Type.Optional(JobErrorCodeSchema),
    batchId: BatchId,
    extractionSchema: Type.Optional(SchemaReference),
    metadata: Type.Optional(Metadata),
  },
  { title: 'JobSummary' },
)
export const JobList = Type.Object(
  { jobs: Type.Array(JobSummary), nextCursor: Type.Optional(Type.String()) },
  { title: 'JobList' },
)

export type JobAccepted = Static<typeof JobAccepted>
export type CompleteJob = Static<typeof CompleteJob>
export type FailedJob = Static<typeof FailedJob>
export type EndedJob = Static<typeof EndedJob>
export type Job = Static<typeof Job>
export type JobSummary = Static<typeof JobSummary>
export type JobList = Static<typeof JobList>
