import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { sign } from '../../src/webhooks/signed-post.ts'
import { isSignedWith } from '../support/standard-webhooks.ts'

test('the signature matches the test vector that the libraries of Standard Webhooks share', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  assert.equal(sign([secret], message), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the receiver library by the authors of Standard Webhooks accepts the signature', () => {
  const secrets = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`)
  const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: '{"name":"Zoë"}' }
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': sign(secrets, message),
  }
  for (const secret of secrets)
    assert.deepEqual(new Webhook(secret).verify(message.body, headers), JSON.parse(message.body))
  const stranger = new Webhook(`whsec_${randomBytes(32).toString('base64')}`)
  assert.throws(() => stranger.verify(message.body, headers), WebhookVerificationError)
})

test('there is a signature for every secret, so that a receiver with any of them can verify', async () => {
  const secrets = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`)
  const message = { id: 'msg_1', timestamp: 1_700_000_000, body: '{"name":"Zoë"}' }
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': sign(secrets, message),
  }
  for (const secret of secrets) assert.equal(await isSignedWith(secret, headers, message.body), true)
  assert.equal(await isSignedWith(`whsec_${randomBytes(32).toString('base64')}`, headers, message.body), false)
  assert.equal(await isSignedWith(secrets[0] ?? '', headers, `${message.body} `), false)
  assert.equal(await isSignedWith(secrets[0] ?? '', { ...headers, 'webhook-timestamp': '1' }, message.body), false)
})
