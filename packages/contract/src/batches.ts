import { Type, type Static } from '@polyparse/document/typebox'
import { jobStatuses } from './jobs.ts'
import { limits } from './limits.ts'
import { Timestamp, Uuid } from './primitives.ts'
import { CreateJobBody, webhookOf } from './requests.ts'

export const CreateBatchBody = Type.Object(
  {
    jobs: Type.Array(CreateJobBody, {
      minItems: 1,
      maxItems: limits.batchJobs,
      description: 'The jobs, each as for `POST /api/v1/jobs`.',
    }),
    webhook: Type.Optional(
      webhookOf('The URL that receives one signed POST (Standard Webhooks) when all jobs have ended.'),
    ),
  },
  { title: 'CreateBatchBody', additionalProperties: false },
)

const batchCountSchema = Type.Integer({ minimum: 0 })

/** The number of jobs in each state. Jobs that have been erased are in none. */
export const JobCounts = Type.Object(
  { queued: batchCountSchema, running: batchCountSchema, complete: batchCountSchema, failed: batchCountSchema },
  { title: 'JobCounts' },
)
export type JobCounts = Static<typeof JobCounts>

const state = {
  id: Uuid,
  createdAt: Timestamp,
  completedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'The time at which all jobs had ended.' }),
  ),
  total: Type.Integer({ minimum: 1, description: 'The number of jobs that were created.' }),
  counts: JobCounts,
}

export const Batch = Type.Object(state, { title: 'Batch' })
export type Batch = Static<typeof Batch>

/** The body of 202 and of an idempotent replay. */
export const BatchAccepted = Type.Object(
  {
    ...state,
    jobs: Type.Array(
      Type.Object({
        index: Type.Integer({
          minimum: 0,
          description: 'The index of the entry in the request; an erased job is left out.',
        }),
        id: Uuid,
        status: Type.Enum([...jobStatuses]),
      }),
      { description: 'The jobs in the order of the request.' },
    ),
  },
  { title: 'BatchAccepted' },
)
export type BatchAccepted = Static<typeof BatchAccepted>
