import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from '@polyparse/client'

const secret = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`
const event = { type: 'job.complete', timestamp: '2026-01-15T09:30:00.000Z', data: { id: 'x', status: 'complete' } }
const body = JSON.stringify(event)

const signed = (content = body, { at = Date.now() / 1000, by = secret } = {}): Record<string, string> => {
  const timestamp = String(Math.floor(at))
  const key = Buffer.from(by.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${content}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

describe('A webhook', () => {
  it('that is genuine is its event, as text or bytes, with headers of the Fetch API or of Node', async () => {
    assert.deepEqual(await verifyWebhook(signed(), body, secret), event)
    assert.deepEqual(await verifyWebhook(new Headers(signed()), new TextEncoder().encode(body), secret), event)
    const batch = JSON.stringify({ ...event, type: 'batch.complete', data: { id: 'x', total: 1, counts: {} } })
    assert.equal((await verifyWebhook(signed(batch), batch, secret)).type, 'batch.complete')
    const test = JSON.stringify({ ...event, type: 'webhook.test', data: { id: 'x' } })
    assert.equal((await verifyWebhook(signed(test), test, secret)).type, 'webhook.test')
  })

  it('may have the signatures of two secrets, while one takes the place of the other', async () => {
    const headers = signed()
    const other = signed(body, { by: 'whsec_b3RoZXIga2V5' })['webhook-signature'] ?? ''
    const both = { ...headers, 'webhook-signature': `v1a,eA== ${other} ${headers['webhook-signature'] ?? ''}` }
    assert.deepEqual(await verifyWebhook(both, body, secret), event)
  })

  it('that was changed, is old, from the future, unsigned, or signed by another is refused', async () => {
    const refused = (headers: Record<string, string>, content = body) =>
      assert.rejects(verifyWebhook(headers, content, secret), WebhookVerificationError)
    await refused(signed(), body.replace('complete', 'failed'))
    await refused({ ...signed(), 'webhook-id': 'msg_2' })
    await refused(signed(body, { at: Date.now() / 1000 - 301 }))
    await refused(signed(body, { at: Date.now() / 1000 + 302 }))
    await refused(signed(body, { by: 'whsec_b3RoZXIga2V5' }))
    await refused({ ...signed(), 'webhook-signature': 'v1,?' })
    await refused({})
    await refused(signed('{}'), '{}')
    await assert.rejects(verifyWebhook(signed(), body, 'not a secret'), TypeError)
  })

  it('may be older if the receiver says so', async () => {
    const old = signed(body, { at: Date.now() / 1000 - 3000 })
    assert.deepEqual(await verifyWebhook(old, body, secret, { toleranceSeconds: 3600 }), event)
  })
})
