import { createHmac } from 'node:crypto'

/** What is signed: the headers `webhook-id` and `webhook-timestamp` (seconds), and the body byte by byte. */
export type Message = { readonly id: string; readonly timestamp: number; readonly body: string }

/**
 * The value of `webhook-signature`: one signature for each secret, so that receivers may hold the old or the new one
 * while a secret is rotated. Standard Webhooks 1.0.0, https://www.standardwebhooks.com, symmetric scheme `v1`.
 */
export const sign = (secrets: readonly string[], { id, timestamp, body }: Message): string =>
  secrets
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
