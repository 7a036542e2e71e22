import { Type, type Static } from '@polyparse/document/typebox'
import { JobErrorCode } from './jobs.ts'
import { Timestamp, Uuid } from './primitives.ts'

/** What a webhook receives when a job has ended; everything else is read with the id. */
export const WebhookEvent = Type.Object(
  {
    type: Type.Enum(['job.complete', 'job.failed']),
    timestamp: Timestamp,
    data: Type.Object({
      id: Uuid,
      status: Type.Enum(['complete', 'failed']),
      errorCode: Type.Optional(JobErrorCode),
    }),
  },
  { title: 'WebhookEvent' },
)
export type WebhookEvent = Static<typeof WebhookEvent>
