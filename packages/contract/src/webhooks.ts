import { Type, type Static } from '@polyparse/document/typebox'
import { JobCounts } from './batches.ts'
import { JobErrorCodeSchema } from './jobs.ts'
import { Timestamp, Uuid } from './primitives.ts'

/** The event that a webhook receives when a job has ended; everything else is read with the id. */
export const WebhookEvent = Type.Object(
  {
    type: Type.Enum(['job.complete', 'job.failed']),
    timestamp: Timestamp,
    data: Type.Object({
      id: Uuid,
      status: Type.Enum(['complete', 'failed']),
      errorCode: Type.Optional(JobErrorCodeSchema),
    }),
  },
  { title: 'WebhookEvent' },
)
export type WebhookEvent = Static<typeof WebhookEvent>

/** The event that the webhook of a batch receives when all of its jobs have ended. */
export const BatchWebhookEvent = Type.Object(
  {
    type: Type.Enum(['batch.complete']),
    timestamp: Timestamp,
    data: Type.Object({ id: Uuid, total: Type.Integer({ minimum: 1 }), counts: JobCounts }),
  },
  { title: 'BatchWebhookEvent' },
)
export type BatchWebhookEvent = Static<typeof BatchWebhookEvent>

/** The event that a webhook receives when its account tests it. */
export const TestWebhookEvent = Type.Object(
  { type: Type.Enum(['webhook.test']), timestamp: Timestamp, data: Type.Object({ id: Uuid }) },
  { title: 'TestWebhookEvent' },
)
export type TestWebhookEvent = Static<typeof TestWebhookEvent>

export const WebhookTestBody = Type.Object(
  { url: Type.String({ format: 'uri', description: 'The address to send the event to; as the `webhook` of a job.' }) },
  { title: 'WebhookTestBody', additionalProperties: false },
)

/** The outcome of the test of a webhook. */
export const WebhookTest = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The `data.id` of the event.' }),
    delivered: Type.Boolean({ description: 'True if the answer acknowledged the event, with a status of 2xx.' }),
    status: Type.Optional(Type.Integer({ description: 'The HTTP status of the answer, if one came.' })),
    durationMs: Type.Integer({ minimum: 0 }),
    error: Type.Optional(Type.String({ description: 'The reason why no answer came.' })),
  },
  { title: 'WebhookTest' },
)
export type WebhookTest = Static<typeof WebhookTest>

/** The secret that signs the webhooks of an account. It is shown only when it is made. */
export const WebhookSecret = Type.Object(
  {
    secret: Type.String({ description: '`whsec_` and the key in base64, as in Standard Webhooks.' }),
    createdAt: Timestamp,
    previousUntil: Type.Optional(Timestamp),
  },
  { title: 'WebhookSecret' },
)
export type WebhookSecret = Static<typeof WebhookSecret>
