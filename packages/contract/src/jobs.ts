import { nullable } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { Timestamp, Uuid } from './primitives.ts'
import { CompareResult, ParseResult } from './results.ts'

export const operations = ['parse', 'compare'] as const
export type Operation = (typeof operations)[number]

export const jobStatuses = ['queued', 'running', 'complete', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The body of 202 and of an idempotent replay. */
export const JobAccepted = Type.Object({ id: Uuid, status: Type.Enum([...jobStatuses]) }, { title: 'JobAccepted' })

export const UnfinishedJob = Type.Object(
  { id: Uuid, status: Type.Enum(['queued', 'running']) },
  { title: 'UnfinishedJob' },
)
export const CompleteJob = Type.Object(
  {
    id: Uuid,
    status: Type.Literal('complete'),
    result: Type.Union([ParseResult, CompareResult]),
  },
  { title: 'CompleteJob' },
)
export const FailedJob = Type.Object(
  {
    id: Uuid,
    status: Type.Literal('failed'),
    error: nullable(Type.String({ description: 'Why the job failed.' })),
  },
  { title: 'FailedJob' },
)
export const Job = Type.Union([UnfinishedJob, CompleteJob, FailedJob], { title: 'Job' })

export const JobSummary = Type.Object(
  {
    id: Uuid,
    status: Type.Enum([...jobStatuses]),
    operation: Type.Enum([...operations]),
    createdAt: Timestamp,
    completedAt: Type.Optional(Timestamp),
  },
  { title: 'JobSummary' },
)
export const JobList = Type.Object(
  { jobs: Type.Array(JobSummary), nextCursor: Type.Optional(Type.String()) },
  { title: 'JobList' },
)

export type JobAccepted = Static<typeof JobAccepted>
export type FailedJob = Static<typeof FailedJob>
export type JobSummary = Static<typeof JobSummary>
export type JobList = Static<typeof JobList>
