import { limits, WebhookSecret, WebhookTest, WebhookTestBody } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { checkUrl } from '@polyparse/outbound'
import { SafeFetchError } from '@polyparse/outbound'
import { sendTestEvent } from '../../webhooks/send-test.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf } from '../authenticate.ts'
import { callerGoneSignal } from '../caller-gone.ts'
import { unavailable } from '../classify-error.ts'
import { receiveJson } from '../create-job/receive.ts'
import { createBodyReader } from '../json-body.ts'
import { webhookSecretExample, webhookTestExamples } from '../openapi/examples.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import { limitUses } from '../rate-limit.ts'
import type { Shutdown } from '../shutdown.ts'
import { createAdmissions } from '../admissions.ts'

export const rotateWebhookSecretOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/webhooks/secret/rotate',
  scopes: ['webhooks'],
  description: {
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the webhook secret',
    description:
      'Makes a new secret, which signs all webhooks of the account from now on, and shows it this once. The one before signs as well for another day, until `previousUntil`, so that receivers can change over without missing anything.',
    tags: ['account'],
    response: {
      200: success('The new secret.', { schema: WebhookSecret, examples: webhookSecretExample }),
      ...problemResponses('unauthorized'),
    },
  },
}

export const rotateWebhookSecretHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { webhookSecrets, clock } = parts
    const act = { action: 'webhook_secret.rotate', target: null } as const
    const rotated = await auditedForCaller(parts, request, act, () =>
      webhookSecrets.rotateOf(callerOf(request).accountId, clock()),
    )
    if (rotated === null) throw new Error('the account of a key was removed')
    const { secret, createdAt, previousUntil } = rotated
    const body: WebhookSecret = {
      secret,
      createdAt: createdAt.toISOString(),
      ...(previousUntil !== null && { previousUntil: previousUntil.toISOString() }),
    }
    return reply.header('cache-control', 'no-store').send(body)
  }

const { webhookTestsPerMinute: perMinute } = limits

export const testWebhookOperation: ApiOperation = {
  method: 'POST',
  url: '/api/v1/webhooks/test',
  scopes: ['webhooks'],
  description: {
    operationId: 'testWebhook',
    summary: 'Send a test webhook',
    description: `Sends one signed event of the type \`webhook.test\` to the URL, as the end of a job would be announced, and answers with what came back within 15 seconds. It is not repeated. An account may send ${perMinute} a minute.`,
    tags: ['account'],
    body: { content: { 'application/json': { schema: WebhookTestBody } } },
    response: {
      200: success('The outcome of the test.', { schema: WebhookTest, examples: webhookTestExamples }),
      ...problemResponses('unauthorized', 'payload_too_large'),
    },
  },
}

const readBody = createBodyReader(WebhookTestBody)

/** Tests under way of one account, and of this process. */
const atOnce = { account: 2, all: 32 }

export const testWebhookHandler = (parts: ApiParts, shutdown: Shutdown): RouteHandlerMethod => {
  const { webhookSecrets, clock, settings } = parts
  const use = limitUses(perMinute, `An account may send ${perMinute} test webhooks in a minute.`, clock)
  const admit = createAdmissions({
    perAccount: atOnce.account,
    all: atOnce.all,
    accountRefusal: `An account may send ${atOnce.account} test webhooks at once.`,
    refusal: 'The service is sending as many test webhooks as it can at the moment.',
  })
  return async (request, reply) => {
    const { accountId } = callerOf(request)
    const { url } = readBody(await receiveJson(request, reply, shutdown))
    const checked = checkUrl(url, settings.addressPolicy)
    if ('reason' in checked) throw validationError([{ field: 'url', message: checked.reason }])
    use(accountId)
    const release = admit(accountId)
    try {
      const secrets = await webhookSecrets.signing(accountId, clock())
      const signal = AbortSignal.any([callerGoneSignal(reply), shutdown.begun])
      const options = { secrets, policy: settings.addressPolicy, now: clock(), signal }
      return await reply.header('cache-control', 'no-store').send(await sendTestEvent(url, options))
    } catch (error) {
      if (error instanceof SafeFetchError) throw unavailable('The service is stopping.', error)
      throw error
    } finally {
      release()
    }
  }
}
