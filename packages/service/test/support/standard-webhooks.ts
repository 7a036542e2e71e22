import { webcrypto } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The receiver's side of Standard Webhooks 1.0.0, written from the specification, with another implementation of HMAC
 * than the sender's. The age of the message is not checked: tests have their own clocks.
 */
export const isSignedWith = async (secret: string, headers: IncomingHttpHeaders, body: string): Promise<boolean> => {
  const key = await webcrypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(
    [headers['webhook-id'], headers['webhook-timestamp'], body].map((part) => String(part)).join('.'),
  )
  for (const signature of String(headers['webhook-signature']).split(' ')) {
    const [version, base64 = ''] = signature.split(',')
    if (version !== 'v1') continue
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    if (await webcrypto.subtle.verify('HMAC', key, bytes, signed)) return true
  }
  return false
}
