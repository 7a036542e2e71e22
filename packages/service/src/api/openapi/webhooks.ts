import { BatchWebhookEvent, TestWebhookEvent, WebhookEvent } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { batchEventExample, exampleId, testEventExample, webhookExamples } from './examples.ts'

const required = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: Type.String({ examples: [example] }),
})

const signed = [
  required('webhook-id', 'Identifies the message; the same for every attempt.', `msg_${exampleId}`),
  required('webhook-timestamp', 'The time of this attempt, in seconds since 1970.', '1768469401'),
  required(
    'webhook-signature',
    '`v1,` and a signature in base64; during a rotation several, separated by spaces.',
    'v1,z32rkygN2uLMgHVx6JS03BxGmFu1Vt4EarsD2srHTVg=',
  ),
]

/** The requests that the service itself sends to webhooks, in the terms of OpenAPI. */
export const webhooks = {
  jobEnded: {
    post: {
      operationId: 'receiveJobEnded',
      summary: 'A job has ended',
      description:
        'Sent to the `webhook` of a job when it has ended, signed by Standard Webhooks 1.0.0 with the secret of the account. A status of 2xx acknowledges it and 410 declines it. After any other status, or none within 15 seconds, it is sent again with growing pauses for 24 hours. It may arrive more than once, always with the same `webhook-id`.',
      tags: ['jobs'],
      security: [],
      parameters: signed,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: WebhookEvent,
            examples: webhookExamples,
          },
        },
      },
      responses: { '2XX': { description: 'Received.' }, 410: { description: 'Do not send it again.' } },
    },
  },
  batchEnded: {
    post: {
      operationId: 'receiveBatchEnded',
      summary: 'All jobs of a batch have ended',
      description: 'Sent once to the `webhook` of a batch, in the same way as that of a job.',
      tags: ['batches'],
      security: [],
      parameters: signed,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: BatchWebhookEvent, examples: batchEventExample } },
      },
      responses: { '2XX': { description: 'Received.' }, 410: { description: 'Do not send it again.' } },
    },
  },
  test: {
    post: {
      operationId: 'receiveTest',
      summary: 'A test',
      description: 'Sent once when the account asks for it (`POST /api/v1/webhooks/test`), signed in the same way.',
      tags: ['account'],
      security: [],
      parameters: signed,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: TestWebhookEvent, examples: testEventExample } },
      },
      responses: { '2XX': { description: 'Received.' } },
    },
  },
}
