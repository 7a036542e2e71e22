import { randomUUIDv7 } from 'node:crypto'
import type { TestWebhookEvent, WebhookTest } from '@polyparse/contract'
import { isAcceptedReply, postSigned, type PostOptions } from './signed-post.ts'

/** Sends a test event to the URL, as an announcement would be sent, and tells what came back. It is never repeated. */
export const sendTestEvent = async (url: string, options: PostOptions): Promise<WebhookTest> => {
  const id = randomUUIDv7()
  const event: TestWebhookEvent = { type: 'webhook.test', timestamp: options.now.toISOString(), data: { id } }
  const began = performance.now()
  const reply = await postSigned(url, { id: `msg_${id}`, body: JSON.stringify(event) }, options)
  const durationMs = Math.round(performance.now() - began)
  return 'reason' in reply
    ? { id, delivered: false, durationMs, error: reply.reason }
    : { id, delivered: isAcceptedReply(reply.status), status: reply.status, durationMs }
}
