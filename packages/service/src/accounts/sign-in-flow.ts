import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'

/**
 * What a sign-in that has begun needs to be finished. Only the browser keeps it, so that every process can finish what
 * another has begun, and no other browser can.
 */
const Flow = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  expiresAt: Type.Integer(),
})
export type Flow = Static<typeof Flow>

/** How long a person may take at the identity provider, with a second factor and a forgotten password. */
export const flowMs = 600_000

/** As the value of a cookie. */
export const writeFlow = (flow: Flow): string => Buffer.from(JSON.stringify(flow)).toString('base64url')

/** null: it is over, or something else. */
export const readFlow = (written: string, now: Date): Flow | null => {
  try {
    const flow: unknown = JSON.parse(Buffer.from(written, 'base64url').toString())
    return Check(Flow, flow) && now.getTime() < flow.expiresAt ? flow : null
  } catch {
    return null
  }
}
